// Every recorded run of a real scheduler's code, replayed as `solve` and `verify` read it: what its
// model computes, bit for bit, what is fair by its own rule, and the verdict. Runs in the
// repository's root.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/kubernetes/volcano.h"
#include "formats/inputs.h"
#include "formats/report/text.h"
#include "formats/verdict/verdict.h"
#include "preemption/snapshot.h"
#include "tests/json_values.h"

namespace fairshare::tests {
namespace {

using namespace formats;
using exact::Rational;

// The records of a file, of one scheduler or of all.
std::vector<Value> recorded(const std::string& name, std::string_view scheduler = "") {
  std::vector<Value> records;
  std::ifstream file("vectors/recorded/" + name + ".ndjson");
  for (std::string line; std::getline(file, line);) {
    Value record = read(line);
    if (scheduler.empty() || text_at(record, "scheduler") == scheduler) {
      records.push_back(std::move(record));
    }
  }
  return records;
}

SchedulerRecord record_of(const Value& value, const std::string& scheduler) {
  return {"", 1, schedulers::find_scheduler(scheduler).value(), value};
}

std::variant<std::string, InputError> try_answer(const Value& record, const TreeOptions& options) {
  return answer(record_of(record, text_at(record, "scheduler")), "recorded", options);
}

Value answer_to(const Value& record, const TreeOptions& options) {
  const auto answered = try_answer(record, options);
  if (const auto* error = std::get_if<InputError>(&answered)) {
    throw std::runtime_error(describe(*error));
  }
  return read(std::get<std::string>(answered));
}

std::vector<Verdict> verdicts_on(const Value& record, const std::string& scheduler) {
  auto cases = cases_of(record_of(record, scheduler), "recorded", {}, TreeOptions{});
  if (const auto* error = std::get_if<InputError>(&cases)) {
    throw std::runtime_error(describe(*error));
  }
  std::vector<Verdict> verdicts;
  for (Case& one : std::get<std::vector<Case>>(cases)) verdicts.push_back(judge(std::move(one)));
  return verdicts;
}

Value with_shares(const Value& record, Value shares) {
  Value result = record;
  std::get<json::Object>(result.is).push_back({"shares", std::move(shares)});
  return result;
}

// Claimants of one level, and trees of Hadoop.

constexpr std::array levels = {"hadoop", "apf",    "koordinator",      "volcano",
                               "kai",    "armada", "minimal_examples", "volcano_joint"};

// One answer or, if an order is not known, several.
std::vector<Value> shares_in(const Value& answer) {
  std::vector<Value> answers;
  if (!has_member(answer, "shares")) return answers;
  answers.push_back(at(answer, "shares"));
  if (!has_member(answer, "alternatives")) return answers;
  for (const Value& other : list_at(answer, "alternatives")) answers.push_back(other);
  return answers;
}

// A release does not notice that an integer wraps, and these recordings do not tell either.
std::string outcome_without_overflow(const Value& answer) {
  const std::string outcome = text_at(answer, "outcome");
  return outcome == "overflow" ? "shares" : outcome;
}

// Of so many records, so many have the recorded shares as the first answer, all answers, several.
using Counts = std::array<int, 4>;

void compare_level(const std::string& file, const Value& record, Counts& counts) {
  SCOPED_TRACE(text_at(record, "id"));
  const Value answer = answer_to(record, {});
  EXPECT_EQ(
      file == "minimal_examples" ? outcome_without_overflow(answer) : text_at(answer, "outcome"),
      text_at(record, "outcome"));
  EXPECT_EQ(text_at(answer, "message"), text_at(record, "error"));
  const std::vector<Value> answers = shares_in(answer);
  for (const Value& seen : shares_in(record)) {
    EXPECT_EQ(std::ranges::count_if(answers, [&](const Value& one) { return is_same(one, seen); }),
              1);
  }
  if (const Value* ratio = json::find(record, "R")) {
    EXPECT_TRUE(is_same(at(answer, "ratio"), *ratio));
  }
  if (const Value* variants = json::find(record, "variants")) {  // seen in 40 runs
    EXPECT_GE(static_cast<double>(answers.size()), double_of(*variants));
  }
  const bool is_first = !answers.empty() && is_same(answers.front(), at(record, "shares"));
  counts[0] += 1;
  counts[1] += is_first;
  counts[2] += !has_member(answer, "complete");
  counts[3] += answers.size() > 1;
}

TEST(Recorded, LevelsAreWhatTheModelsCompute) {
  std::map<std::string, Counts> counts;
  for (const std::string file : levels) {
    for (const Value& record : recorded(file)) {
      compare_level(file, record, counts[file + " " + text_at(record, "scheduler")]);
    }
  }
  const std::map<std::string, Counts> expected = {
      {"apf apf", {200, 163, 200, 0}},
      {"armada armada", {200, 200, 200, 0}},
      {"hadoop mr1", {150, 150, 150, 0}},
      {"hadoop yarn-2.2", {150, 141, 150, 0}},
      {"hadoop yarn-2.5", {120, 112, 120, 0}},
      {"hadoop yarn-2.7", {150, 141, 150, 0}},
      {"hadoop yarn-3", {150, 148, 150, 0}},
      {"hadoop yarn-3.0", {120, 115, 120, 0}},
      {"kai kai", {200, 197, 188, 5}},
      {"koordinator koordinator", {200, 200, 200, 0}},
      {"koordinator koordinator_pre2876", {200, 200, 200, 0}},
      {"minimal_examples apf", {4, 2, 4, 0}},
      {"minimal_examples armada", {1, 1, 1, 0}},
      {"minimal_examples kai", {4, 4, 4, 1}},
      {"minimal_examples koordinator", {6, 6, 6, 0}},
      {"minimal_examples koordinator_pre2876", {2, 2, 2, 0}},
      {"minimal_examples volcano", {5, 5, 5, 0}},
      {"volcano volcano", {200, 183, 185, 30}},
      {"volcano_joint volcano", {200, 197, 200, 12}}};
  EXPECT_EQ(counts, expected);
}

// The queues' real capabilities, from which it begins, and the rounds after which it ends.
TEST(Recorded, VolcanoBeginsAndEndsAsItsModel) {
  int same_rounds = 0;
  for (const Value& record : recorded("volcano")) {
    schedulers::volcano::Resource resource{.total = double_of(at(record, "total"))};
    for (const Value& queue : list_at(record, "claimants")) {
      resource.queues.push_back({static_cast<std::int32_t>(double_of(at(queue, "weight"))),
                                 double_of(at(queue, "min_share")),
                                 double_of(at(queue, "max_share")),
                                 double_of(at(queue, "demand"))});
    }
    std::vector<double> expected;
    for (const Value& one : list_at(record, "effective_max")) expected.push_back(double_of(one));
    EXPECT_EQ(schedulers::volcano::real_capabilities(resource), expected) << text_at(record, "id");
    same_rounds += is_same(at(answer_to(record, {}), "rounds"), at(record, "rounds"));
  }
  EXPECT_EQ(same_rounds, 191) << "the others took their queues in another order";
}

TEST(Recorded, TreesOfHadoopAreWhatTheModelsCompute) {
  std::map<std::string, int> counts;
  for (const Value& record : recorded("hadoop_trees")) {
    SCOPED_TRACE(text_at(record, "id"));
    const std::string category = text_at(record, "category");
    const Value answer = answer_to(record, {.steady = category == "steady"});
    EXPECT_EQ(outcome_without_overflow(answer), text_at(record, "outcome"));
    if (const Value* shares = json::find(record, "shares")) {
      EXPECT_TRUE(has(at(answer, "shares"), *shares));
    }
    ++counts[text_at(record, "scheduler") + " " + category];
  }
  const std::map<std::string, int> expected = {{"mr1 ", 150},           {"yarn-2.7 ", 80},
                                               {"yarn-2.7 steady", 80}, {"yarn-3 ", 80},
                                               {"yarn-3 steady", 80},   {"yarn-3.0 ", 80}};
  EXPECT_EQ(counts, expected);
}

// The snapshot of a line, as it stands there.
std::string snapshot_in(const std::string& line) {
  constexpr std::string_view before = "\"snapshot\":";
  const std::size_t begin = line.find(before) + before.size();
  return line.substr(begin, line.find(",\"to_preempt\":") - begin);
}

TEST(Recorded, PreemptionIsWhatTheModelsCompute) {
  std::map<std::string, int> counts;
  std::ifstream file("vectors/recorded/hadoop_preemption.ndjson");
  for (std::string line; std::getline(file, line);) {
    const auto snapshot = preemption::read_snapshot(snapshot_in(line), "recorded", 1, {});
    const Value answer =
        read(preemption::preemption_json(std::get<preemption::Snapshot>(snapshot)));
    json::Object amounts;
    for (const Value& starved : list_at(answer, "starved")) {
      const Value& reclaim = at(starved, "reclaim");
      if (double_of(reclaim) != 0) amounts.push_back({text_at(starved, "claimant"), reclaim});
    }
    const Value record = read(line);
    EXPECT_TRUE(is_same({amounts}, at(record, "to_preempt"))) << line;
    ++counts[text_at(at(record, "snapshot"), "scheduler")];
  }
  const std::map<std::string, int> expected = {{"mr1", 150}, {"yarn-2.7", 150}};
  EXPECT_EQ(counts, expected);
}

// Trees of YTsaurus.

TEST(Recorded, EveryFieldOfTreesOfYtsaurusIsWhatTheModelsCompute) {
  std::map<std::string, int> counts;
  for (const Value& record : recorded("ytsaurus")) {
    const Value answer = answer_to(record, {.details = true});
    const Value& expected = at(record, "expected");
    EXPECT_EQ(members_at(answer, "details").size(), members_at(expected, "shares").size());
    for (const auto& [path, fields] : members_at(expected, "shares")) {
      EXPECT_TRUE(is_same(at(at(answer, "details"), path), fields))
          << text_at(record, "id") << " " << path;
      ++counts[text_at(record, "scheduler")];
    }
    for (const auto* const count : {"alerts", "errors", "warnings"}) {
      EXPECT_EQ(text_at(answer, count), text_at(expected, count)) << text_at(record, "id");
    }
  }
  const std::map<std::string, int> expected = {{"ytsaurus-2019", 2704}, {"ytsaurus-2023", 370}};
  EXPECT_EQ(counts, expected);
}

TEST(Recorded, EveryShareOfTreesOf2018IsWhatTheModelComputes) {
  for (Value record : recorded("ytsaurus", "ytsaurus-2019")) {
    const Value& expected = at(record, "expected_2018_03_fair_share_ratio");
    const auto answer = formats::answer(record_of(record, "ytsaurus-2018"), "recorded", {});
    EXPECT_TRUE(is_same(at(read(std::get<std::string>(answer)), "shares"), expected))
        << text_at(record, "id");
  }
}

// Trees with integral guarantees: what was recorded under which name, and what it is in the
// details.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> recorded_parts = {
    std::pair("fair_share", "fair_share"), std::pair("strong", "strong_guarantee"),
    std::pair("integral", "integral_guarantee"),
    std::pair("weight_proportional", "weight_proportional")};

bool stops(const Value& record) {
  return has_member(at(record, "expected"), "crash");
}

TEST(Recorded, EveryPartOfTreesWithIntegralGuaranteesIsWhatTheModelComputes) {
  int stopped = 0;
  for (const Value& record : recorded("ytsaurus_integral")) {
    SCOPED_TRACE(text_at(record, "id"));
    const Value answer = answer_to(record, {.details = true});
    const Value& expected = at(record, "expected");
    if (stops(record)) {
      EXPECT_EQ(text_at(answer, "outcome"), "error");
      ++stopped;
      continue;
    }
    EXPECT_EQ(text_at(answer, "errors"), text_at(expected, "errors"));
    EXPECT_EQ(members_at(answer, "details").size(), members_at(expected, "shares").size());
    for (const auto& [path, fields] : members_at(expected, "shares")) {
      const Value& details = at(at(answer, "details"), path);
      for (const auto& [name, in_details] : recorded_parts) {
        EXPECT_TRUE(is_same(at(at(details, in_details), "cpu"), at(fields, name))) << path << name;
      }
    }
  }
  EXPECT_EQ(stopped, 1);
}

// What is fair.

TEST(Recorded, LevelsHaveTheFairDivisionByTheirOwnRule) {
  int count = 0;
  for (const std::string file : levels) {
    for (const Value& record : recorded(file)) {
      if (!has_member(record, "rule")) continue;
      const Value& fair = at(record, "fair_if_" + text_at(record, "rule"));
      SCOPED_TRACE(text_at(record, "id"));
      EXPECT_TRUE(is_same(answer_to(record, {.fair = true}), fair));
      ++count;
      const bool is_judged =
          text_at(record, "outcome") == "shares" && text_at(fair, "outcome") == "allocation";
      if (!is_judged) continue;
      const Verdict verdict = verdicts_on(record, text_at(record, "scheduler")).front();
      for (std::size_t i = 0; i < verdict.claimants; ++i) {
        EXPECT_EQ(verdict.fair.value().shares[i] + verdict.division.labels[i].paid,
                  rational_of(std::get<std::string>(list_at(fair, "shares")[i].is)));
      }
    }
  }
  EXPECT_EQ(count, 1222);
}

// The exact shares were recorded as the doubles next to them.
TEST(Recorded, TreesOf2019HaveTheFairDivisionByTheirOwnRule) {
  int trees = 0;
  for (const Value& record : recorded("ytsaurus", "ytsaurus-2019")) {
    if (!has_member(record, "exact_fair_share_ratio")) continue;
    const Value answer = answer_to(record, {.fair = true});
    for (const auto& [path, share] : members_at(record, "exact_fair_share_ratio")) {
      EXPECT_EQ(exact::to_double(rational_of(text_at(at(answer, "shares"), path))),
                double_of(share))
          << text_at(record, "id") << " " << path;
    }
    ++trees;
  }
  EXPECT_EQ(trees, 168);
}

// How many recorded shares are those of the rule in exact numbers.
int compare_with_fair(const Value& record, std::string_view name) {
  const auto answered = try_answer(record, {.fair = true});
  if (members_at(record, "total_resource_limits").size() > 1) {
    EXPECT_EQ(std::get<InputError>(answered).code, "FS018");
    return 0;
  }
  int ratios = 0;
  const Value fair = read(std::get<std::string>(answered));
  for (const auto& [path, fields] : members_at(at(record, "expected"), "shares")) {
    EXPECT_NEAR(exact::to_double(rational_of(text_at(at(fair, "shares"), path))),
                double_of(at(fields, name)), 1e-9)
        << text_at(record, "id") << " " << path;
    ++ratios;
  }
  return ratios;
}

TEST(Recorded, TreesOf2023AreFairByTheBaseRuleWhereThereIsOneResource) {
  int ratios = 0;
  for (const Value& record : recorded("ytsaurus", "ytsaurus-2023")) {
    ratios += compare_with_fair(record, "fair_share_ratio");
  }
  EXPECT_GT(ratios, 100);
  ratios = 0;
  for (const Value& record : recorded("ytsaurus_integral")) {
    if (!stops(record)) ratios += compare_with_fair(record, "fair_share");
  }
  EXPECT_EQ(ratios, 1794);
}

// Verdicts.

// Whether doubles hold everything that is divided.
bool is_held_exactly(const Problem<Rational>& problem) {
  const Rational most(exact::Integer(1) << 53U);
  return problem.total <= most && std::ranges::all_of(problem.claimants, [&](const auto& claimant) {
           return claimant.min_share <= most && claimant.max_share.value_or(0) <= most;
         });
}

// Of whatever YARN returned without a fault, from bounds that doubles hold.
TEST(Recorded, LevelsOfHadoopAreAsComputedAndNeverAUnitBelowTheFairShare) {
  int judged = 0;
  for (const Value& record : recorded("hadoop")) {
    SCOPED_TRACE(text_at(record, "id"));
    const std::string scheduler = text_at(record, "scheduler");
    if (text_at(record, "outcome") != "shares") continue;
    const Verdict verdict = verdicts_on(record, scheduler).front();
    EXPECT_TRUE(verdict.division.comparison.value().matches);
    if (scheduler == "mr1") {
      EXPECT_NE(verdict.judgement, Judgement::unfair) << "it is within the resolution";
      continue;
    }
    if (!verdict.fair || verdict.unclaimed || !is_held_exactly(verdict.division.problem)) continue;
    ++judged;
    for (std::size_t i = 0; i < verdict.claimants; ++i) {
      EXPECT_GT(verdict.division.reported[i].value, verdict.fair->shares[i] - 1);
    }
  }
  EXPECT_GT(judged, 300);
}

struct Tally {
  int cases = 0;
  int fair = 0;
  int within = 0;  // unfair, but no further off than the resolution
  int overcommitted = 0;
};

// Of the pools with the shares that the scheduler computes, as it reports them.
Tally judge_all(const std::string& scheduler) {
  Tally tally;
  for (const Value& record : recorded("ytsaurus", "ytsaurus-2019")) {
    const auto answer = formats::answer(record_of(record, scheduler), "recorded", {});
    const Value reported = with_shares(record, at(read(std::get<std::string>(answer)), "shares"));
    for (const Verdict& verdict : verdicts_on(reported, scheduler)) {
      ++tally.cases;
      EXPECT_TRUE(verdict.division.comparison.value().matches) << verdict.division.title;
      Case without_model = verdict.division;
      without_model.comparison = std::nullopt;
      const Verdict alone = judge(std::move(without_model));
      tally.overcommitted += verdict.judgement == Judgement::overcommitted && alone.excess;
      tally.fair += !alone.excess && alone.judgement == Judgement::fair;
      tally.within += alone.judgement == Judgement::unfair && alone.distance &&
                      *alone.distance <= *verdict.division.comparison->resolution;
    }
  }
  return tally;
}

TEST(Recorded, EveryPoolOf2019IsFairToWithinTheResolution) {
  const Tally tally = judge_all("ytsaurus-2019");
  EXPECT_EQ(tally.cases, 1327);
  EXPECT_EQ(tally.fair + tally.within, tally.cases);
  EXPECT_GT(tally.fair, 400);  // 509 where this was written: those without a rounding
}

// That one has minimums above what it was given (FindingY3), and hands out the minimums.
TEST(Recorded, EveryPoolOf2018ButOneIsFairToWithinTheResolution) {
  const Tally tally = judge_all("ytsaurus-2018");
  EXPECT_EQ(tally.cases, 1327);
  EXPECT_EQ(tally.fair + tally.within, tally.cases - 1);
  EXPECT_EQ(tally.overcommitted, 1);
}

// How many divisions are judged fair, and as computed, if this was reported.
int count_fair(const Value& record, std::string_view name) {
  json::Object shares;
  for (const auto& [path, fields] : members_at(at(record, "expected"), "shares")) {
    shares.push_back({path, at(fields, name)});
  }
  int count = 0;
  for (const Verdict& verdict : verdicts_on(with_shares(record, {shares}), "ytsaurus-2023")) {
    EXPECT_EQ(verdict.judgement, Judgement::fair) << verdict_text(verdict);
    EXPECT_TRUE(verdict.division.comparison.value().matches) << verdict.division.title;
    ++count;
  }
  return count;
}

TEST(Recorded, EveryPoolOf2023IsFairAndAsComputed) {
  int count = 0;
  for (const Value& record : recorded("ytsaurus", "ytsaurus-2023")) {
    count += count_fair(record, "fair_share_ratio");
  }
  EXPECT_GT(count, 100);
  count = 0;
  for (const Value& record : recorded("ytsaurus_integral")) {
    if (!stops(record)) count += count_fair(record, "fair_share");
  }
  EXPECT_GT(count, 800);
}

}  // namespace
}  // namespace fairshare::tests
