// Functions in shared objects, compiled here from C, behind the protocol.
#include "fuzz/harness/shared_object.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fuzz/harness/protocol.h"
#include "tests/formats/records/plain_lines.h"
#include "tests/fuzz/end_child.h"

namespace fairshare::harness {
namespace {

using tests::end_child;

// The total says what to do.
constexpr const char* many_ways = R"(
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "fuzz/harness/candidate.h"

static void print_all(const struct fairshare_problem* problem) {
  size_t i;
  for (i = 0; i < problem->count; ++i)
    printf("%a %a %a\n", problem->weights[i], problem->min_shares[i], problem->max_shares[i]);
}

int fairshare_candidate(const struct fairshare_problem* problem, double* shares) {
  static const double doubles[] = {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.0, 1e22, 100};
  size_t i;
  if (problem->total == 1) return 1;
  if (problem->total == 2) return -2;
  if (problem->total == 3) return 0;
  if (problem->total == 4) abort();
  if (problem->total == 5) {
    shares[0] = INFINITY;
    shares[1] = -INFINITY;
    return 0;
  }
  if (problem->total == 6) { print_all(problem); fflush(stdout); return 1; }
  if (problem->total == 7) {
    for (i = 0; i < problem->count; ++i) shares[i] = doubles[i];
    return 0;
  }
  for (i = 0; i < problem->count; ++i) shares[i] = problem->total / (double)problem->count;
  return 0;
}
)";

constexpr const char* with_hello = R"(
#include "fuzz/harness/candidate.h"
int fairshare_candidate(const struct fairshare_problem* problem, double* shares) {
  (void)problem; (void)shares; return 0;
}
const char* fairshare_candidate_hello(void) {
  return "{\n  \"name\": \"mine\",\r\n  \"relative\": 1e-9\n}\n";
}
)";

struct Folder {
  std::string path = [] {
    std::string name = testing::TempDir() + "fairshare_XXXXXX";
    return std::string(mkdtemp(name.data()));
  }();
  Folder() = default;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
};

