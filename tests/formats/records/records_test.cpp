// Records: what a line says, and what is wrong with it and where.
#include "formats/records/records.h"

#include <gtest/gtest.h>

#include <limits>

#include "fairshare/model/problem.h"
#include "formats/inputs.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

Record read(std::string_view line) {
  const auto result = read_record(line, "f", 7);
  if (const auto* record = std::get_if<Record>(&result)) return *record;
  const auto& error = std::get<RecordError>(result);
  ADD_FAILURE() << line << ": " << error.error.code << " " << describe(error.error);
  return {};
}

RecordError refused(std::string_view line) {
  const auto result = read_record(line, "f", 7);
  if (const auto* error = std::get_if<RecordError>(&result)) {
    EXPECT_EQ(error->error.file, "f");
    EXPECT_EQ(error->error.line, 7U);
    EXPECT_FALSE(error->error.message.empty());
    return *error;
  }
  ADD_FAILURE() << "not refused: " << line;
  return {};
}

// "id code claimant field": what a program needs to know about a refusal.
std::string place(std::string_view line) {
  const RecordError error = refused(line);
  return error.id + " " + error.error.code + " " + error.error.claimant + " " + error.error.field;
}

std::string message(std::string_view line) {
  return refused(line).error.message;
}

// The one claimant of a record, whose fields are `fields`.
Claimant<Rational> claimant(const std::string& fields, const std::string& numbers = "exact") {
  const Record record =
      read(R"({"total":1,"claimants":[{)" + fields + R"(}],"numbers":")" + numbers + "\"}");
  return record.tree.nodes.empty() ? Claimant<Rational>{} : record.tree.nodes[0].claimant;
}

std::string claimant_refused(const std::string& fields, const std::string& numbers = "exact") {
  return refused(R"({"total":1,"claimants":[{)" + fields + R"(}],"numbers":")" + numbers + "\"}")
      .error.code;
}

WrittenNumber share(const std::string& text, const std::string& numbers = "exact") {
  const Record record = read(R"({"total":1,"claimants":[{}],"shares":[)" + text +
                             R"(],"numbers":")" + numbers + "\"}");
  return record.shares ? record.shares->at(0) : WrittenNumber{};
}

TEST(Record, SaysWhatItSays) {
  const Record record = read(
      R"({"id":"a","scheduler":"fair","numbers":"exact","total":100,"claimants":[)"
      R"({"name":"prod","weight":2,"min_share":10,"max_share":60,"demand":80},{}],"shares":[60,40]})");
  EXPECT_EQ(record.id, "\"a\"");
  EXPECT_EQ(record.line, 7U);
  EXPECT_EQ(record.numbers, Numbers::exact);
  EXPECT_EQ(record.total, 100);
  EXPECT_FALSE(record.is_tree);
  EXPECT_EQ(record.tree, (Tree<Rational>{100, {{{2, 10, Rational(60)}, {}}, {{1, 0, {}}, {}}}}));
  EXPECT_EQ(record.names, (std::vector<std::string>{"prod", "1"}));
  ASSERT_TRUE(record.shares);
  ASSERT_EQ(record.shares->size(), 2U);
  EXPECT_EQ(record.shares->at(1).text, "40");
  EXPECT_EQ(record.shares->at(1).value, 40);
}

TEST(Record, NeedsATotalAndClaimantsOnly) {
  const Record record = read(R"({"total":0,"claimants":[]})");
  EXPECT_EQ(record.id, "");
  EXPECT_TRUE(record.tree.nodes.empty());
  EXPECT_FALSE(record.shares);
  EXPECT_EQ(place(R"({"claimants":[]})"), " FS002  total");
  EXPECT_EQ(place(R"({"total":1})"), " FS002  claimants");
  EXPECT_EQ(place("{}"), " FS002  total");
}

