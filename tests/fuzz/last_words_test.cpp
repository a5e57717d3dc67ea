// What runtimes of many languages write to standard error when a program ends in the middle.
#include "fuzz/harness/last_words.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::harness {
namespace {

TEST(LastWords, AreEmptyWhereNothingIsWritten) {
  EXPECT_EQ(last_words(""), "");
  EXPECT_EQ(last_words("\n \n\r\n"), "");
}

TEST(LastWords, AreTheLastLineAtTheMargin) {
  EXPECT_EQ(last_words("starting\nno licence\n"), "no licence");
  EXPECT_EQ(last_words("no licence"), "no licence");
  EXPECT_EQ(last_words("bad input:\r\n  line 3\r\n\r\n"), "bad input:");
  EXPECT_EQ(last_words("  all of it\n  is indented\n"), "is indented");
}

TEST(LastWords, OfJavaAreTheExceptionAndItsFirstFrameOutsideOfThePlatform) {
  EXPECT_EQ(last_words("Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n"
                       "\tat Mine.divide(Mine.java:4)\n"
                       "\tat Mine.main(Mine.java:9)\n"),
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero, "
            "at Mine.divide(Mine.java:4)");
  EXPECT_EQ(last_words("java.lang.NumberFormatException: For input string: \"x\"\n"
                       "\tat java.base/java.lang.Long.parseLong(Long.java:711)\n"
                       "\tat org.example.Share.of(Share.java:31)\n"),
            "java.lang.NumberFormatException: For input string: \"x\", "
            "at org.example.Share.of(Share.java:31)");
}

TEST(LastWords, OfJavaAreTheCause) {
  EXPECT_EQ(last_words("java.lang.IllegalStateException: cannot divide\n"
                       "\tat Mine.main(Mine.java:9)\n"
                       "Caused by: java.lang.ArithmeticException: BigInteger divide by zero\n"
                       "\tat java.base/java.math.MutableBigInteger.divide(M.java:1)\n"
                       "\tat Mine.divide(Mine.java:4)\n"
                       "\t... 1 more\n"),
            "Caused by: java.lang.ArithmeticException: BigInteger divide by zero, "
            "at Mine.divide(Mine.java:4)");
}

TEST(LastWords, OfJavaAreTheExceptionThoughItHasAThousandFrames) {
  std::string text = "Exception in thread \"main\" java.lang.StackOverflowError\n";
  for (int i = 0; i < 1024; ++i) text += "\tat Mine.divide(Mine.java:4)\n";
  EXPECT_EQ(last_words(text),
            "Exception in thread \"main\" java.lang.StackOverflowError, at "
            "Mine.divide(Mine.java:4)");
}

TEST(LastWords, AreWhatWasWrittenAfterAStackTrace) {
  EXPECT_EQ(last_words("java.io.IOException: passed over\n"
                       "\tat Mine.read(Mine.java:4)\n"
                       "giving up\n"),
            "giving up");
}

TEST(LastWords, OfPythonAreTheException) {
  EXPECT_EQ(last_words("Traceback (most recent call last):\n"
                       "  File \"mine.py\", line 3, in <module>\n"
                       "    divide()\n"
                       "ZeroDivisionError: division by zero\n"),
            "ZeroDivisionError: division by zero");
}

TEST(LastWords, OfGoAreThePanicAndTheFirstFunctionOutsideOfTheRuntime) {
  EXPECT_EQ(last_words("panic: runtime error: integer divide by zero\n"
                       "[signal SIGFPE: floating-point exception code=0x0 addr=0x1]\n\n"
                       "goroutine 1 [running]:\n"
                       "main.divide(...)\n"
                       "\t/tmp/mine.go:5\n"
                       "main.main()\n"
                       "\t/tmp/mine.go:9 +0x1d\n"
                       "exit status 2\n"),
            "panic: runtime error: integer divide by zero, main.divide(...)");
  EXPECT_EQ(last_words("panic: no weights [recovered]\n\tpanic: no weights\n\n"
                       "goroutine 7 [running]:\n"
                       "panic({0x1, 0x2})\n"
                       "\t/usr/lib/go/panic.go:884 +0x2\n"
                       "main.divide({0x0, 0x1})\n"
                       "\t/tmp/mine.go:5 +0x3\n\n"
                       "goroutine 1 [chan receive]:\n"
                       "main.main()\n"),
            "panic: no weights [recovered], main.divide({0x0, 0x1})");
  EXPECT_EQ(last_words("panic: wrong\n\ngoroutine 7 [running]:\nruntime.goexit()\n\t/a.go:1\n\n"
                       "goroutine 1 [chan receive]:\nmain.main()\n"),
            "panic: wrong, runtime.goexit()")
      << "no frame of another goroutine";
  EXPECT_EQ(last_words("fatal error: all goroutines are asleep - deadlock!\n\n"
                       "goroutine 1 [chan receive]:\nmain.main()\n\t/tmp/mine.go:5 +0x3\n"),
            "fatal error: all goroutines are asleep - deadlock!, main.main()");
}

TEST(LastWords, OfRustAreThePlaceAndTheMessage) {
  EXPECT_EQ(last_words("thread 'main' panicked at src/main.rs:3:5:\n"
                       "attempt to divide by zero\n"
                       "note: run with `RUST_BACKTRACE=1` environment variable to display a "
                       "backtrace\n"),
            "thread 'main' panicked at src/main.rs:3:5: attempt to divide by zero");
  EXPECT_EQ(last_words("thread 'main' panicked at 'attempt to divide by zero', src/main.rs:3:5\n"
                       "stack backtrace:\n"
                       "   0: rust_begin_unwind\n"
                       "note: Some details are omitted\n"),
            "thread 'main' panicked at 'attempt to divide by zero', src/main.rs:3:5");
}

TEST(LastWords, OfCppAreTheExceptionAndWhatItSays) {
  EXPECT_EQ(last_words("terminate called after throwing an instance of 'std::out_of_range'\n"
                       "  what():  vector::_M_range_check\n"),
            "terminate called after throwing an instance of 'std::out_of_range', what():  "
            "vector::_M_range_check");
  EXPECT_EQ(last_words("mine: mine.c:3: divide: Assertion `sum > 0' failed.\n"),
            "mine: mine.c:3: divide: Assertion `sum > 0' failed.");
  EXPECT_EQ(last_words("==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
                       "    #0 0x1 in main mine.c:3\n"
                       "SUMMARY: AddressSanitizer: heap-buffer-overflow mine.c:3 in main\n"
                       "Shadow bytes around the buggy address:\n"
                       "==7==ABORTING\n"),
            "SUMMARY: AddressSanitizer: heap-buffer-overflow mine.c:3 in main");
}

TEST(LastWords, OfJavaScriptAreTheErrorAndItsFrame) {
  EXPECT_EQ(last_words("/tmp/mine.js:1\nthrow new Error(\"no weights\")\n^\n\n"
                       "Error: no weights\n"
                       "    at divide (/tmp/mine.js:1:7)\n"
                       "    at node:internal/main/run_main_module:23:47\n\n"
                       "Node.js v18.19.0\n"),
            "Error: no weights, at divide (/tmp/mine.js:1:7)");
}

TEST(LastWords, PassOverTheFramesOfEachPlatform) {
  for (const std::string platform :
       {"java.util.A.a(A.java:1)", "javax.a.A.a(A.java:1)", "java.base/java.A.a(A.java:1)",
        "jdk.internal.A.a(A.java:1)", "sun.misc.A.a(A.java:1)", "kotlin.A.a(A.kt:1)",
        "scala.A.a(A.scala:1)", "System.A.a()", "node:internal/a:1:1", "internal/a.js:1:1"}) {
    EXPECT_EQ(last_words("wrong\n\tat " + platform + "\n\tat Mine.f(M:1)\n"),
              "wrong, at Mine.f(M:1)")
        << platform;
    EXPECT_EQ(last_words("wrong\n\tat " + platform + "\n\tat java.util.B.b(B.java:2)\n"),
              "wrong, at " + platform)
        << "the first, where all are the platform's";
  }
  for (const std::string platform :
       {"runtime.goexit()", "panic({0x1})", "testing.tRunner()", "reflect.Value.call()"}) {
    EXPECT_EQ(last_words("panic: wrong\n\ngoroutine 1 [running]:\n" + platform +
                         "\n\t/a.go:1\nmain.f()\n\t/b.go:2\n"),
              "panic: wrong, main.f()")
        << platform;
  }
}

TEST(LastWords, AreNotWhatIsSaidAfterwards) {
  for (const char* aside :
       {"note: see above", "exit status 2", "Node.js v18.19.0", "make: *** [run] Error 1"}) {
    EXPECT_EQ(last_words("wrong\n" + std::string(aside) + "\n"), "wrong") << aside;
  }
  EXPECT_EQ(last_words("Fatal Python error: Aborted\n\nCurrent thread 0x1:\n  File \"m.py\"\n"
                       "Extension modules: a\n"),
            "Fatal Python error: Aborted");
}

TEST(LastWords, AreShortAndPrintable) {
  EXPECT_EQ(last_words(std::string(200, 'x')), std::string(200, 'x'));
  EXPECT_EQ(last_words("wrong\n\tat " + std::string(97, 'x')), "wrong, at " + std::string(97, 'x'));
  EXPECT_EQ(last_words("wrong\n\tat " + std::string(98, 'x')),
            "wrong, at " + std::string(94, 'x') + "...");
  EXPECT_EQ(last_words(std::string(100'000, 'x')), std::string(197, 'x') + "...");
  EXPECT_EQ(last_words("\x1b[31mred"), "\\u001b[31mred");
  // No half character before the dots.
  EXPECT_EQ(last_words(std::string(196, 'x') + "\xC3\xA9" + std::string(100, 'x')),
            std::string(196, 'x') + "...");
  EXPECT_EQ(last_words(std::string(300, '\x80')), "...") << "the end of no character";
}

}  // namespace
}  // namespace fairshare::harness