void write_file(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A pedantic compiler that hides all symbols that it may: the header must work unchanged.
std::string compiled(const Folder& folder, std::string_view source) {
  write_file(folder.path + "/candidate.c", source);
  const std::string object = folder.path + "/candidate.so";
  const std::string command = fmt::format(
      "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fvisibility=hidden -I. -shared -fPIC -o {} "
      "{}/candidate.c -lm",
      object, folder.path);
  EXPECT_EQ(std::system(command.c_str()), 0);
  return object;
}

struct Served {
  int status;  // of waitpid
  std::vector<std::string> answers;
  std::string errors;
};

void redirect(int stream, const std::string& path, int flags) {
  const int descriptor = open(path.c_str(), flags, 0600);
  if (descriptor < 0 || dup2(descriptor, stream) < 0) _exit(99);
}

Served serve(const Folder& folder, const std::string& object, const std::string& input) {
  const std::string streams = folder.path + "/stream";
  write_file(streams + "0", input);
  std::fflush(nullptr);  // or the child would write it once more
  const pid_t child = fork();
  if (child == 0) {
    redirect(0, streams + "0", O_RDONLY);
    redirect(1, streams + "1", O_WRONLY | O_CREAT | O_TRUNC);
    redirect(2, streams + "2", O_WRONLY | O_CREAT | O_TRUNC);
    std::signal(SIGABRT, SIG_DFL);
    end_child(serve_shared_object(object));
  }
  Served served{};
  EXPECT_EQ(waitpid(child, &served.status, 0), child);
  std::ifstream output(streams + "1");
  for (std::string line; std::getline(output, line);) served.answers.push_back(line);
  served.errors = text_of(streams + "2");
  return served;
}

std::string answer_to(const std::string& line) {
  const Folder folder;
  const Served served = serve(folder, compiled(folder, many_ways), line + "\n");
  EXPECT_EQ(served.status, 0);
  EXPECT_EQ(served.answers.size(), 1U);
  return served.answers.empty() ? "" : served.answers[0];
}

TEST(SharedObject, AnswersUntilItIsStopped) {
  const Folder folder;
  const std::string record = R"({"total":10,"claimants":[{},{"weight":2},{},{}]})";
  const Served served =
      serve(folder, compiled(folder, many_ways),
            hello_line() + "\r\n" + run_line(7, record) + "\n" + run_line(8, record) + "\n" +
                stop_line() + "\n" + run_line(9, record) + "\n");
  EXPECT_EQ(served.status, 0);
  EXPECT_EQ(served.answers,
            (std::vector<std::string>{R"({"name":"candidate.so","version":"","numbers":"double"})",
                                      R"({"seq":7,"shares":[2.5,2.5,2.5,2.5]})",
                                      R"({"seq":8,"shares":[2.5,2.5,2.5,2.5]})"}));
  EXPECT_EQ(served.errors, "");
  EXPECT_TRUE(std::holds_alternative<Hello>(read_hello(served.answers.at(0))));
}

TEST(SharedObject, SaysItsOwnHelloOnOneLine) {
  const Folder folder;
  const Served served = serve(folder, compiled(folder, with_hello), hello_line() + "\n");
  EXPECT_EQ(served.status, 0);
  ASSERT_EQ(served.answers.size(), 1U);
  const auto read = read_hello(served.answers[0]);
  ASSERT_TRUE(std::holds_alternative<Hello>(read)) << served.answers[0];
  EXPECT_EQ(std::get<Hello>(read).name, "mine");
  EXPECT_EQ(std::get<Hello>(read).tolerance.relative, exact::Rational(1, 1'000'000'000));
}

TEST(SharedObject, MustBeLoadedAndHaveTheFunction) {
  const Folder folder;
  const Served none = serve(folder, "no_such.so", hello_line() + "\n");
  EXPECT_EQ(WEXITSTATUS(none.status), 3);
  EXPECT_EQ(none.errors,
            "./no_such.so: cannot open shared object file: No such file or directory\n");
  EXPECT_TRUE(none.answers.empty());

  const std::string object = compiled(folder, "int fairshare_candidat(void);\n");
  const Served other = serve(folder, object, hello_line() + "\n");
  EXPECT_EQ(WEXITSTATUS(other.status), 3);
  EXPECT_EQ(other.errors, object + ": fairshare_candidate is not exported\n");

  write_file(folder.path + "/text.so", "not ELF");
  const Served text = serve(folder, folder.path + "/text.so", "");
  EXPECT_EQ(WEXITSTATUS(text.status), 3);
  EXPECT_EQ(text.errors, folder.path + "/text.so: file too short\n");
}

TEST(SharedObject, MaySkipOrFail) {
  EXPECT_EQ(answer_to(run_line(1, R"({"total":1,"claimants":[{}]})")),
            R"({"seq":1,"skipped":"it returned 1"})");
  EXPECT_EQ(answer_to(run_line(2, R"({"total":2,"claimants":[{}]})")),
            R"({"seq":2,"error":"it returned -2"})");
  EXPECT_EQ(answer_to(run_line(3, R"({"total":0,"tree":[{}]})")),
            R"({"seq":3,"skipped":"it does not divide trees"})");
}

TEST(SharedObject, MayAnswerWhatIsNoNumber) {
  const std::string unwritten = answer_to(run_line(3, R"({"total":3,"claimants":[{},{}]})"));
  EXPECT_EQ(unwritten, R"({"seq":3,"shares":["NaN","NaN"]})");
  const std::string infinite = answer_to(run_line(5, R"({"total":5,"claimants":[{},{},{}]})"));
  EXPECT_EQ(infinite, R"({"seq":5,"shares":["Infinity","-Infinity","NaN"]})");
  for (const std::string& answer : {unwritten, infinite}) {
    const auto read = read_answer(answer);
    ASSERT_TRUE(std::holds_alternative<formats::InputError>(read));
    EXPECT_EQ(std::get<formats::InputError>(read).code, "FS011");
  }
}

TEST(SharedObject, MayCrash) {
  const Folder folder;
  const std::string record = R"({"total":4,"claimants":[]})";
  const Served served = serve(folder, compiled(folder, many_ways), run_line(1, record) + "\n");
  EXPECT_TRUE(WIFSIGNALED(served.status));
  EXPECT_EQ(WTERMSIG(served.status), SIGABRT);
  EXPECT_TRUE(served.answers.empty());
}

TEST(SharedObject, IsGivenTheNearestDoublesWithItsDemandsFolded) {
  const Folder folder;
  const std::string record =
      R"({"total":6,"claimants":[{"weight":0.1,"min_share":"1/3"},{"min_share":4,"demand":2},)"
      R"({"max_share":9,"demand":2.5},{"max_share":1,"demand":7}]})";
  const Served served = serve(folder, compiled(folder, many_ways), run_line(1, record) + "\n");
  EXPECT_EQ(served.status, 0);
  EXPECT_EQ(served.answers, std::vector<std::string>{R"({"seq":1,"skipped":"it returned 1"})"});
  EXPECT_EQ(served.errors,
            "0x1.999999999999ap-4 0x1.5555555555555p-2 inf\n"
            "0x1p+0 0x1p+1 0x1p+1\n"
            "0x1p+0 0x0p+0 0x1.4p+1\n"
            "0x1p+0 0x0p+0 0x1p+0\n");
}

TEST(SharedObject, WritesDoublesThatAreReadAsTheSame) {
  const std::string answer =
      answer_to(run_line(7, R"({"total":7,"claimants":[{},{},{},{},{},{},{}]})"));
  const auto read = read_answer(answer);
  ASSERT_TRUE(std::holds_alternative<Answer>(read)) << answer;
  const auto& shares = std::get<Shares>(std::get<Answer>(read).is).shares;
  std::vector<double> doubles;
  for (const auto& share : shares) doubles.push_back(exact::to_double(share.value));
  EXPECT_EQ(doubles, (std::vector<double>{0.1, 1.0 / 3.0, 5e-324,
                                          std::numeric_limits<double>::max(), 0.0, 1e22, 100}));
}

TEST(SharedObject, AnswersWhatItCannotReadByAnError) {
  const Folder folder;
  const std::vector<std::string> lines = {
      "not JSON",
      "",
      "[]",
      R"({"cmd":"jump","seq":1})",
      R"({"cmd":"run","seq":2})",
      R"({"cmd":"run","seq":3,"problem":{"total":1}})",
      R"({"cmd":"run","seq":4,"problem":{"total":1e400,"claimants":[{}]}})",
      R"({"cmd":"run","seq":5,"problem":{"total":1,"claimants":[{"max_share":1e400}]}})",
      R"({"cmd":"run","seq":6,"problem":{"total":1,"claimants":[{"weight":1e400}]}})",
      R"({"cmd":"run","seq":7,"problem":{"total":1,"claimants":[{"min_share":1e400}]}})",
      R"({"cmd":"run","seq":"x","problem":{"total":10,"claimants":[{}]}})",
      R"({"cmd":"run","seq":8,"problem":{"total":10,"claimants":[{}]}})",
  };
  std::string input;
  for (const std::string& line : lines) input += line + "\n";
  const Served served = serve(folder, compiled(folder, many_ways), input);
  EXPECT_EQ(served.status, 0);
  ASSERT_EQ(served.answers.size(), lines.size());
  const std::vector<std::uint64_t> seqs = {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0};
  for (std::size_t i = 0; i < seqs.size(); ++i) {
    const auto read = read_answer(served.answers[i]);
    ASSERT_TRUE(std::holds_alternative<Answer>(read)) << served.answers[i];
    EXPECT_EQ(std::get<Answer>(read).seq, seqs[i]) << served.answers[i];
    EXPECT_TRUE(std::holds_alternative<Refused>(std::get<Answer>(read).is)) << served.answers[i];
  }
  EXPECT_EQ(served.answers[3], R"-({"seq":1,"error":"unknown command \"jump\""})-");
  EXPECT_EQ(served.answers[4], R"({"seq":2,"error":"the problem is missing"})");
  EXPECT_EQ(served.answers[5], R"-({"seq":3,"error":"FS002: claimants: the claimants are missing )-"
                               R"-((\"claimants\", or a \"tree\")"})-");
  EXPECT_EQ(served.answers[6], R"({"seq":4,"error":"a number exceeds the largest double"})");
  EXPECT_EQ(served.answers.back(), R"({"seq":8,"shares":[10]})");
}