TEST(Record, IsAnObject) {
  EXPECT_EQ(place("[]"), " FS002  ");
  EXPECT_EQ(place("12"), " FS002  ");
  EXPECT_EQ(message("12"), "a record, an object, is expected here, not a number");
  EXPECT_EQ(message("[]"),
            "a record, an object, is expected here, not a list (one a line: jq -c '.[]' FILE)");
}

TEST(Record, FieldsStandInAnyOrder) {
  const Record record = read(
      R"({"shares":[0.1],"total":0.1,"claimants":[{"weight":0.1}],"numbers":"double","id":1})");
  EXPECT_EQ(record.total, exact::from_double(0.1));
  EXPECT_EQ(record.tree.nodes.at(0).claimant.weight, exact::from_double(0.1));
  EXPECT_EQ(record.shares->at(0).value, exact::from_double(0.1));
}

TEST(Record, AnswersAreOfATypeOfTheirOwnWhereItSaysOne) {
  const Record record =
      read(R"({"shares":[0.1],"total":10,"claimants":[{}],"numbers":"int32","answers":"double"})");
  EXPECT_EQ(record.answers, Numbers::to_double);
  EXPECT_EQ(record.total, 10);
  EXPECT_EQ(record.shares->at(0).value, exact::from_double(0.1));
  EXPECT_EQ(place(R"({"total":0.5,"claimants":[],"numbers":"int32","answers":"double"})"),
            " FS008  total");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"answers":"float"})"), " FS002  answers");
}

TEST(Record, IdIsAStringOrAnInteger) {
  EXPECT_EQ(read(R"({"id":"a\n\"","total":1,"claimants":[]})").id, R"("a\u000a\"")");
  EXPECT_EQ(read(R"({"id":-17,"total":1,"claimants":[]})").id, "-17");
  EXPECT_EQ(read(R"({"id":123456789012345678901234567890,"total":1,"claimants":[]})").id,
            "123456789012345678901234567890");
  for (const std::string id : {"1.5", "1e3", "1E3", "null", "true", "[]", "{}"}) {
    EXPECT_EQ(place(R"({"id":)" + id + R"(,"total":1,"claimants":[]})"), " FS002  id") << id;
  }
}

TEST(Record, IgnoresWhatRecordingsTell) {
  const Record record = read(
      R"({"total":1,"claimants":[],"category":"x","comment":null,"outcome":"hang","ratio":"1/0",)"
      R"("excess":-1,"unclaimed":{},"error":"text","rule":"base","R":1e999999999,)"
      R"("bound_conflict_wins":"max","fair_if_floor":{"shares":["0"]},"fair_if_base":[],)"
      R"("variants":1,"rounds":3,"order_spread":0,"effective_max":[1],"flags":["zero"],)"
      R"("ratios":7,"at":[],"certificate":true,"alternatives":{},"complete":"no"})");
  EXPECT_EQ(record.total, 1);
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[],"flags":[NaN]})"), "1 FS011  flags[0]");
}

TEST(Record, RefusesFieldsItDoesNotKnow) {
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[],"totl":1})"), "1 FS003  totl");
  EXPECT_EQ(message(R"({"total":1,"claimants":[],"totl":1})"),
            "a record has no field \"totl\"; its fields: id, numbers, answers, scheduler, "
            "rounding, within, relative, claimants, tree, total, shares");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{"name":"x","wieght":1}]})"),
            "1 FS003 x claimants[0].wieght");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{"children":[]}]})"),
            "1 FS003 0 claimants[0].children");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[],"tree":[]})"), "1 FS003  tree");
  EXPECT_EQ(place(R"({"id":1,"total":1,"tree":[],"claimants":[]})"), "1 FS003  claimants");
}

