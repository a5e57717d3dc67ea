// From a division, with its numbers as they were written, to a case, with what they stand for.
#include "formats/verdict/division.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

WrittenNumber written(const std::string& text) {
  const auto number = std::get<exact::TextNumber>(exact::parse_number(text));
  return {text, number.value, number.last_digit};
}

// Claimants 0, 1, ... of weight 1 divide `total`.
Division division(const Rational& total, const std::vector<std::string>& shares) {
  Division result{.problem = {total, {}}};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::string index = std::to_string(i);
    result.problem.claimants.push_back({1, 0, {}});
    result.labels.push_back({.name = index, .field = "shares[" + index + "]"});
    result.shares.push_back(written(shares[i]));
  }
  return result;
}

Case made(Division one, const Tolerance& tolerance = {}) {
  auto result = case_of(std::move(one), tolerance);
  if (const auto* error = std::get_if<ShareError>(&result)) {
    ADD_FAILURE() << error->complaint.code;
    return {};
  }
  return std::get<Case>(std::move(result));
}

std::string shown(const Interval& interval) {
  return (interval.low_open ? "(" : "[") + exact::to_text(interval.low) + ", " +
         exact::to_text(interval.high) + (interval.high_open ? ")" : "]");
}

TEST(RuleName, IsThatOfVerdictsInJson) {
  EXPECT_EQ(name_of(Rule::floor), "floor");
  EXPECT_EQ(name_of(Rule::base), "base");
  EXPECT_EQ(name_of(Rule::dominant), "dominant");
  EXPECT_EQ(name_of(Rule::fifo), "fifo");
  EXPECT_EQ(name_of(Rule::computed), "computed");
}

TEST(CaseOf, TakesSharesAsUsualUnlessTheToleranceSaysHow) {
  Division one = division(10, {"3", "7"});
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "[5/2, 7/2]") << "as written";
  one.usual = Rounding::down;
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "[3, 4)");
  EXPECT_EQ(shown(made(one, {.rounding = Rounding::exact}).reported.at(0).interval), "[3, 3]");
}

TEST(CaseOf, WidensByTheToleranceAndByThePrecision) {
  Division one = division(10, {"3", "7"});
  one.usual = Rounding::exact;
  EXPECT_EQ(shown(made(one, {.within = 1}).reported.at(0).interval), "[2, 4]");
  EXPECT_EQ(shown(made(one, {.relative = Rational(1, 10)}).reported.at(0).interval), "[2, 4]")
      << "of the total";
  one.relative_to = 20;
  EXPECT_EQ(shown(made(one, {.relative = Rational(1, 10)}).reported.at(0).interval), "[1, 5]");
  one.precision = Rational(1, 2);
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "[5/2, 7/2]");
}

TEST(CaseOf, TakesOffWhatWasPaid) {
  Division one = division(8, {"5", "5"});
  one.usual = Rounding::nearest;
  one.labels[0].paid = 2;
  const Case result = made(one);
  EXPECT_EQ(result.reported.at(0).value, 3);
  EXPECT_EQ(result.reported.at(0).text, "5") << "for people it is what was written";
  EXPECT_EQ(shown(result.reported.at(0).interval), "[5/2, 7/2]");
  EXPECT_EQ(shown(made(one, {.rounding = Rounding::exact, .relative = Rational(1, 10)})
                      .reported.at(0)
                      .interval),
            "[2, 4]")
      << "a tenth of 8 and 2";
}

TEST(CaseOf, CutsWithinTheBoundsOnly) {
  Division one = division(10, {"3", "7"});
  one.usual = Rounding::cut;
  one.problem.claimants[1].max_share = Rational(6);
  const Case result = made(one);
  EXPECT_EQ(shown(result.reported.at(0).interval), "(2, 4)");
  EXPECT_EQ(shown(result.reported.at(1).interval), "[7, 7]");
  EXPECT_EQ(shown(made(one, {.within = 2}).reported.at(1).interval), "[5, 9]");
  one.problem.claimants[1].max_share = Rational(7);
  EXPECT_EQ(shown(made(one).reported.at(1).interval), "(6, 8)") << "a bound is within the bounds";
}

TEST(CaseOf, TakesAReportedTotalForTheRealsOfAShareOfTheSameText) {
  Division one = division(10, {"3", "7"});
  EXPECT_EQ(made(one).total, std::nullopt);
  one.reported_total = written("10");
  one.usual = Rounding::nearest;
  EXPECT_EQ(shown(*made(one).total), "[19/2, 21/2]");
  one.usual = Rounding::down;
  EXPECT_EQ(shown(*made(one).total), "[10, 11)");
  one.labels[1].paid = 2;
  EXPECT_EQ(shown(*made(one).total), "[8, 9)") << "without what was paid";
}

