// What `prove` says about theorems that are not as claimed, and about code that Z3 refutes. In the
// project all are as claimed, so these are made up.
#include "cli/prove.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/paths.h"

namespace fairshare::cli {

const std::string_view coq_theorems = "least\tLattice.v\tevery n\tThe least ratio exists.\n";

namespace {

using prover::Claim;
using prover::Exploration;
using prover::Status;

prover::Theorem theorem(const std::string& name, Claim claim, const prover::Verdict& verdict) {
  return {name,  "Every share is fair.",
          "2",   "Z3",
          claim, [verdict](const prover::Limits&) { return verdict; }};
}

prover::Code code(const Exploration& result) {
  return {result.name, 1, [result](const prover::Patterns& patterns, const prover::Limits&) {
            Exploration exploration = result;
            exploration.n = patterns.n;
            return exploration;
          }};
}

struct Said {
  int status;
  std::string output;
  std::string errors;
};

template <class Run>
Said said_by(const Run& run) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Console console;
  const int status = run(console);
  console.flush();
  std::string output = testing::internal::GetCapturedStdout();
  return {status, std::move(output), testing::internal::GetCapturedStderr()};
}

Said proving(const std::vector<prover::Theorem>& theorems) {
  return said_by([&](Console& console) { return prove({}, theorems, console); });
}

TEST(Prove, EndsWith0WhereAllIsAsClaimed) {
  const Said said = proving({theorem("fair", Claim::proved, {Status::proved}),
                             theorem("unfair", Claim::refuted, {Status::refuted})});
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.output.find("Coq's 1 theorems are not run here"), std::string::npos)
      << said.output;
  EXPECT_EQ(said.errors, "");
}

TEST(Prove, SaysWhyATheoremIsNotProved) {
  const Said said =
      proving({theorem("fair", Claim::proved, {Status::unknown, 0, "lemma: Z3 does not know"})});
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.errors,
            "warning: fair should be proved but is unknown: lemma: Z3 does not know\n");
}

TEST(Prove, SaysThatWhatShouldBeRefutedIsProved) {
  const Said said = proving({theorem("unfair", Claim::refuted, {Status::proved})});
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.errors, "warning: unfair should be refuted but is proved: no counterexample\n");
}

// A theorem takes too little time to report.
TEST(Prove, ForPeopleHasAColumnForEachField) {
  const Said said = proving({theorem("fair", Claim::proved, {Status::proved})});
  EXPECT_EQ(said.output, "name  statement" + std::string(53, ' ') +
                             "n         tool  status       time\n"
                             "fair  Every share is fair." +
                             std::string(42, ' ') +
                             "2         Z3    proved     0.00 s\n"
                             "Coq's 1 theorems are not run here: ./check --proofs checks them.\n");
}

TEST(Prove, InJsonHasEachFieldAndKeepsToTheLimits) {
  prover::Limits given;
  prover::Theorem fair = theorem("fair", Claim::proved, {});
  fair.decide = [&](const prover::Limits& limits) {
    given = limits;
    return prover::Verdict{Status::proved};
  };
  const Said said = said_by([&](Console& console) {
    return prove({.seconds = 7, .seed = 3, .format = "json"}, {fair}, console);
  });
  EXPECT_EQ(said.output, R"({"name":"fair","statement":"Every share is fair.","n":"2","tool":"Z3",)"
                         R"("status":"proved","seconds":0.000})"
                         "\n");
  EXPECT_EQ(given.time, std::chrono::seconds(7));
  EXPECT_EQ(given.seed, 3U);
}

TEST(Prove, TellsThoseThatAreNamedInTheOrderOfTheNames) {
  const std::vector<prover::Theorem> all = {theorem("a", Claim::proved, {Status::proved}),
                                            theorem("b", Claim::proved, {Status::proved}),
                                            theorem("c", Claim::proved, {Status::unknown})};
  const Said said = said_by([&](Console& console) {
    return prove({.names = {"b", "a"}, .format = "json"}, all, console);
  });
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.output.starts_with(R"({"name":"b",)")) << said.output;
  EXPECT_NE(said.output.find("\n{\"name\":\"a\","), std::string::npos) << said.output;
  EXPECT_EQ(said.output.find(R"("c")"), std::string::npos) << said.output;
}