TEST(Record, RefusesFieldsOfAWrongType) {
  EXPECT_EQ(place(R"({"total":null,"claimants":[]})"), " FS002  total");
  EXPECT_EQ(place(R"({"total":[1],"claimants":[]})"), " FS002  total");
  EXPECT_EQ(place(R"({"total":1,"claimants":{}})"), " FS002  claimants");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{},3]})"), " FS002 1 claimants[1]");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"name":3}]})"), " FS002 0 claimants[0].name");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"weight":null}]})"), " FS002 0 claimants[0].weight");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"min_share":null}]})"),
            " FS002 0 claimants[0].min_share");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"demand":true}]})"), " FS002 0 claimants[0].demand");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{}],"shares":{}})"), " FS002  shares");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{}],"shares":[null]})"), " FS002 0 shares[0]");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"scheduler":1})"), " FS002  scheduler");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"numbers":"float"})"), " FS002  numbers");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"rounding":"up"})"), " FS002  rounding");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"within":true})"), " FS002  within");
  EXPECT_EQ(place(R"({"total":1,"claimants":[],"relative":-1})"), " FS011  relative");
  EXPECT_EQ(place(R"({"total":1,"tree":1})"), " FS002  tree");
  EXPECT_EQ(place(R"({"total":1,"tree":[{"children":{}}]})"), " FS002 0 tree[0].children");
  EXPECT_EQ(message(R"({"total":1,"tree":[{"children":{}}]})"),
            "a list of nodes is expected here, not an object");
  EXPECT_EQ(message(R"({"total":1,"claimants":[{"children":[]}]})"),
            "only the nodes of a \"tree\" have children, not \"claimants\"");
}

TEST(Record, IsDividedByTheDefinitionWhateverSchedulerItNames) {
  EXPECT_EQ(read(R"({"scheduler":"yarn-3","total":1,"claimants":[]})").total, 1);
}

TEST(Record, TellsTheFirstErrorInTheOrderOfTheText) {
  EXPECT_EQ(place(R"({"total":-1,"x":1,"claimants":[{"weight":-1}],"id":"z"})"),
            "\"z\" FS011  total");
  EXPECT_EQ(place(R"({"x":1,"total":-1})"), " FS003  x");
  EXPECT_EQ(place(R"({"claimants":[{"weight":-1}],"total":-1,"numbers":5})"),
            " FS011 0 claimants[0].weight");
  EXPECT_EQ(place(R"({"shares":["x"],"claimants":[{"name":"n","weight":-1}],"total":1})"),
            " FS006 n shares[0]");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"min_share":5,"max_share":4,"weight":-1}]})"),
            " FS010 0 claimants[0].max_share");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"weight":-1,"min_share":5,"max_share":4}]})"),
            " FS011 0 claimants[0].weight");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"name":"a"},{"weight":-1},{"name":"a"}]})"),
            " FS011 1 claimants[1].weight");
}

