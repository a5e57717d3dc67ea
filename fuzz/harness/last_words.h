// What a program wrote to standard error before it ended, in one line.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::harness {

// The line that says what went wrong, followed by the place if that is written below it; about 300
// bytes of printable text at most. Empty if nothing was written.
//
//     Java, .NET, JavaScript   the exception, and its first frame outside the platform; the last
//                              "Caused by", if there is one:
//                                java.lang.ArithmeticException: / by zero, at
//                                Mine.divide(Mine.java:4)
//     Go                       panic: runtime error: integer divide by zero, in main.divide(...)
//     Rust                     thread 'main' panicked at src/main.rs:3:5: attempt to divide by zero
//     C++                      terminate called after throwing an instance of 'std::out_of_range',
//                              what():  vector
//     AddressSanitizer         SUMMARY: AddressSanitizer: heap-buffer-overflow mine.c:3 in main
//     Python, and all others   the last line that is not indented: ZeroDivisionError: division by
//     zero
std::string last_words(std::string_view complaints);

}  // namespace fairshare::harness
