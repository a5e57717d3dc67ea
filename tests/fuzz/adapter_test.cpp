// Processes that behave, and those that do not: none of them blocks, ends or outlives the harness.
#include "fuzz/harness/adapter.h"
#include "tests/fuzz/end_child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fairshare::harness {
namespace {

using tests::end_child;

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds at_once{0};
constexpr milliseconds patience{20'000};  // much, for machines under load; nothing waits for it

Adapter started(const std::vector<std::string>& command) {
  auto adapter = Adapter::start(command);
  if (const auto* reason = std::get_if<std::string>(&adapter)) {
    ADD_FAILURE() << *reason;
    std::abort();
  }
  return std::get<Adapter>(std::move(adapter));
}

Adapter shell(const std::string& script) {
  return started({"sh", "-c", script});
}

Adapter python(const std::string& script) {
  return started({"python3", "-c", script});
}

// "line: ..." for a short line, else what came instead.
std::string text_of(const Received& received) {
  if (const auto* line = std::get_if<Line>(&received)) {
    if (line->text.size() <= 1000) return "line: " + line->text;
    return "line of " + std::to_string(line->text.size());
  }
  if (const auto* ended = std::get_if<Ended>(&received)) return "ended: " + ended->how;
  if (std::holds_alternative<Interrupted>(received)) return "interrupted";
  return std::holds_alternative<TooLong>(received) ? "too long" : "timed out";
}

std::string next(Adapter& adapter, milliseconds within = patience) {
  return text_of(adapter.receive(within));
}

std::string why_not(const std::vector<std::string>& command) {
  const auto adapter = Adapter::start(command);
  const auto* reason = std::get_if<std::string>(&adapter);
  return reason != nullptr ? *reason : "it started";
}

milliseconds since(Clock::time_point begin) {
  return std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
}

// Gone, or a zombie that its new parent has not yet reaped.
bool is_dead(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string stat((std::istreambuf_iterator<char>(file)), {});
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.at(name_end + 2) == 'Z';
}

bool dies(pid_t pid) {
  const auto begin = Clock::now();
  while (!is_dead(pid) && since(begin) < patience) std::this_thread::sleep_for(milliseconds(5));
  return is_dead(pid);
}

pid_t pid_of(Adapter& adapter) {
  const std::string text = next(adapter);
  EXPECT_TRUE(text.starts_with("line: ")) << text;
  return std::stoi(text.substr(6));
}

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// Talking.

TEST(Adapter, AnswersTenThousandLinesOneByOne) {
  Adapter cat = started({"cat"});
  for (int i = 0; i < 10'000; ++i) {
    const std::string line = "{\"seq\":" + std::to_string(i) + "}";
    cat.send(line);
    ASSERT_EQ(next(cat), "line: " + line);
  }
}

TEST(Adapter, TakesManyLongLinesAtOnceThoughItReadsSlowly) {
  Adapter slow = python(
      "import os, time\n"
      "while chunk := os.read(0, 8192):\n"
      "  time.sleep(0.0005)\n"
      "  while chunk: chunk = chunk[os.write(1, chunk):]\n");
  std::vector<std::string> lines;
  for (char c = 0; c < 64; ++c) lines.emplace_back(100'000, static_cast<char>('0' + c));
  const auto begin = Clock::now();
  for (const std::string& line : lines) slow.send(line);
  EXPECT_LT(since(begin), milliseconds(500));  // it had not yet begun to read
  for (const std::string& line : lines) {
    const Received received = slow.receive(patience);
    ASSERT_TRUE(std::holds_alternative<Line>(received)) << text_of(received);
    ASSERT_TRUE(std::get<Line>(received).text == line);
  }
}

TEST(Adapter, DoesNotBlockWhereItNeverReads) {
  Adapter deaf = shell("sleep 1000");
  for (int i = 0; i < 100; ++i) deaf.send(std::string(100'000, 'x'));
  EXPECT_EQ(next(deaf, milliseconds(20)), "timed out");
}

TEST(Adapter, DoesNotBlockWhereItComplainsMuch) {
  Adapter loud = shell("head -c 1000000 /dev/zero | tr '\\0' e >&2; echo end >&2; echo done");
  EXPECT_EQ(next(loud), "line: done");
  EXPECT_EQ(next(loud), "ended: exit status 0");
  EXPECT_TRUE(loud.complaints() == std::string((128 << 10) - 4, 'e') + "end\n");
}

TEST(Adapter, IsHeardWithinItsTimeAndLaterToo) {
  Adapter late = shell("read -r line; echo \"$line\"; read -r line; echo last; cat");
  const auto begin = Clock::now();
  EXPECT_EQ(next(late, milliseconds(60)), "timed out");
  EXPECT_GE(since(begin), milliseconds(60));
  EXPECT_EQ(next(late, at_once), "timed out");
  late.send("first");
  EXPECT_EQ(next(late), "line: first");
  late.send("");
  EXPECT_EQ(next(late), "line: last");
}

TEST(Adapter, TimesOutThoughItComplainsOnAndOn) {
  Adapter loud = shell("yes >&2");
  EXPECT_EQ(next(loud, milliseconds(100)), "timed out");
}

TEST(Adapter, IsNotCutShortByTheLongestPatience) {
  Adapter cat = started({"cat"});
  cat.send("a");
  EXPECT_EQ(next(cat, milliseconds::max()), "line: a");
}

// Lines.

TEST(Adapter, MayWriteItsLinesInPieces) {
  Adapter slow = shell("printf '{\"se'; sleep 0.05; printf 'q\":1}\\n{'; sleep 0.05; echo '}'");
  EXPECT_EQ(next(slow, milliseconds(1)), "timed out");
  EXPECT_EQ(next(slow), "line: {\"seq\":1}");
  EXPECT_EQ(next(slow), "line: {}");
}

TEST(Adapter, MayEndItsLinesInCarriageReturnsAndWriteBlankOnes) {
  Adapter windows = shell("printf '\\n\\r\\n \\t\\na\\r\\n\\n\\nb\\rc\\n\\r\\n'");
  EXPECT_EQ(next(windows), "line: a");
  EXPECT_EQ(next(windows), "line: b\rc");
  EXPECT_EQ(next(windows), "ended: exit status 0");
}

TEST(Adapter, MayWriteAnyBytes) {
  Adapter binary = shell("printf 'a\\000b\\377\\n'");
  const Received received = binary.receive(patience);
  ASSERT_TRUE(std::holds_alternative<Line>(received));
  EXPECT_EQ(std::get<Line>(received).text, std::string("a\0b\xFF", 4));
}

TEST(Adapter, MayWriteLinesOf64MebibytesAndNoLongerOnes) {
  Adapter wordy = python(
      "import os, time\n"
      "def say(text):\n"
      "  text = memoryview(text)\n"
      "  while text: text = text[os.write(1, text):]\n"
      "most = b'x' * (64 << 20)\n"
      "say(most + b'\\r')\n"
      "time.sleep(0.1)\n"  // so that it is seen without its end
      "say(b'\\n' + most + b'x' * 100000 + b'\\nlast\\n')");
  EXPECT_EQ(next(wordy), "line of 67108864");
  EXPECT_EQ(next(wordy), "too long");
  EXPECT_EQ(next(wordy), "line: last");
  EXPECT_EQ(next(wordy), "ended: exit status 0");
}

TEST(Adapter, IsNotWaitedForWhereALineNeverEnds) {
  Adapter endless = shell("yes | tr -d '\\n'");
  EXPECT_EQ(next(endless), "too long");
  EXPECT_EQ(next(endless, milliseconds(50)), "timed out");
}

TEST(Adapter, MayBeAskedForShorterLines) {
  Adapter wordy = shell("printf 'abc\\nabcd\\nabcdefgh'; sleep 1000");
  EXPECT_EQ(text_of(wordy.receive(patience, 3)), "line: abc");
  const Received received = wordy.receive(patience, 3);
  ASSERT_TRUE(std::holds_alternative<TooLong>(received)) << text_of(received);
  EXPECT_EQ(std::get<TooLong>(received).begin, "abcd");
  EXPECT_EQ(text_of(wordy.receive(patience, 3)), "too long");
}

TEST(Adapter, SaysWhatItHasOfALineThatDidNotEndInTime) {
  Adapter slow = shell("printf 'a\\n{\"seq\"'; sleep 1000");
  EXPECT_EQ(next(slow), "line: a");
  const Received received = slow.receive(milliseconds(300));
  ASSERT_TRUE(std::holds_alternative<TimedOut>(received));
  EXPECT_EQ(std::get<TimedOut>(received).begin, "{\"seq\"");
  EXPECT_EQ(std::get<TimedOut>(received).bytes, 6U);
}

TEST(Adapter, IsWaitedForNoLongerWhenItIsOver) {
  Adapter slow = shell("echo a; sleep 1000");
  const auto begin = Clock::now();
  const auto is_over = [&] { return since(begin) > milliseconds(100); };
  EXPECT_EQ(text_of(slow.receive(patience, 100, [] { return false; })), "line: a");
  EXPECT_EQ(text_of(slow.receive(patience, 100, is_over)), "interrupted");
  EXPECT_LT(since(begin), patience / 4);
}

TEST(Adapter, IsHeardThoughItIsOver) {
  Adapter quick = shell("printf 'a\\nb\\n'; sleep 1000");
  EXPECT_EQ(next(quick), "line: a");
  std::this_thread::sleep_for(milliseconds(20));
  const auto is_over = [] { return true; };
  EXPECT_EQ(text_of(quick.receive(patience, 100, is_over)), "line: b");
  EXPECT_EQ(text_of(quick.receive(patience, 100, is_over)), "interrupted");
}

// Ending.

TEST(Adapter, SaysHowItEnded) {
  Adapter done = shell("exit 0");
  Adapter failed = shell("exit 7");
  Adapter crashed = shell("kill -SEGV $$");
  Adapter killed = shell("kill -KILL $$");
  EXPECT_EQ(next(done), "ended: exit status 0");
  EXPECT_EQ(next(failed), "ended: exit status 7");
  EXPECT_EQ(next(crashed), "ended: signal 11 (Segmentation fault)");
  EXPECT_EQ(next(killed), "ended: signal 9 (Killed)");
  EXPECT_EQ(next(killed, at_once), "ended: signal 9 (Killed)");  // and so it stays
}

TEST(Adapter, IsHeardToTheEndBeforeItHasEnded) {
  Adapter brief = shell("echo 1; echo 2; echo 3; echo why >&2; exit 3");
  EXPECT_EQ(next(brief), "line: 1");
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(next(brief), "line: 2");
  EXPECT_EQ(next(brief), "line: 3");
  EXPECT_EQ(next(brief), "ended: exit status 3");
  EXPECT_EQ(brief.complaints(), "why\n");
}

TEST(Adapter, IsSaidToHaveEndedInTheMiddleOfALine) {
  Adapter broken = shell("echo '{}'; printf '{\"seq\":7,'; exit 1");
  EXPECT_EQ(next(broken), "line: {}");
  EXPECT_EQ(next(broken), R"(ended: exit status 1, in the middle of "{\"seq\":7,")");
  EXPECT_EQ(next(broken), R"(ended: exit status 1, in the middle of "{\"seq\":7,")");
}

TEST(Adapter, HasEndedWhereItClosedItsOutput) {
  Adapter shy = shell("echo 1; exec >&-; sleep 1000");
  EXPECT_EQ(next(shy), "line: 1");
  const auto begin = Clock::now();
  std::string last = next(shy, milliseconds(1));
  while (last == "timed out" && since(begin) < patience) last = next(shy, milliseconds(1));
  EXPECT_EQ(last, "ended: closed its output");
  EXPECT_GE(since(begin), milliseconds(900));  // it was given time to end by itself
  EXPECT_EQ(next(shy), "ended: closed its output");
}

TEST(Adapter, HasEndedThoughWhatItStartedKeepsItsOutput) {
  Adapter parent = shell("sleep 1000 & echo \"$!\"; exit 4");
  const pid_t child = pid_of(parent);
  const auto begin = Clock::now();
  EXPECT_EQ(next(parent), "ended: exit status 4");
  EXPECT_LT(since(begin), patience / 2);
  EXPECT_FALSE(is_dead(child));
  parent.stop("", at_once);
  EXPECT_TRUE(dies(child));
}

TEST(Adapter, HasEndedThoughWhatItStartedWritesOnAndOn) {
  Adapter parent = shell("yes >&2 & yes '' & exit 4");
  const auto begin = Clock::now();
  std::string last = next(parent, milliseconds(100));
  while (last == "timed out" && since(begin) < milliseconds(500)) {
    last = next(parent, milliseconds(100));
  }
  EXPECT_TRUE(last == "timed out" || last == "ended: exit status 4") << last;
}

TEST(Adapter, MayHaveEndedWhenItIsSentSomething) {
  Adapter gone = shell("exec <&-; echo; sleep 0.05; echo 1; exit 0");
  for (int i = 0; i < 10; ++i) {
    gone.send(std::string(100'000, 'x'));
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(next(gone), "line: 1");
  EXPECT_EQ(next(gone), "ended: exit status 0");
  gone.send("again");
  EXPECT_EQ(next(gone), "ended: exit status 0");
}

// Starting.

TEST(Adapter, SaysWhyItCannotBeStarted) {
  EXPECT_EQ(why_not({"./no_such_adapter"}), "./no_such_adapter: No such file or directory");
  EXPECT_EQ(why_not({"no_such_adapter", "x"}), "no_such_adapter: No such file or directory");
  EXPECT_EQ(why_not({"/etc/passwd"}), "/etc/passwd: Permission denied");
  EXPECT_EQ(why_not({"/"}), "/: Permission denied");
  EXPECT_EQ(why_not({}), "no command is given");
  EXPECT_EQ(why_not({"", "x"}), "no command is given");
}

TEST(Adapter, IsGivenItsArgumentsAsTheyAre) {
  Adapter echo = started({"printf", "%s|%s|%s\n", "a b", "", "$HOME"});
  EXPECT_EQ(next(echo), "line: a b||$HOME");
}

// How many files a process has open if it only counts them.
std::size_t open_files_of_child() {
  Adapter list = started({"ls", "/proc/self/fd"});
  std::size_t count = 0;
  while (next(list).starts_with("line: ")) ++count;
  return count;
}

TEST(Adapter, IsNotGivenThePipesOfAnother) {
  const std::size_t count = open_files_of_child();
  EXPECT_GE(count, 4U);  // three, and the directory
  const Adapter other = started({"cat"});
  EXPECT_EQ(open_files_of_child(), count);
}

TEST(Adapter, GetsTheSignalsThatItExpects) {
  sigset_t usr1;
  sigset_t before;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &usr1, &before), 0);
  Adapter status = started({"grep", "-E", "SigBlk|SigIgn", "/proc/self/status"});
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, &before, nullptr), 0);
  EXPECT_EQ(next(status), "line: SigBlk:\t0000000000000000");
  const std::string ignored = next(status);
  ASSERT_TRUE(ignored.starts_with("line: SigIgn:\t")) << ignored;
  const auto mask = std::stoull(ignored.substr(14), nullptr, 16);
  EXPECT_EQ(mask >> (SIGPIPE - 1) & 1U, 0U);
}

TEST(Adapter, StartsWhereTheStandardStreamsAreClosed) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (int stream = 0; stream < 3; ++stream) close(stream);
    auto cat = Adapter::start({"cat"});
    auto* adapter = std::get_if<Adapter>(&cat);
    if (adapter == nullptr) _exit(1);
    for (int stream = 0; stream < 3; ++stream) {
      if (fcntl(stream, F_GETFD) >= 0) _exit(3);  // what is printed would go to the adapter
    }
    adapter->send("hello");
    end_child(text_of(adapter->receive(patience)) == "line: hello" ? 0 : 2);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// Several threads start and stop adapters at once. If an adapter kept another one's input open,
// that one would not see its end, and would have to be killed.
TEST(Adapter, StartsInSeveralThreadsAtOnce) {
  std::vector<std::string> endings(8);
  std::vector<std::thread> threads;
  for (std::string& ending : endings) {
    threads.emplace_back([&ending] {
      for (int i = 0; i < 25; ++i) {
        Adapter cat = started({"cat"});
        cat.send("x");
        ending = text_of(cat.receive(patience));
        if (ending != "line: x") return;
        cat.stop("stop", patience);
        ending = text_of(cat.receive(at_once));
        if (ending != "ended: exit status 0") return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(endings, std::vector<std::string>(8, "ended: exit status 0"));
}

// Stopping.

TEST(Adapter, IsToldToStopAndGivenTimeToEnd) {
  Adapter polite = shell(
      "while read -r line; do echo \"got $line\" >&2; echo answer; done; sleep 0.1; echo bye >&2; "
      "exit 5");
  polite.stop("{\"cmd\":\"stop\"}", patience);
  EXPECT_EQ(polite.complaints(), "got {\"cmd\":\"stop\"}\nbye\n");
  EXPECT_EQ(next(polite), "ended: exit status 5");
  polite.send("x");
  polite.stop("again", patience);
  EXPECT_EQ(next(polite), "ended: exit status 5");
}

TEST(Adapter, IsKilledWhereItDoesNotStop) {
  Adapter stubborn = shell("trap '' TERM HUP INT; echo \"$$\"; while :; do sleep 0.2; done");
  const pid_t pid = pid_of(stubborn);
  const auto begin = Clock::now();
  stubborn.stop("stop", milliseconds(50));
  EXPECT_GE(since(begin), milliseconds(50));
  EXPECT_TRUE(is_dead(pid));
  EXPECT_EQ(next(stubborn), "ended: signal 9 (Killed)");

  Adapter eager = shell("echo unasked; sleep 1000");
  std::this_thread::sleep_for(milliseconds(300));  // for the line to be there, and not yet read
  eager.stop("stop", at_once);
  EXPECT_EQ(next(eager), "ended: signal 9 (Killed)");
}

TEST(Adapter, EndsWithItsProcessGroup) {
  pid_t parent = 0;
  pid_t child = 0;
  {
    Adapter family = shell(
        "trap '' TERM HUP INT\n"
        "echo \"$$\"; sh -c 'trap \"\" TERM; echo \"$$\"; while :; do sleep 0.2; done' & wait");
    parent = pid_of(family);
    child = pid_of(family);
    EXPECT_FALSE(is_dead(parent));
    EXPECT_FALSE(is_dead(child));
  }
  EXPECT_TRUE(is_dead(parent));
  EXPECT_TRUE(dies(child));
}

// A program that starts an adapter, tells us its numbers, and then runs `end`.
std::vector<pid_t> pids_of_adapter_after(void (*end)()) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t program = fork();
  if (program == 0) {
    Adapter family = shell("echo \"$$\"; sleep 1000 & echo \"$!\"; wait");
    const std::array<pid_t, 2> pids = {pid_of(family), pid_of(family)};
    if (write(ends[1], pids.data(), sizeof pids) != sizeof pids) _exit(1);
    end();
    _exit(2);
  }
  std::vector<pid_t> pids(2);
  const auto bytes = static_cast<ssize_t>(2 * sizeof(pid_t));
  EXPECT_EQ(read(ends[0], pids.data(), static_cast<std::size_t>(bytes)), bytes);
  EXPECT_EQ(waitpid(program, nullptr, 0), program);
  close(ends[0]);
  close(ends[1]);
  return pids;
}

TEST(Adapter, DiesWithTheProgramHoweverThatDies) {
  for (const pid_t pid : pids_of_adapter_after([] { std::raise(SIGKILL); })) EXPECT_TRUE(dies(pid));
  for (const pid_t pid : pids_of_adapter_after([] { _exit(0); })) EXPECT_TRUE(dies(pid));
}

TEST(Adapter, OutlivesTheThreadThatStartedIt) {
  std::optional<Adapter> cat;
  std::thread([&] { cat = started({"cat"}); }).join();
  std::this_thread::sleep_for(milliseconds(50));
  cat->send("still here");
  EXPECT_EQ(next(*cat), "line: still here");
}

TEST(Adapter, EndsThoughItIsHalted) {
  Adapter halted = shell("echo \"$$\"; kill -STOP $$");
  const pid_t pid = pid_of(halted);
  EXPECT_EQ(next(halted, milliseconds(20)), "timed out");
  halted = shell("cat");
  EXPECT_TRUE(is_dead(pid));
}

TEST(Adapter, IsMovedWithItsProcess) {
  Adapter first = shell("echo \"$$\"; cat");
  Adapter second = shell("echo \"$$\"; cat");
  const pid_t first_pid = pid_of(first);
  const pid_t second_pid = pid_of(second);
  first = std::move(second);
  EXPECT_TRUE(is_dead(first_pid));
  EXPECT_FALSE(is_dead(second_pid));
  Adapter third = std::move(first);
  third.send("still here");
  EXPECT_EQ(next(third), "line: still here");
}

TEST(Adapter, LeavesNoZombieAndNoOpenFile) {
  const auto before = open_files();
  for (int i = 0; i < 50; ++i) {
    Adapter cat = started({"cat"});
    Adapter ended = shell("exit 1");
    Adapter stopped = started({"cat"});
    stopped.stop("stop", patience);
    EXPECT_EQ(next(ended), "ended: exit status 1");
    EXPECT_EQ(why_not({"./no_such_adapter"}), "./no_such_adapter: No such file or directory");
  }
  EXPECT_EQ(open_files(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace fairshare::harness