TEST(Record, ErrorsKeepTheId) {
  EXPECT_EQ(refused(R"({"total":-1,"id":"late"})").id, "\"late\"");
  EXPECT_EQ(refused(R"({"id":"a","total":1,"total":2})").id, "\"a\"");
  EXPECT_EQ(refused(R"({"id":"a","total":NaN,"claimants":[]})").id, "\"a\"");
  EXPECT_EQ(refused(R"({"total":NaN,"id":"a"})").id, "\"a\"");
  EXPECT_EQ(refused(R"({"id":"a","total":10,"claimants":[{"na)").id, "\"a\"");
  EXPECT_EQ(refused(R"({"id":"a,\"b","total":10,)").id, R"("a,\"b")");
  EXPECT_EQ(refused("{\"id\":5,\"total\":\"\xFF\"}").id, "5");
  EXPECT_EQ(refused(R"({"id":5)").id, "5");
  EXPECT_EQ(refused(R"({"id":)").id, "");
  EXPECT_EQ(refused(R"({"id":{"id":1},"total":1)").id, "");
  EXPECT_EQ(refused("").id, "");
}

TEST(Record, RefusesWhatIsNotJson) {
  EXPECT_EQ(place(""), " FS001  ");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[,{}]})"), "1 FS001 0 claimants[0]");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{},{"weight":1 "name":"b"}]})"),
            "1 FS001 1 claimants[1]");
  EXPECT_EQ(place(R"({"id":1,"total":NaN,"claimants":[]})"), "1 FS011  total");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{},{"weight":-Infinity,"name":"b"}]})"),
            "1 FS011 b claimants[1].weight");
  EXPECT_EQ(place(R"({"id":1,"total":1,"tree":[{"name":"p","children":[{},{"weight":01}]}]})"),
            "1 FS006 p/1 tree[0].children[1].weight");
  EXPECT_EQ(place(R"({"id":1,"total":1,"tree":{"name":"p","children":[{"weight":01}]}})"),
            "1 FS006 p/0 tree.children[0].weight");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{"name":"b"}],"shares":[1/2]})"),
            "1 FS006 b shares[0]");
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{"name":"b","weight":1,"weight":2}]})"),
            "1 FS004 b claimants[0].weight");
  EXPECT_EQ(refused(std::string(10'000, '[')).error.code, "FS005");
}

TEST(Record, NumbersMeanWhatIsWritten) {
  EXPECT_EQ(claimant(R"("weight":0.1)").weight, Rational(1, 10));
  EXPECT_EQ(claimant(R"("weight":"0.1")").weight, Rational(1, 10));
  EXPECT_EQ(claimant(R"("weight":"2/6")").weight, Rational(1, 3));
  EXPECT_EQ(claimant(R"("weight":"5")").weight, 5);
  EXPECT_EQ(claimant(R"("weight":-0)").weight, 0);
  EXPECT_EQ(claimant(R"("weight":12345678901234567890123)").weight,
            Rational(exact::Integer("12345678901234567890123")));
}

TEST(Record, RefusesInvalidNumbers) {
  for (const std::string text : {R"("")", R"("abc")", R"("01")", R"("1.")", R"("+1")", R"(" 1")",
                                 R"("1/0")", R"("1/-2")", R"("1.5/2")", R"("0x10")"}) {
    EXPECT_EQ(claimant_refused(R"("weight":)" + text), "FS006") << text;
  }
  for (const std::string text :
       {R"("NaN")", R"("Infinity")", R"("-inf")", R"("nan")", "-1", "-1e-400", R"("-1/3")"}) {
    for (const std::string field : {"weight", "min_share", "max_share", "demand"}) {
      EXPECT_EQ(claimant_refused("\"" + field + "\":" + text), "FS011") << field << text;
    }
    EXPECT_EQ(place(R"({"total":)" + text + R"(,"claimants":[]})"), " FS011  total");
  }
}

TEST(Record, BoundsTheLengthOfNumbers) {
  for (const std::string text : {"1e999999999", "1e-999999999", "1e20000", "\"1e999999999\""}) {
    EXPECT_EQ(claimant_refused(R"("weight":)" + text), "FS007") << text;
  }
  EXPECT_EQ(claimant(R"("weight":1e400)").weight, claimant(R"("weight":10e399)").weight);
  EXPECT_NE(message(R"({"total":1e999999999,"claimants":[]})").find("20000 digits"),
            std::string::npos);
  const std::string digits(30'000, '7');
  EXPECT_LT(message(R"({"total":)" + digits + R"(,"claimants":[]})").size(), 200U);
}

TEST(Record, ConvertsWhatIsWrittenToTheTypeOfTheReporter) {
  EXPECT_EQ(claimant(R"("weight":0.1)", "double").weight, exact::from_double(0.1));
  EXPECT_EQ(claimant(R"("weight":"1/3")", "double").weight, exact::from_double(1.0 / 3));
  EXPECT_EQ(claimant(R"("weight":0.1)", "float32").weight, exact::from_double(double{0.1F}));
  EXPECT_EQ(claimant(R"("weight":16777217)", "float32").weight, 16777216);
  EXPECT_EQ(claimant(R"("weight":9007199254740993)", "double").weight, 9'007'199'254'740'992);
  EXPECT_EQ(claimant(R"("weight":9007199254740993)", "int64").weight, 9'007'199'254'740'993);
  EXPECT_EQ(claimant(R"("weight":4.0)", "int64").weight, 4);
  EXPECT_EQ(claimant(R"("weight":"8/2")", "int64").weight, 4);
  EXPECT_EQ(claimant(R"("max_share":0.1)", "double").max_share, exact::from_double(0.1));
  EXPECT_EQ(share("0.1", "double").value, exact::from_double(0.1));
  EXPECT_EQ(share("0.1", "double").last_digit, Rational(1, 10));
}

TEST(Record, RefusesNumbersThatTheTypeCannotHold) {
  EXPECT_EQ(claimant_refused(R"("weight":1e309)", "double"), "FS008");
  EXPECT_EQ(claimant_refused(R"("weight":1e-400)", "double"), "FS008");
  EXPECT_EQ(claimant(R"("weight":5e-324)", "double").weight,
            exact::from_double(std::numeric_limits<double>::denorm_min()));
  EXPECT_EQ(claimant_refused(R"("weight":1e39)", "float32"), "FS008");
  EXPECT_EQ(claimant_refused(R"("weight":1e-60)", "float32"), "FS008");
  EXPECT_EQ(claimant_refused(R"("weight":1.5)", "int64"), "FS008");
  EXPECT_EQ(claimant_refused(R"("weight":9223372036854775808)", "int64"), "FS008");
  EXPECT_EQ(claimant(R"("weight":9223372036854775807)", "int64").weight,
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(share("-9223372036854775808", "int64").value, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(claimant_refused(R"("weight":2147483648)", "int32"), "FS008");
  EXPECT_EQ(claimant(R"("weight":2147483647)", "int32").weight, 2147483647);
  EXPECT_EQ(share("-2147483648", "int32").value, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(place(R"({"total":1,"claimants":[{}],"shares":[1.5],"numbers":"int64"})"),
            " FS008 0 shares[0]");
}

TEST(Record, MaySayByWhatMeasureItIsJudged) {
  const Tolerance tolerance =
      read(R"({"total":1,"claimants":[],"rounding":"down","within":0.5,"relative":"1/3"})")
          .tolerance;
  EXPECT_EQ(tolerance.rounding, Rounding::down);
  EXPECT_EQ(tolerance.within, Rational(1, 2));
  EXPECT_EQ(tolerance.relative, Rational(1, 3));
}

TEST(Record, IsJudgedByWhatTheCommandLineSaysBeforeWhatItSaysItself) {
  const std::string line =
      R"({"total":10,"claimants":[{},{},{}],"shares":[3,3,3],"rounding":"down"})";
  const auto by_itself = cases_of(read(line), "f", {});
  EXPECT_EQ(judge(std::get<std::vector<Case>>(by_itself).front()).judgement, Judgement::fair);
  const auto exactly = cases_of(read(line), "f", {.rounding = Rounding::exact});
  EXPECT_EQ(judge(std::get<std::vector<Case>>(exactly).front()).judgement, Judgement::unfair);
}

TEST(Record, OfApportionedSharesMustAddUp) {
  const auto judged = [](const std::string& shares, const std::string& more) {
    const auto cases =
        cases_of(read(R"({"total":10,"claimants":[{},{},{}],"rounding":"apportioned","shares":)" +
                      shares + more + "}"),
                 "f", {});
    const Verdict verdict = judge(std::get<std::vector<Case>>(cases).front());
    return verdict.findings.empty() ? "fair" : verdict.findings.front().code;
  };
  EXPECT_EQ(judged("[4,3,3]", ""), "fair");
  EXPECT_EQ(judged("[3,4,3]", ""), "fair");
  EXPECT_EQ(judged("[4,4,3]", ""), "FS101");
  EXPECT_EQ(judged("[3,3,3]", ""), "FS101");
  EXPECT_EQ(judged("[5,3,2]", ""), "FS204");
  EXPECT_EQ(judged("[4,4,3]", ",\"within\":1"), "fair");
}

TEST(Record, KeepsTheLastDigitOfAShare) {
  EXPECT_EQ(share("33.33").last_digit, Rational(1, 100));
  EXPECT_EQ(share("33").last_digit, 1);
  EXPECT_EQ(share("1e3").last_digit, 1000);
  EXPECT_EQ(share(R"("33.33")").last_digit, Rational(1, 100));
  EXPECT_EQ(share(R"("1e3")").last_digit, 1000);
  EXPECT_EQ(share(R"("33")").last_digit, 0);
  EXPECT_EQ(share(R"("100/3")").last_digit, 0);
  EXPECT_EQ(share(R"("100/3")").text, "100/3");
  EXPECT_EQ(share("-5").value, -5);
}

TEST(Record, RefusesAMaximumBelowTheMinimum) {
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"name":"x","max_share":5,"min_share":8}]})"),
            " FS010 x claimants[0].max_share");
  EXPECT_EQ(message(R"({"total":1,"claimants":[{"max_share":5,"min_share":8.0}]})"),
            "max_share 5 is below min_share 8.0");
  EXPECT_EQ(claimant_refused(R"("min_share":"1/3","max_share":0.3333333)"), "FS010");
  // A demand does not mend that.
  EXPECT_EQ(claimant_refused(R"("min_share":8,"max_share":5,"demand":2)"), "FS010");
}

TEST(Record, DemandCapsBothBounds) {
  const auto bounds = [](const std::string& fields) {
    const auto read = claimant(fields);
    return exact::to_text(read.min_share) + " " +
           (read.max_share ? exact::to_text(*read.max_share) : "none");
  };
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":5)"), "2 5");
  EXPECT_EQ(bounds(R"("demand":1,"min_share":2,"max_share":9)"), "1 1");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":12)"), "2 9");
  EXPECT_EQ(bounds(R"("min_share":2,"demand":12)"), "2 12");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":9,"demand":0)"), "0 0");
  EXPECT_EQ(bounds(R"("min_share":2,"max_share":null,"demand":null)"), "2 none");
  const Record tree = read(R"({"total":1,"tree":[{"children":[{"min_share":2,"demand":1}]}]})");
  EXPECT_EQ(tree.tree.nodes.at(1).claimant, (Claimant<Rational>{1, 1, Rational(1)}));
  EXPECT_EQ(tree.demands.at(1), Rational(1));
}