TEST(CaseOf, NeverHasATotalBelowNothing) {
  Division one = division(0, {"0"});
  one.usual = Rounding::nearest;
  one.reported_total = written("0");
  EXPECT_EQ(shown(*made(one).total), "[0, 1/2]");
  one.reported_total = written("-3");
  EXPECT_EQ(shown(*made(one).total), "[0, 0]");
  one.usual = Rounding::down;
  one.reported_total = written("-1");
  EXPECT_EQ(shown(*made(one).total), "[0, 0]") << "of what is below 0 nothing is left";
  one.usual = Rounding::apportioned;
  one.reported_total = written("0");
  EXPECT_EQ(shown(*made(one).total), "[0, 1)") << "0 is among what it stands for";
}

TEST(CaseOf, WidensATotalThatStandsForSeveralReals) {
  Division one = division(10, {"3", "7"});
  one.total = Interval{9, 11};
  EXPECT_EQ(shown(*made(one).total), "[9, 11]");
  EXPECT_EQ(shown(*made(one, {.within = 1}).total), "[8, 12]");
}

TEST(CaseOf, AddsUpWhereAllIsHandedOutAndNoSlackIsGiven) {
  Division one = division(10, {"3", "7"});
  EXPECT_FALSE(made(one).adds_up);
  EXPECT_TRUE(made(one, {.rounding = Rounding::apportioned}).adds_up);
  one.hands_out_all = true;
  EXPECT_TRUE(made(one).adds_up);
  EXPECT_FALSE(made(one, {.within = 1}).adds_up);
  EXPECT_TRUE(made(one, {.within = 0}).adds_up);
  EXPECT_FALSE(made(one, {.rounding = Rounding::exact}).adds_up);
}

TEST(CaseOf, LooksBeyondTheResolutionOnlyWhereNoToleranceIsSaid) {
  Division one = division(10, {"3", "7"});
  one.is_beyond_resolution = true;
  EXPECT_FALSE(made(one).is_beyond_resolution) << "without a model it has no resolution";
  one.comparison = ModelComparison{.scheduler = "s"};
  EXPECT_TRUE(made(one).is_beyond_resolution);
  EXPECT_FALSE(made(one, {.within = 1}).is_beyond_resolution);
  EXPECT_FALSE(made(one, {.rounding = Rounding::written}).is_beyond_resolution);
}

TEST(CaseOf, ComparesWithTheReleaseInDoublesWhereSharesAreRoundedToDoubles) {
  Division one = division(10, {"3", "7"});
  one.comparison = ModelComparison{.scheduler = "s", .matches_in_doubles = true};
  EXPECT_FALSE(made(one).comparison->matches);
  EXPECT_FALSE(made(one, {.rounding = Rounding::to_float}).comparison->matches);
  EXPECT_TRUE(made(one, {.rounding = Rounding::to_double}).comparison->matches);
  EXPECT_FALSE(made(one, {.rounding = Rounding::cut}).comparison->matches);
}

TEST(CaseOf, TellsWhichShareCannotHaveBeenRoundedSo) {
  const auto result = case_of(division(10, {"3", "6.5"}), {.rounding = Rounding::down});
  const auto* error = std::get_if<ShareError>(&result);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->label.name, "1");
  EXPECT_EQ(error->complaint.code, "FS015");
}

TEST(CaseOf, OfASourceHasItsPlaceAndItsTitleBeforeThePath) {
  Division one = division(10, {"3", "7"});
  one.path = "/p";
  one.label = "priority 50";
  const auto result = case_of(one, {}, {"\"a\"", "a", "f", 7});
  const Case& whole = std::get<Case>(result);
  EXPECT_EQ(whole.id, "\"a\"");
  EXPECT_EQ(whole.title, "a/p (priority 50)");
  EXPECT_EQ(whole.path, "/p");
  EXPECT_EQ(whole.file, "f");
  EXPECT_EQ(whole.line, 7U);
}

TEST(CaseOf, OfASourceTellsAnErrorWithItsPlace) {
  Division one = division(10, {"3", "6.5"});
  const auto told = [&] {
    const auto result = case_of(one, {.rounding = Rounding::down}, {"\"a\"", "a", "f", 7});
    const auto& error = std::get<InputError>(result);
    return error.code + " " + error.file + " " + std::to_string(error.line) + " " + error.claimant +
           " " + error.field;
  };
  EXPECT_EQ(told(), "FS015 f 7 1 shares[1]");
  one.labels[1].path = "/p/1";
  EXPECT_EQ(told(), "FS015 f 7 /p/1 shares[1]");
}

TEST(CasesOf, AreOneADivisionOrTheFirstError) {
  const std::vector<Division> good = {division(10, {"3", "7"}), division(3, {"3"})};
  const auto cases = cases_of(good, {}, {.title = "a"});
  EXPECT_EQ(std::get<std::vector<Case>>(cases).size(), 2U);
  const std::vector<Division> bad = {division(10, {"3", "7"}), division(3, {"2.5"})};
  const auto error = cases_of(bad, {.rounding = Rounding::nearest}, {.title = "a"});
  EXPECT_EQ(std::get<InputError>(error).code, "FS015");
}