TEST(SharedObject, AnswersAProblemInThisProcessToo) {
  const auto all_to_the_first = [](const fairshare_problem* problem, double* shares) {
    for (std::size_t i = 0; i < problem->count; ++i) shares[i] = i == 0 ? problem->total : 0;
    return 0;
  };
  EXPECT_EQ(answer_problem(all_to_the_first, R"({"total":3,"claimants":[{},{}]})"),
            R"({"seq":0,"shares":[3,0]})");
  EXPECT_EQ(answer_problem(all_to_the_first, "[]").substr(0, 18), R"({"seq":0,"error":")");
  EXPECT_EQ(answer_problem(all_to_the_first, "{").substr(0, 18), R"({"seq":0,"error":")");
}

// What is not plain is read as JSON values, and a comment that is an object is not plain.
TEST(SharedObject, IsAskedTheSameWhetherTheProblemIsPlainOrNot) {
  static std::vector<double> columns;
  const auto record_columns = [](const fairshare_problem* problem, double*) {
    columns = {problem->total};
    for (const double* column : {problem->weights, problem->min_shares, problem->max_shares}) {
      columns.insert(columns.end(), column, column + problem->count);
    }
    return 1;
  };
  const auto count =
      formats::plain_lines::compare_all(5'000, 5, [&](const std::string& line, auto&) {
        columns.clear();
        answer_problem(record_columns, line);
        if (columns.empty()) return false;
        const std::vector<double> plain = columns;
        columns.clear();
        answer_problem(record_columns, R"({"comment":{},)" + line.substr(line.find('{') + 1));
        EXPECT_EQ(columns, plain) << line;
        return true;
      });
  EXPECT_GE(count.plain, count.all / 2);
}

}  // namespace
}  // namespace fairshare::harness