TEST(Record, NamesAreUniqueAmongSiblings) {
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"name":"a"},{"name":"b"},{"name":"a"}]})"),
            " FS004 a claimants[2].name");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{"name":"1"},{}]})"), " FS004 1 claimants[1]");
  EXPECT_EQ(message(R"({"total":1,"claimants":[{"name":"1"},{}]})"),
            "duplicate name: a claimant without a name is named by its index, and an earlier "
            "claimant has that name");
  EXPECT_EQ(place(R"({"total":1,"claimants":[{},{"name":"0"}]})"), " FS004 0 claimants[1].name");
  EXPECT_EQ(place(R"({"total":1,"tree":[{"name":"p","children":[{"name":"a"},{"name":"a"}]}]})"),
            " FS004 p/a tree[0].children[1].name")
      << "at any depth";
  EXPECT_EQ(read(R"({"total":1,"claimants":[{"name":"1"},{"name":""}]})").names,
            (std::vector<std::string>{"1", ""}));
  EXPECT_EQ(read(R"({"total":1,"tree":[{"name":"a","children":[{"name":"a"}]},{"name":"b",)"
                 R"("children":[{"name":"a"}]}]})")
                .names,
            (std::vector<std::string>{"a", "a/a", "b", "b/a"}));
}

TEST(Record, FlattensATreeInTheOrderOfTheText) {
  const Record record = read(
      R"({"total":9,"tree":[{"name":"p","children":[{"weight":2,"children":[{"name":"x"}]},{}],)"
      R"("min_share":3},{"name":"q"}],"shares":[1,2,3,4,5]})");
  EXPECT_TRUE(record.is_tree);
  EXPECT_EQ(record.names, (std::vector<std::string>{"p", "p/0", "p/0/x", "p/1", "q"}));
  EXPECT_EQ(
      record.tree,
      (Tree<Rational>{
          9, {{{1, 3, {}}, {}}, {{2, 0, {}}, 0}, {{1, 0, {}}, 1}, {{1, 0, {}}, 0}, {{}, {}}}}));
  EXPECT_TRUE(has_parents_first(record.tree));
}