TEST(CaseOf, CutsWithinTheMinimumAndWhatIsPaidToo) {
  Division one = division(10, {"3", "7"});
  one.usual = Rounding::cut;
  one.problem.claimants[0].min_share = 4;
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "[3, 3]") << "below its minimum";
  one.problem.claimants[0].min_share = 3;
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "(2, 4)");
  one.problem.claimants[0].min_share = 0;
  one.labels[0].paid = 2;
  one.labels[1].paid = 2;
  one.problem.claimants[1].max_share = Rational(5);
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "(0, 2)");
  EXPECT_EQ(shown(made(one).reported.at(1).interval), "(4, 6)") << "7 is 2 and its maximum";
  one.labels[0].paid = 4;
  EXPECT_EQ(shown(made(one).reported.at(0).interval), "[-1, -1]") << "less than is paid";
}

TEST(CaseOf, TakesAReportedTotalForTheDoubleThatItMeans) {
  Division one = division(Rational(1, 10), {"0.1"});
  one.usual = Rounding::to_double;
  one.reported_total = written("0.1");
  EXPECT_EQ(made(one).problem.total, exact::from_double(0.1));
  EXPECT_EQ(made(one, {.rounding = Rounding::written}).problem.total, Rational(1, 10));
  one.reported_total = written("-0.5");
  EXPECT_EQ(made(one).problem.total, 0);
  one.reported_total = written("2.5");
  one.labels[0].paid = 2;
  EXPECT_EQ(made(one).problem.total, Rational(1, 2)) << "without what was paid";
}

TEST(CaseOf, WidensAReportedTotalByTheToleranceAndNotByThePrecision) {
  Division one = division(10, {"3", "7"});
  one.usual = Rounding::nearest;
  one.reported_total = written("10");
  one.precision = Rational(1, 4);
  EXPECT_EQ(shown(*made(one).total), "[19/2, 21/2]");
  EXPECT_EQ(shown(*made(one, {.within = 1}).total), "[17/2, 23/2]");
}

TEST(CaseOf, JudgesWholeUnitsWhereTheMethodIsSaid) {
  Division one = division(10, {"3", "7"});
  EXPECT_EQ(made(one).units, std::nullopt);
  EXPECT_EQ(made(one, {.rounding = Rounding::nearest}).units, std::nullopt);
  const Case units = made(one, {.rounding = Rounding::dhondt});
  EXPECT_EQ(units.units, Units::dhondt);
  EXPECT_TRUE(units.adds_up);
}

TEST(CaseOf, TellsWhyWholeUnitsCannotBeJudged) {
  const auto told = [](const Division& one, const Tolerance& tolerance) {
    const auto result = case_of(one, tolerance);
    const auto* error = std::get_if<ShareError>(&result);
    if (error == nullptr) return std::string("a case");
    return error->complaint.code + " " + error->label.name + " " + error->label.field + ": " +
           error->complaint.message;
  };
  const Tolerance webster{.rounding = Rounding::webster};
  const Division one = division(10, {"3", "7"});
  EXPECT_EQ(told(one, webster), "a case");
  for (const Tolerance& slack :
       {Tolerance{.rounding = Rounding::webster, .within = 1},
        Tolerance{.rounding = Rounding::webster, .relative = Rational(1, 10)}}) {
    EXPECT_EQ(told(one, slack),
              "FS018  webster: whole units are judged as they are: leave out within and relative, "
              "or use the rounding \"apportioned\"");
  }
  Division half = one;
  half.problem.total = Rational(21, 2);
  EXPECT_EQ(told(half, webster),
            "FS016  total: the total is not whole, so whole units cannot add up to it");
  const std::string bound = ": the bound is not whole, so whole units cannot keep it";
  half = one;
  half.names = {"minResources", "maxResources", ""};
  half.problem.claimants[1].min_share = Rational(1, 2);
  EXPECT_EQ(told(half, webster), "FS016 1 minResources" + bound);
  half.problem.claimants[1] = {1, 0, Rational(15, 2)};
  EXPECT_EQ(told(half, webster), "FS016 1 maxResources" + bound);
}

TEST(CaseOf, KeepsWhatTheDivisionSays) {
  Division one = division(10, {"3", "7"});
  one.resource = "memory";
  one.rule = Rule::fifo;
  one.names = {"minResources", "maxResources", "demand"};
  one.notes = {"a note"};
  const Case result = made(one);
  EXPECT_EQ(result.resource, "memory");
  EXPECT_EQ(full_title_of(result), ", memory");
  EXPECT_EQ(result.rule, Rule::fifo);
  EXPECT_EQ(result.names.max_share, "maxResources");
  EXPECT_EQ(result.notes, std::vector<std::string>{"a note"});
  const auto of_document = case_of(one, {}, {.title = "root", .is_document = true});
  EXPECT_TRUE(std::get<Case>(of_document).is_of_document);
  EXPECT_EQ(full_title_of(std::get<Case>(of_document)), "root, memory");
}

}  // namespace
}  // namespace fairshare::formats
