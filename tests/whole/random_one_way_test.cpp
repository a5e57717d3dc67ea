// One way from text to verdict: the content of a record decides, not its form. A list of claimants
// and a tree of one level are the same division, so they get the same verdict under every
// tolerance, for every scheduler that has both; and the base rule is the floor rule above what is
// paid first.
//
// More of them: RC_PARAMS="max_success=100000".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/registry.h"
#include "formats/judge_line.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using formats::Judging;
using formats::Rounding;
using formats::Tolerance;
using formats::Verdict;
using Judged = std::variant<std::vector<Verdict>, formats::RecordError>;

const std::vector<Rounding> roundings = {
    Rounding::exact,   Rounding::written, Rounding::to_double,  Rounding::to_float,
    Rounding::nearest, Rounding::down,    Rounding::apportioned};

int pick(int low, int high) {
  return *rc::gen::inRange(low, high + 1);
}

bool one_in(int n) {
  return pick(1, n) == 1;
}

Tolerance any_tolerance() {
  Tolerance tolerance;
  if (!one_in(4)) tolerance.rounding = *rc::gen::elementOf(roundings);
  if (one_in(3)) tolerance.within = Rational(pick(0, 4), 2);
  if (one_in(3)) tolerance.relative = Rational(pick(0, 3), 100);
  return tolerance;
}

// A share near `whole` in one of the notations that records know; as JSON.
std::string any_share(int whole) {
  switch (pick(0, 5)) {
    case 0:
      return fmt::format("\"{}\"", whole);
    case 1:
      return fmt::format("\"{}/{}\"", 3 * whole + pick(-1, 1), 3);
    case 2:
      return fmt::format("{}.{}", whole, pick(0, 9));
    case 3:
      return fmt::format("\"{}.5\"", whole);
    default:
      return fmt::format("{}", whole);
  }
}

struct Claimed {
  int weight = 1;
  int min_share = 0;
  std::optional<int> max_share = std::nullopt;
  int demand = 100;  // said always: where it is not, a pool of MR1 wants nothing, and a list all
  std::string share = {};  // JSON
};

struct Reported {
  int total = 0;
  std::vector<Claimed> claimants = {};
};

Reported any_division() {
  Reported reported{.total = pick(1, 30)};
  const int count = pick(1, 5);
  for (int i = 0; i < count; ++i) {
    Claimed claimed{.weight = pick(one_in(4) ? 0 : 1, 4)};
    if (one_in(3)) claimed.min_share = pick(0, 8);
    if (one_in(3)) claimed.max_share = claimed.min_share + pick(0, 8);
    if (one_in(3)) claimed.demand = pick(0, 20);
    claimed.share = any_share(pick(0, reported.total / count + 2));
    reported.claimants.push_back(claimed);
  }
  return reported;
}

void write_claimant(const Claimed& claimed, std::size_t index, formats::json::Writer& record) {
  record.begin_object().key("name").string(fmt::format("c{}", index));
  record.key("weight").number(fmt::format("{}", claimed.weight));
  if (claimed.min_share > 0) record.key("min_share").number(fmt::format("{}", claimed.min_share));
  if (claimed.max_share) record.key("max_share").number(fmt::format("{}", *claimed.max_share));
  record.key("demand").number(fmt::format("{}", claimed.demand));
  record.end_object();
}

// The record as a list, or as a tree of one level. The definition's tree reports a list of shares,
// the schedulers' trees report them by path.
std::string record_of(const Reported& reported, std::string_view scheduler, bool is_tree) {
  std::string text;
  formats::json::Writer record(text);
  record.begin_object().key("id").string("a").key("scheduler").string(scheduler);
  record.key("total").number(fmt::format("{}", reported.total));
  record.key(is_tree ? "tree" : "claimants").begin_array();
  for (std::size_t i = 0; i < reported.claimants.size(); ++i) {
    write_claimant(reported.claimants[i], i, record);
  }
  record.end_array().key("shares");
  const bool by_path = is_tree && scheduler != "fair";
  by_path ? record.begin_object() : record.begin_array();
  for (std::size_t i = 0; i < reported.claimants.size(); ++i) {
    if (by_path) record.key(fmt::format("/c{}", i));
    record.number(reported.claimants[i].share);
  }
  by_path ? record.end_object() : record.end_array();
  record.end_object();
  return text;
}

// What a verdict says, without names, which are paths in a tree.
std::string summary_of(const Judged& judged) {
  if (const auto* error = std::get_if<formats::RecordError>(&judged)) return error->error.code;
  std::string text;
  for (const Verdict& verdict : std::get<std::vector<Verdict>>(judged)) {
    text += fmt::format("{}", static_cast<int>(verdict.judgement));
    for (const auto& finding : verdict.findings) text += " " + finding.code;
    if (verdict.distance) text += " off by " + exact::to_text(*verdict.distance);
    if (verdict.fair) text += " R = " + exact::to_text(verdict.fair->ratio);
    const auto& comparison = verdict.division.comparison;
    if (comparison) text += comparison->matches ? " as computed" : " not as computed";
    for (const auto& share : verdict.division.reported) {
      text += fmt::format(" {}: {} to {}", share.text, exact::to_text(share.interval.low),
                          exact::to_text(share.interval.high));
    }
    text += "\n";
  }
  return text;
}