TEST(Record, ATreeMayBeOneNode) {
  const Record record = read(R"({"total":9,"tree":{"name":"root","children":[{}]}})");
  EXPECT_EQ(record.names, (std::vector<std::string>{"root", "root/0"}));
  EXPECT_EQ(read(R"({"total":9,"tree":{}})").names, std::vector<std::string>{"0"});
  EXPECT_EQ(place(R"({"total":9,"tree":{"name":"r","children":[{},{"weight":-1}]}})"),
            " FS011 r/1 tree.children[1].weight");
}

TEST(Record, SharesAreOnePerNode) {
  EXPECT_EQ(place(R"({"id":1,"total":1,"claimants":[{},{"name":"b"},{}],"shares":[1]})"),
            "1 FS104 b shares");
  EXPECT_EQ(place(R"({"id":1,"shares":[1,2,3],"total":1,"claimants":[{},{}]})"),
            "1 FS105  shares[2]");
  EXPECT_EQ(message(R"({"total":1,"claimants":[{}],"shares":[]})"), "0 shares for 1 claimant");
  EXPECT_EQ(place(R"({"total":1,"tree":[{"name":"p","children":[{}]}],"shares":[1]})"),
            " FS104 p/0 shares");
}

TEST(Record, ANameMayHoldAnything) {
  const Record record =
      read(R"({"total":1,"claimants":[{"name":"a/b"},{"name":"\u0000\n"},{"name":"é"}]})");
  EXPECT_EQ(record.names, (std::vector<std::string>{"a/b", std::string("\0\n", 2), "\xC3\xA9"}));
}