TEST(Prove, ForPeopleBreaksAStatementOfMoreThan60BytesAtASpace) {
  const std::string a(30, 'a'), b(30, 'b');
  const auto told = [](const std::string& statement) {
    prover::Theorem one = theorem("name", Claim::proved, {Status::proved});
    one.statement = statement;
    const std::string output = proving({one}).output;
    const std::size_t begin = output.find('\n') + 1;
    return output.substr(begin, output.find("Coq's") - begin);
  };
  const std::string end = "  2         Z3    proved     0.00 s\n";
  EXPECT_EQ(told(a.substr(1) + " " + b), "name  " + a.substr(1) + " " + b + end);
  EXPECT_EQ(told(a + " " + b), "name  " + a + std::string(30, ' ') + end + "      " + b + "\n");
  const std::string sixty = a + " " + a.substr(1);
  EXPECT_EQ(told(sixty + " " + b), "name  " + sixty + end + "      " + b + "\n");
}

Said exploring(const PathsOptions& options, const std::vector<prover::Code>& codes) {
  return said_by([&](Console& console) { return prove_paths(options, codes, console); });
}

TEST(ProvePaths, TellsTheNumbersThatRefuteACode) {
  const prover::Refutation refutation{.claim = "the shares add up",
                                      .values = {{"total", exact::Rational(7)}, {"weight 0", {}}}};
  const Said said =
      exploring({.n_max = 1}, {code({.name = "solve", .paths = 3, .refuted = refutation})});
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.output.find("refuted"), std::string::npos) << said.output;
  EXPECT_EQ(
      said.errors,
      "warning: solve, n = 1: refuted: the shares add up fails for total = 7; weight 0 = 0;\n");
}

TEST(ProvePaths, HaveAColumnForEachField) {
  const prover::Code solve = code(
      {.name = "solve", .patterns = 2, .paths = 3, .queries = 4, .unknown = 5, .seconds = 1.25});
  EXPECT_EQ(
      exploring({.n_max = 1}, {solve}).output,
      "code                            n  patterns   paths   queries  unknown  status        "
      "time\n"
      "solve                           1         2       3         4        5  unknown     1.25 "
      "s\n");
  EXPECT_EQ(exploring({.n_max = 1, .as_json = true}, {solve}).output,
            R"({"name":"solve","n":1,"patterns":2,"paths":3,"queries":4,"unknown":5,)"
            R"("status":"unknown","seconds":1.250})"
            "\n");
}

TEST(ProvePaths, AreOfAShardOfTheMostClaimantsWithinTheLimits) {
  std::vector<std::size_t> asked;
  prover::Limits given;
  const prover::Code solve = {"solve", 1,
                              [&](const prover::Patterns& patterns, const auto& limits) {
                                asked = {patterns.n, patterns.first, patterns.step};
                                given = limits;
                                return Exploration{.paths = 1};
                              }};
  exploring({.n_max = 2, .codes = {"solve"}, .shard = "2/4", .seconds = 7, .seed = 3}, {solve});
  EXPECT_EQ(asked, (std::vector<std::size_t>{2, 1, 4}));
  EXPECT_EQ(given.time, std::chrono::seconds(7));
  EXPECT_EQ(given.seed, 3U);
}

TEST(ProvePaths, AreUnknownWhereAQueryIs) {
  const Said said = exploring({.n_max = 1}, {code({.name = "solve", .paths = 3, .unknown = 1})});
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.errors, "warning: solve, n = 1: unknown\n");
}

TEST(ProvePaths, LeaveOutWhatTakesLongUnlessItIsNamed) {
  const prover::Code solve = code({.name = "solve", .paths = 3});
  const Said all = exploring({.n_max = 2}, {solve});
  EXPECT_EQ(all.status, 0);
  EXPECT_EQ(all.errors,
            "warning: solve, n = 2: left out because it takes long; --code solve proves it\n");
  const Said named = exploring({.n_max = 2, .codes = {"solve"}}, {solve});
  EXPECT_EQ(named.status, 0);
  EXPECT_EQ(named.errors, "");
}

}  // namespace
}  // namespace fairshare::cli