std::vector<std::string_view> schedulers_with_both() {
  std::vector<std::string_view> names = {"fair"};
  for (const schedulers::Scheduler& scheduler : schedulers::all_schedulers()) {
    const bool has_trees = !std::holds_alternative<std::monostate>(scheduler.tree);
    if (scheduler.level != nullptr && has_trees) names.push_back(scheduler.name);
  }
  return names;
}

RC_GTEST_PROP(RandomOneWay, AListAndATreeOfOneLevelGetTheSameVerdict, ()) {
  const Reported reported = any_division();
  const auto scheduler = *rc::gen::elementOf(schedulers_with_both());
  const Judging judging{.tolerance = any_tolerance()};
  const std::string list = record_of(reported, scheduler, false);
  const std::string tree = record_of(reported, scheduler, true);
  const Judged of_list = formats::judge_line(list, "f", 1, judging);
  RC_TAG(std::string(scheduler), of_list.index());
  RC_LOG() << list << "\n" << tree << "\n";
  RC_ASSERT(summary_of(of_list) == summary_of(formats::judge_line(tree, "f", 1, judging)));
}

// The oracle of the base rule: each share less its guarantee, exactly, with half of its last digit
// as the tolerance, is what the definition divides.
RC_GTEST_PROP(RandomOneWay, GuaranteesThatArePaidFirstAreTheFloorRuleAboveThem, ()) {
  const int count = pick(1, 4);
  std::vector<int> guarantees;  // in tenths; operations that want all there is
  int left = 10;
  for (int i = 0; i < count; ++i) {
    guarantees.push_back(pick(0, left / 2));
    left -= guarantees.back();
  }
  std::string tree =
      R"({"scheduler":"ytsaurus-2023","total_resource_limits":{"cpu":10},"tree":{"name":"r","children":[)";
  std::string shares;
  std::string claimants;
  std::string above;
  for (int i = 0; i < count; ++i) {
    const int hundredths = 10 * guarantees[static_cast<std::size_t>(i)] + pick(0, 100 / count);
    const std::string_view comma = i == 0 ? "" : ",";
    tree += fmt::format(
        R"({}{{"name":"c{}","strong_guarantee_resources":{{"cpu":{}}},"demand":{{"cpu":100}}}})",
        comma, i, guarantees[static_cast<std::size_t>(i)]);
    shares += fmt::format(R"({}"/c{}":{}.{:02})", comma, i, hundredths / 100, hundredths % 100);
    claimants += fmt::format("{}{{}}", comma);
    above += fmt::format(R"({}"{}/100")", comma,
                         hundredths - 10 * guarantees[static_cast<std::size_t>(i)]);
  }
  tree += fmt::format("]}},\"shares\":{{{}}}}}", shares);
  const std::string list =
      fmt::format(R"({{"total":"{}/10","claimants":[{}],"shares":[{}]}})", left, claimants, above);
  const auto of_tree =
      formats::judge_line(tree, "f", 1, {.tolerance = {.rounding = Rounding::written}});
  const auto of_list = formats::judge_line(
      list, "f", 1, {.tolerance = {.rounding = Rounding::exact, .within = Rational(1, 200)}});
  RC_LOG() << tree << "\n" << list << "\n";
  const auto& one = std::get<std::vector<Verdict>>(of_tree).front();
  const auto& other = std::get<std::vector<Verdict>>(of_list).front();
  RC_ASSERT(one.judgement == other.judgement);
}

TEST(OneWay, SharesAboveGuaranteesAreTakenAsTheyWereWritten) {
  const std::string tree =
      R"({"scheduler":"ytsaurus-2023","total_resource_limits":{"cpu":10},"tree":{"name":"r",)"
      R"("children":[{"name":"a","strong_guarantee_resources":{"cpu":6},"demand":{"cpu":100}},)"
      R"({"name":"b","strong_guarantee_resources":{"cpu":2},"demand":{"cpu":100}},)"
      R"({"name":"c","demand":{"cpu":100}}]},"shares":{"/a":0.67,"/b":0.27,"/c":0.07}})";
  const Judged judged =
      formats::judge_line(tree, "f", 1, {.tolerance = {.rounding = Rounding::written}});
  const Verdict& verdict = std::get<std::vector<Verdict>>(judged).front();
  EXPECT_EQ(verdict.judgement, formats::Judgement::fair);
  EXPECT_EQ(verdict.division.reported.back().text, "0.07");
}

TEST(OneWay, AnIntegerInAStringStandsForItselfInATreeToo) {
  const std::string rest = R"("name":"a","demand":100},{"name":"b","demand":100}])";
  const std::string tree =
      R"({"scheduler":"mr1","total":15,"tree":[{)" + rest + R"(,"shares":{"/a":"7","/b":"8"}})";
  const std::string list =
      R"({"scheduler":"mr1","total":15,"claimants":[{)" + rest + R"(,"shares":["7","8"]})";
  for (const std::string& record : {tree, list}) {
    const Judged judged =
        formats::judge_line(record, "f", 1, {.tolerance = {.rounding = Rounding::written}});
    EXPECT_EQ(std::get<std::vector<Verdict>>(judged).front().findings.front().code, "FS204");
  }
}

}  // namespace
}  // namespace fairshare::tests