TEST(Record, WithManyClaimantsIsReadQuickly) {
  std::string line = R"({"id":1,"total":1,"claimants":[)";
  for (int i = 0; i < 30'000; ++i) {
    line += R"({"name":"queue.)" + std::to_string(i) + R"(","weight":1.5},)";
  }
  EXPECT_EQ(read(line + "{}]}").names.size(), 30'001U);
  EXPECT_EQ(place(line + R"({"name":"queue.7"}]})"), "1 FS004 queue.7 claimants[30000].name");
}

// Every path repeats the names above it.
TEST(Record, OfATreeWhosePathsAreTooLongIsRefused) {
  std::string children = "{}";
  for (int i = 0; i < 300; ++i) children += ",{}";
  const std::string name(std::size_t{1} << 20, 'n');
  const std::string node = R"({"name":")" + name + R"(","children":[)" + children + "]}";
  EXPECT_EQ(refused(R"({"total":1,"tree":[)" + node + "]}").error.code, "FS005");
}

// The line ends where its memory ends, so that AddressSanitizer sees reads beyond it.
TEST(Record, CutOffBehindABackslashIsNotReadFurther) {
  const std::string text = R"({"}\)";
  const std::vector<char> line(text.begin(), text.end());
  EXPECT_EQ(refused({line.data(), line.size()}).error.code, "FS001");
}

TEST(Record, CutOffAnywhereIsAnErrorWithItsId) {
  const std::string line =
      R"({"id":"a","total":100,"claimants":[{"name":"p","weight":2},{}],"shares":["1/3",40.5]})";
  read(line);
  for (std::size_t length = 0; length < line.size(); ++length) {
    const RecordError error = refused(line.substr(0, length));
    EXPECT_EQ(error.error.code, "FS001") << length;
    EXPECT_EQ(error.id, length >= 9 ? "\"a\"" : "") << length;
  }
}

