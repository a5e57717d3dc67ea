// Answers: one line of JSON each, byte for byte.
#include "formats/records/answers.h"

#include <gtest/gtest.h>

#include <limits>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

template <class Number>
TreeSolution<Number> over(DividerIndex at, Number excess) {
  return NoAllocationAt<Number>{at, Overcommitted<Number>{excess}};
}

template <class Number>
TreeSolution<Number> surplus(DividerIndex at, Number unclaimed) {
  return NoAllocationAt<Number>{at, Surplus<Number>{unclaimed}};
}

std::string text_of(const Record& record, const TreeSolution<double>& solution) {
  const std::string text = answer(record, solution);
  EXPECT_TRUE(std::holds_alternative<json::Value>(json::parse(text))) << text;
  return text;
}

std::string text_of(const Record& record, const TreeSolution<Rational>& solution) {
  const std::string text = answer(record, solution);
  EXPECT_TRUE(std::holds_alternative<json::Value>(json::parse(text))) << text;
  return text;
}

Record record_with(std::string id, bool is_tree = false) {
  Record record;
  record.id = std::move(id);
  record.is_tree = is_tree;
  record.names = {"prod", "prod/e\"tl"};
  return record;
}

TEST(Answer, WritesExactNumbersAsStrings) {
  const TreeAllocation<Rational> allocation{
      {Rational(40, 3), Rational(80, 3), 60}, Rational(40, 3), {{}, {}, {}}};
  EXPECT_EQ(text_of(record_with("\"a\""), allocation),
            R"({"id":"a","outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]})");
}

TEST(Answer, WritesDoublesSoThatTheyAreReadBack) {
  const TreeAllocation<double> allocation{
      {0.1, 60, 1e22, 5e-324, 123456789012345680.0, std::numeric_limits<double>::max()},
      40.0 / 3,
      std::vector<std::optional<double>>(6)};
  EXPECT_EQ(text_of(record_with("17"), allocation),
            R"({"id":17,"outcome":"allocation","ratio":13.333333333333334,"shares":)"
            R"([0.1,60,1e+22,5e-324,1.2345678901234568e+17,1.7976931348623157e+308]})");
}

TEST(Answer, WritesAnInfiniteRatioAsAString) {
  const TreeAllocation<double> allocation{{1}, std::numeric_limits<double>::infinity(), {{}}};
  EXPECT_EQ(text_of(record_with(""), allocation),
            R"({"outcome":"allocation","ratio":"Infinity","shares":[1]})");
}

TEST(Answer, WritesNoSharesAsAnEmptyList) {
  EXPECT_EQ(text_of(record_with("1"), TreeAllocation<Rational>{{}, 0, {}}),
            R"({"id":1,"outcome":"allocation","ratio":"0","shares":[]})");
}

TEST(Answer, WritesTheRatiosOfATree) {
  const TreeAllocation<Rational> allocation{{10, 10}, 10, {Rational(5, 2), std::nullopt}};
  EXPECT_EQ(
      text_of(record_with("\"t\"", true), allocation),
      R"({"id":"t","outcome":"allocation","ratio":"10","ratios":["5/2",null],"shares":["10","10"]})");
  const TreeAllocation<double> rounded{{10, 10}, 10, {2.5, std::nullopt}};
  EXPECT_EQ(text_of(record_with("\"t\"", true), rounded),
            R"({"id":"t","outcome":"allocation","ratio":10,"ratios":[2.5,null],"shares":[10,10]})");
}

TEST(Answer, SaysByHowMuchThereIsNoAllocation) {
  EXPECT_EQ(text_of(record_with("\"a\""), over<Rational>({}, 6)),
            R"({"id":"a","outcome":"overcommitted","excess":"6"})");
  EXPECT_EQ(text_of(record_with("\"a\""), surplus<Rational>({}, Rational(1, 3))),
            R"({"id":"a","outcome":"surplus","unclaimed":"1/3"})");
  EXPECT_EQ(text_of(record_with("\"a\""), over<double>({}, 0.5)),
            R"({"id":"a","outcome":"overcommitted","excess":0.5})");
}

TEST(Answer, NamesTheNodeAtWhichATreeEnds) {
  EXPECT_EQ(text_of(record_with("\"t\"", true), surplus<Rational>(1, 3)),
            R"({"id":"t","outcome":"surplus","at":"prod/e\"tl","unclaimed":"3"})");
  EXPECT_EQ(text_of(record_with("\"t\"", true), over<double>(0, 3)),
            R"({"id":"t","outcome":"overcommitted","at":"prod","excess":3})");
}

TEST(Answer, InWholeUnitsIsRefusedWhereANumberIsNotWhole) {
  const auto refused = [](Rational total, Claimant<Rational> claimant,
                          std::optional<Rational> demand) {
    Record record;
    record.line = 7;
    record.tree = {std::move(total), {{{1, 0, {}}, {}}}};
    record.names = {"x", "y"};
    record.tree.nodes.push_back({std::move(claimant), {}});
    record.demands = {std::nullopt, std::move(demand)};
    const auto answered = units_answer(record, "f", Units::dhondt);
    const auto& error = std::get<InputError>(answered);
    EXPECT_EQ(error.file, "f");
    EXPECT_EQ(error.line, 7U);
    return error.code + " " + error.claimant + " " + error.field + ": " + error.message;
  };
  const Rational half(1, 2);
  EXPECT_EQ(refused(half, {1}, {}),
            "FS016  total: the total is not whole, so whole units cannot add up to it");
  const std::string bound = ": the bound is not whole, so whole units cannot keep it";
  EXPECT_EQ(refused(9, {1, half, {}}, {}), "FS016 y min_share" + bound);
  EXPECT_EQ(refused(9, {1, 0, half}, {}), "FS016 y max_share" + bound);
  EXPECT_EQ(refused(9, {1, 0, half}, half), "FS016 y demand" + bound);
  EXPECT_EQ(refused(9, {1, 0, half}, 3), "FS016 y max_share" + bound) << "the demand is whole";
}

TEST(Answer, InWholeUnitsNamesThoseThatAreTiedAmongTheirSiblings) {
  // The children of p are tied for the last of its 3 units.
  Record record;
  record.id = "1";
  record.is_tree = true;
  record.names = {"p", "p/x", "p/y", "q"};
  record.tree = {10, {{{1, 0, {}}, {}}, {{1, 0, {}}, 0}, {{1, 0, {}}, 0}, {{2, 0, {}}, {}}}};
  record.total = 10;
  EXPECT_EQ(std::get<std::string>(units_answer(record, "f", Units::webster)),
            R"({"id":1,"outcome":"allocation","ratio":"13/4","ratios":["3/2",null,null,null],)"
            R"("shares":["3","2","1","7"],"tied":["p/x","p/y"]})");
  const std::string apportioned = std::get<std::string>(apportioned_answer(record, "f"));
  EXPECT_EQ(apportioned.find("tied"), std::string::npos) << apportioned;
  record.tree.nodes[1].claimant.weight = 2;
  const std::string decided = std::get<std::string>(units_answer(record, "f", Units::webster));
  EXPECT_TRUE(decided.ends_with(R"("shares":["3","2","1","7"]})")) << decided;
}

}  // namespace
}  // namespace fairshare::formats