TEST(Record, IsTitledByItsIdOrByItsPlace) {
  EXPECT_EQ(read(R"({"id":"a","total":1,"claimants":[]})").title, "a");
  EXPECT_EQ(read(R"({"id":-17,"total":1,"claimants":[]})").title, "-17");
  EXPECT_EQ(read(R"({"total":1,"claimants":[]})").title, "f:7");
  EXPECT_EQ(read(R"({"id":"","total":1,"claimants":[]})").title, "f:7");
}

TEST(Record, IsToldWhatIsExpected) {
  const auto of_claimants = [](const std::string& list) {
    return message(R"({"total":1,"claimants":)" + list + "}");
  };
  const std::string expected = " is expected here, not ";
  EXPECT_EQ(message(R"({"total":1,"claimants":[],"id":1.5})"),
            "a string or a whole number" + expected + "a number");
  EXPECT_EQ(
      message(R"({"total":1,"claimants":[],"numbers":"float"})"),
      R"("exact", "double", "float32", "int64" or "int32" is expected here, and nothing else)");
  EXPECT_EQ(message(R"({"total":1,"claimants":[],"scheduler":1})"),
            "a string" + expected + "a number");
  EXPECT_EQ(of_claimants("{}"), "a list of claimants" + expected + "an object");
  EXPECT_EQ(of_claimants("[3]"), "a claimant, an object," + expected + "a number");
  EXPECT_EQ(of_claimants(R"([{"name":3}])"), "a string" + expected + "a number");
  EXPECT_EQ(
      of_claimants(R"([{"wieght":3}])"),
      "a claimant has no field \"wieght\"; its fields: name, weight, min_share, max_share, demand");
  EXPECT_EQ(of_claimants(R"([{"weight":-3.0}])"), "-3.0 is negative");
  EXPECT_EQ(of_claimants(R"([{"name":"a"},{"name":"a"}])"),
            "duplicate name: an earlier claimant has it");
  EXPECT_EQ(message(R"({"total":1,"tree":true})"),
            "a list of nodes, or one node," + expected + "true or false");
  EXPECT_EQ(message(R"({"total":1,"tree":[],"claimants":[]})"),
            R"(a record has "claimants" or a "tree", not both)");
  EXPECT_EQ(message(R"({"total":1,"claimants":[],"shares":{}})"),
            "a list of shares" + expected + "an object");
  EXPECT_EQ(message(R"({"claimants":[]})"), "the total is missing");
  EXPECT_EQ(message(R"({"total":1})"), R"(the claimants are missing ("claimants", or a "tree"))");
}

TEST(Record, IsToldWhichTypeCannotHoldANumber) {
  for (const auto& [numbers, text] : {std::pair("double", "1e309"), std::pair("float32", "1e39"),
                                      std::pair("int64", "1.5"), std::pair("int32", "1.50")}) {
    EXPECT_EQ(message(R"({"total":)" + std::string(text) + R"(,"claimants":[],"numbers":")" +
                      numbers + "\"}"),
              std::string(text) + " is not a number that " + numbers + " can hold");
  }
}

TEST(Record, IsRefusedInFewWordsHoweverLongItIs) {
  const std::string key(10'000, 'k');
  const std::string digits(10'000, '7');
  for (const std::string& line :
       {R"({"total":1,"claimants":[],")" + key + R"(":1})",
        R"({"total":1,"claimants":[{")" + key + R"(":1}]})",
        R"({"total":1,"claimants":[{"min_share":)" + digits + R"(,"max_share":1}]})",
        R"({"total":1,"claimants":[{"min_share":1,"max_share":0.)" + digits + "}]}",
        R"({"total":1,"claimants":[{"weight":-)" + digits + "}]}",
        R"({"total":)" + digits + R"(,"claimants":[],"numbers":"int64"})"}) {
    EXPECT_LT(message(line).size(), 200U) << line.substr(0, 60);
  }
}

}  // namespace
}  // namespace fairshare::formats
