// Records of production schedulers: which reader they go to, and what is answered.
#include "formats/inputs.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "formats/report/json.h"
#include "formats/report/text.h"
#include "formats/verdict/verdict.h"
#include "tests/contents.h"

namespace fairshare::formats {
namespace {

SchedulerRecord read(const std::string& line, const std::string& scheduler = "") {
  const auto any = read_any_record(line, "f", 7, scheduler);
  EXPECT_TRUE(std::holds_alternative<SchedulerRecord>(any)) << line;
  return std::get<SchedulerRecord>(any);
}

std::string answer_to(const std::string& line, const TreeOptions& question = {}) {
  const auto answered = answer(read(line), "f", question);
  if (const auto* error = std::get_if<InputError>(&answered)) return describe(*error);
  return std::get<std::string>(answered);
}

std::string code_of(const std::string& line, const TreeOptions& question = {}) {
  const auto answered = answer(read(line), "f", question);
  const auto* error = std::get_if<InputError>(&answered);
  return error != nullptr ? error->code + " " + error->claimant + " " + error->field : "answered";
}

// "FS104 b shares" of what cannot be judged.
std::string code_of_cases(const std::string& line, const Tolerance& tolerance = {}) {
  const auto cases = cases_of(read(line), "f", tolerance, {});
  const auto* error = std::get_if<InputError>(&cases);
  if (error == nullptr) return "cases";
  EXPECT_EQ(error->file, "f");
  EXPECT_EQ(error->line, 7U);
  return error->code + " " + error->claimant + " " + error->field;
}

Verdict verdict_on(const std::string& line) {
  const auto cases = cases_of(read(line), "f", {}, {});
  EXPECT_TRUE(std::holds_alternative<std::vector<Case>>(cases)) << line;
  return judge(std::get<std::vector<Case>>(cases).front());
}

TEST(SchedulerRecord, IsReadByTheSchedulerThatItNamesOrThatIsAskedFor) {
  const std::string line = R"({"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{},{}]})";
  EXPECT_EQ(read(line).scheduler.name, "yarn-2.7");
  EXPECT_EQ(read(line).id, "\"a\"");
  EXPECT_EQ(read(line).line, 7U);
  EXPECT_EQ(read(line, "mr1").scheduler.name, "mr1");
  EXPECT_TRUE(std::holds_alternative<Record>(read_any_record(line, "f", 1, "fair")));
  EXPECT_TRUE(std::holds_alternative<Record>(
      read_any_record(R"({"total":10,"claimants":[]})", "f", 1, "")));
}

TEST(SchedulerRecord, MaySayByWhatMeasureItIsJudged) {
  // 7 and 3 are two units from fair: no more than the resolution plus the record's own slack.
  const std::string line =
      R"({"id":"a","scheduler":"yarn-3","total":10,"claimants":[{},{}],"shares":[7,3]})";
  EXPECT_EQ(verdict_on(line).judgement, Judgement::unfair);
  const std::string lenient = line.substr(0, line.size() - 1) + ",\"within\":2}";
  EXPECT_EQ(verdict_on(lenient).judgement, Judgement::fair);
  const std::string broken = line.substr(0, line.size() - 1) + ",\"rounding\":7}";
  EXPECT_EQ(code_of_cases(broken), "FS002  rounding");
}

TEST(SchedulerRecord, RefusesAnUnknownScheduler) {
  const auto any = read_any_record(R"({"id":1,"scheduler":"lottery"})", "f", 3, "");
  const auto& error = std::get<RecordError>(any);
  EXPECT_EQ(error.id, "1");
  EXPECT_EQ(error.error.code, "FS014");
  EXPECT_EQ(error.error.line, 3U);
  EXPECT_NE(error.error.message.find("\"lottery\"; known: \"fair\", \"mr1\", \"yarn-2.2\""),
            std::string::npos)
      << error.error.message;
}

TEST(SchedulerRecord, AnswersWhatTheReleaseComputes) {
  EXPECT_EQ(answer_to(R"({"id":"a","scheduler":"yarn-3","total":10,"claimants":[{},{},{}]})"),
            R"({"id":"a","outcome":"shares","shares":[4,4,4]})");
  EXPECT_EQ(
      answer_to(R"({"scheduler":"yarn-2.2","total":10,"claimants":[{"weight":0},{"weight":0}]})"),
      R"({"outcome":"hang"})");
  EXPECT_EQ(answer_to(R"({"scheduler":"mr1","total":10,"claimants":[{"weight":0,"demand":100},)"
                      R"({"demand":5}]})"),
            R"({"outcome":"nan","shares":["NaN",5]})");
  EXPECT_EQ(answer_to(R"({"scheduler":"yarn-2.5","total":100,"claimants":[)"
                      R"({"max_share":1073741824},{"max_share":1073741824}]})"),
            R"({"outcome":"overflow","shares":[0,0]})");
}

TEST(SchedulerRecord, AnswersWhatIsFairByTheSchedulersOwnRule) {
  const TreeOptions fair{.fair = true};
  EXPECT_EQ(answer_to(R"({"scheduler":"yarn-3","total":10,"claimants":[{},{},{}]})", fair),
            R"({"outcome":"allocation","ratio":"10/3","shares":["10/3","10/3","10/3"]})");
  // The maximum wins over the minimum, and what no claimant may have is not divided.
  EXPECT_EQ(answer_to(R"({"scheduler":"yarn-2.2","total":10,"claimants":[)"
                      R"({"min_share":8,"max_share":5},{"max_share":1}]})",
                      fair),
            R"({"outcome":"allocation","ratio":"1","shares":["5","1"]})");
  EXPECT_EQ(answer_to(R"({"scheduler":"yarn-2.7","total":10,"claimants":[)"
                      R"({"weight":0,"min_share":8,"max_share":5},{}]})",
                      fair),
            R"({"outcome":"allocation","ratio":"2","shares":["8","2"]})");
  EXPECT_EQ(
      answer_to(R"({"scheduler":"mr1","total":10,"claimants":[{"demand":3},{"demand":4}]})", fair),
      R"({"outcome":"allocation","ratio":"4","shares":["3","4"]})");
}

TEST(SchedulerRecord, NamesEachCaseOfATreeByTheIdAndThePath) {
  const auto titles = [](const std::string& record) {
    std::vector<std::string> all;
    const auto read = read_any_record(record, "f", 1, "");
    const auto made = cases_of(std::get<SchedulerRecord>(read), "f", {}, {});
    for (const Case& one : std::get<std::vector<Case>>(made)) {
      EXPECT_EQ(one.id, "\"a\"");
      all.push_back(one.title);
    }
    return all;
  };
  const std::vector<std::string> expected = {"a", "a/A"};
  for (const std::string scheduler : {"ytsaurus-2018", "ytsaurus-2019"}) {
    EXPECT_EQ(titles(R"({"id":"a","scheduler":")" + scheduler +
                     R"(","tree":{"name":"r","children":[{"name":"A","children":[)"
                     R"({"name":"o","demand_ratio":1}]}]},"shares":{"/":1,"/A":1,"/A/o":1}})"),
              expected);
  }
  EXPECT_EQ(titles(R"({"id":"a","scheduler":"yarn-3","total":9,"tree":[{"name":"A","children":[)"
                   R"({"name":"q"}]}],"shares":{"/":9,"/A":9,"/A/q":9}})"),
            expected);
}

TEST(SchedulerRecord, RefusesWhatTheReleaseCannotHold) {
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-2.7","total":2147483648,"claimants":[]})"),
            "FS008  total");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":2147483648,"claimants":[]})"), "answered");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":9223372036854775808,"claimants":[]})"),
            "FS008  total");
  EXPECT_EQ(
      code_of(R"({"scheduler":"yarn-3","total":1,"claimants":[{"name":"a","min_share":0.5}]})"),
      "FS008 a claimants[0].min_share");
  EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1e309,"claimants":[]})"), "FS008  total");
  EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1,"claimants":[{"demand":2147483648}]})"),
            "FS008 0 claimants[0].demand");
  EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1,"claimants":[{"demand":-2147483649}]})"),
            "FS008 0 claimants[0].demand");
  for (const char* end : {"-2147483648", "2147483647"}) {
    EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1,"claimants":[{"demand":)" + std::string(end) +
                      "}]}"),
              "answered");
  }
}

TEST(SchedulerRecord, RefusesWhatIsNoRecord) {
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","claimants":[]})"), "FS002  total");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":1})"), "FS002  claimants");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":1,"claimants":{}})"), "FS002  claimants");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":1,"claimants":[],"seed":1})"), "FS003  seed");
  EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1,"claimants":[{"active":true}]})"),
            "FS003 0 claimants[0].active");
  EXPECT_EQ(code_of(R"({"scheduler":"mr1","total":1,"claimants":[{"name":"a"},{"name":"a"}]})"),
            "FS004 a claimants[1]");
  EXPECT_EQ(code_of(R"({"scheduler":"ytsaurus-2019","total":1,"claimants":[]})"), "FS002  tree");
}

TEST(SchedulerRecord, GivesSteadySharesToInactiveQueues) {
  const std::string line = R"({"scheduler":"yarn-3","total":10,"claimants":[{"active":false},{}]})";
  EXPECT_EQ(answer_to(line), R"({"outcome":"shares","shares":[0,10]})");
  EXPECT_EQ(answer_to(line, {.steady = true}), R"({"outcome":"shares","shares":[5,5]})");
}

TEST(AnyRecord, HasSteadySharesIfItIsOfYarn) {
  const auto told = [](const std::string& line) {
    const auto read = read_any_record(line, "f", 7, "", true);
    const auto* error = std::get_if<RecordError>(&read);
    return error == nullptr ? ""
                            : error->id + " " + error->error.code + " " + describe(error->error);
  };
  EXPECT_EQ(told(R"({"scheduler":"yarn-2.7","total":10,"claimants":[{}]})"), "");
  EXPECT_EQ(
      told(R"({"id":"a","scheduler":"mr1","total":10,"claimants":[{}]})"),
      "\"a\" FS018 f:7: --steady is for YARN, which has steady shares; this is a record of mr1");
  EXPECT_EQ(told(R"({"total":10,"claimants":[{}]})"),
            " FS018 f:7: --steady is for YARN, which has steady shares; this is a record of the "
            "definition");
  EXPECT_EQ(told(R"({"total":-1,"claimants":[{}]})").substr(0, 6), " FS011");
}

TEST(SchedulerRecord, HasNothingFairWhereTheInputIsNoProblem) {
  const TreeOptions fair{.fair = true};
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":-1,"claimants":[]})", fair), "FS011  total");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":1,"claimants":[{"weight":1e300}]})", fair),
            "FS011 0 claimants[0]");
  EXPECT_EQ(code_of(R"({"scheduler":"yarn-3","total":1,"claimants":[{"weight":1e300}]})"),
            "answered");
}

TEST(SchedulerVerdict, IsFairWhereTheSharesAreTruncatedFairOnes) {
  const Verdict verdict = verdict_on(
      R"({"scheduler":"yarn-3","total":10,"claimants":[{},{"weight":4}],"shares":[2,8]})");
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  ASSERT_TRUE(verdict.division.comparison);
  EXPECT_TRUE(verdict.division.comparison->matches);
}

TEST(SchedulerVerdict, HasTheNotesOfTheSchedulersRule) {
  const Verdict verdict = verdict_on(
      R"({"scheduler":"yarn-3","total":10,"claimants":[{"active":false},{}],"shares":[0,10]})");
  EXPECT_EQ(verdict.division.labels.at(0).note, "inactive: no running application");
  EXPECT_EQ(verdict.division.labels.at(1).note, "");
}

TEST(SchedulerVerdict, IsFairToWithinTheResolution) {
  const Verdict verdict =
      verdict_on(R"({"scheduler":"yarn-3","total":10,"claimants":[{},{},{}],"shares":[4,4,4]})");
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_EQ(verdict.distance, exact::Rational(2) / 3);
  EXPECT_TRUE(verdict_text(verdict).starts_with("fair      f:7: to within yarn-3's resolution of "))
      << verdict_text(verdict);
}

TEST(SchedulerVerdict, SaysThatTheReleaseComputesItAndHowFarItIsFromFair) {
  // Ten queues of weight 1 and one of weight 10 share 10: all reach the next unit at R = 1.
  std::string queues = R"({"weight":10})";
  std::string shares = "10";
  for (int i = 0; i < 10; ++i) {
    queues += ",{}";
    shares += ",1";
  }
  const std::string line = R"({"scheduler":"yarn-2.7","total":14,"claimants":[)" + queues + "]";
  const Verdict computed = verdict_on(line + R"(,"shares":[)" + shares + "]}");
  EXPECT_EQ(computed.judgement, Judgement::unfair);
  EXPECT_EQ(computed.distance, 3);
  ASSERT_EQ(computed.findings.size(), 1U);
  EXPECT_NE(
      verdict_text(computed).find("= note: as yarn-2.7 computes it, off by 3; its resolution is"),
      std::string::npos)
      << verdict_text(computed);
}

TEST(SchedulerVerdict, SaysThatNotEvenTheReleaseComputesIt) {
  const Verdict verdict =
      verdict_on(R"({"scheduler":"yarn-3","total":10,"claimants":[{},{}],"shares":[7,3]})");
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[1].code, "FS301");
  EXPECT_NE(verdict_text(verdict).find("not even what yarn-3 computes: that is 5, 5;"),
            std::string::npos)
      << verdict_text(verdict);
}

TEST(SchedulerVerdict, SaysThatIntegersOverflow) {
  const Verdict verdict =
      verdict_on(R"({"scheduler":"yarn-2.2","total":100,"claimants":[{"max_share":1073741824},)"
                 R"({"max_share":1073741824}],"shares":[0,0]})");
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[1].code, "FS302");
}

TEST(SchedulerVerdict, SaysThatTheReleaseNeverReturns) {
  const Verdict verdict =
      verdict_on(R"({"scheduler":"yarn-2.7","total":1073741825,"claimants":[{},{}],)"
                 R"("shares":[536870000,536871825]})");
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[1].code, "FS303");
}

TEST(SchedulerVerdict, RefusesSharesThatCannotBeJudged) {
  const auto with = [](const std::string& shares, const Tolerance& tolerance = {}) {
    return code_of_cases(R"({"scheduler":"yarn-3","total":10,"claimants":[{"name":"a"},)"
                         R"({"name":"b"}],"shares":[)" +
                             shares + "]}",
                         tolerance);
  };
  EXPECT_EQ(with("5,5"), "cases");
  EXPECT_EQ(with("5,\"x\""), "FS006 b shares[1]");
  EXPECT_EQ(with("5"), "FS104 b shares");
  EXPECT_EQ(with("5,5,5"), "FS105  shares");
  EXPECT_EQ(with("5,5,null"), "FS002  shares[2]");
  EXPECT_EQ(with("5,4.5", {.rounding = Rounding::exact}), "cases");
  EXPECT_EQ(with("5,4.5", {.rounding = Rounding::down}), "FS015 b shares[1]");
  EXPECT_EQ(with("\"x\",\"y\""), "FS006 a shares[0]");
  EXPECT_EQ(code_of_cases(R"({"scheduler":"yarn-3","total":10,"claimants":[{},{}]})"),
            "FS104  shares");
  EXPECT_EQ(code_of_cases(R"({"scheduler":"yarn-3","total":-1,"claimants":[{}],"shares":[0]})"),
            "FS011  total");
  EXPECT_EQ(code_of_cases(R"({"scheduler":"ytsaurus-2019","total":1,"claimants":[]})"),
            "FS002  tree");
}

TEST(SchedulerVerdict, RefusesATreeInWhichNothingIsDivided) {
  const std::string bare =
      R"({"scheduler":"ytsaurus-2019","tree":{"name":"root","children":[]},"shares":{"/":1}})";
  EXPECT_EQ(code_of_cases(bare), "FS018  tree");
  EXPECT_EQ(std::get<InputError>(cases_of(read(bare), "f", {}, {})).message,
            "nothing in this tree is divided, so there is nothing to judge");
}

TEST(SchedulerRecord, OfATreeIsGivenTheComputedSharesWhereItHasNone) {
  const auto shares_of = [](const std::string& more) {
    const auto made = with_computed_shares(
        read(R"({"scheduler":"yarn-2.5","total":10,"tree":[{"name":"a"}],)" + more + "}"), "f", {});
    if (const auto* error = std::get_if<InputError>(&made)) return describe(*error);
    std::string text;
    for (const json::Member& member :
         std::get<json::Object>(std::get<SchedulerRecord>(made).value.is)) {
      if (member.key != "shares") continue;
      const json::Value* share = json::find(member.value, "/a");
      text += std::get<json::Number>(share->is).text + " ";
    }
    return text;
  };
  EXPECT_EQ(shares_of(R"("comment":"")"), "10 ");
  EXPECT_EQ(shares_of(R"("shares":{"/":10,"/a":7})"), "7 ") << "those that it has";
}

TEST(SchedulerRecord, OfMr1AloneDividesPools) {
  for (const auto& scheduler : schedulers::all_schedulers()) {
    EXPECT_EQ(divides_pools(scheduler.name), scheduler.name == "mr1") << scheduler.name;
  }
  EXPECT_FALSE(divides_pools("fair") || divides_pools("lottery"));
}

TEST(DocumentKind, IsNamed) {
  EXPECT_EQ(find_document_kind("apiVersion: v1\n", {})->name, "a dump of Kubernetes objects");
}

TEST(SchedulerVerdict, TakesAnotherRoundingForAllOfATree) {
  const std::string tree = R"({"scheduler":"yarn-3","total":10,"tree":[{"name":"a"},)"
                           R"({"name":"b"},{"name":"c"}],"shares":{"/a":3,"/b":3,"/c":3}})";
  const auto judged = [&](const Tolerance& tolerance) {
    const auto cases = cases_of(read(tree), "f", tolerance, {});
    return judge(std::get<std::vector<Case>>(cases).front()).judgement;
  };
  // 10/3 truncated, or rounded to the nearest; but exactly 3 is not a fair share of 10. The
  // release's own resolution would allow a unit, so that only the three together are off.
  EXPECT_EQ(judged({.rounding = Rounding::down}), Judgement::fair);
  EXPECT_EQ(judged({.rounding = Rounding::nearest}), Judgement::fair);
  const auto made = cases_of(read(tree), "f", {.rounding = Rounding::exact}, {});
  const Case& exact = std::get<std::vector<Case>>(made).front();
  EXPECT_EQ(exact.reported[0].interval.low, 3);
  EXPECT_EQ(exact.reported[0].interval.high, 3);
  const std::string half = R"({"scheduler":"mr1","total":10,"tree":[{"name":"a","demand":9},)"
                           R"({"name":"b","demand":9}],"shares":{"/a":5.5,"/b":4.5}})";
  EXPECT_EQ(code_of_cases(half), "cases");
  EXPECT_EQ(code_of_cases(half, {.rounding = Rounding::nearest}), "FS015 /a shares./a");
}

TEST(SchedulerVerdict, OfATreeIsAsComputedOnlyWhereEveryDivisionIs) {
  const auto judged = [](const std::string& shares) {
    const auto cases = cases_of(
        read(R"({"scheduler":"yarn-3","total":10,"tree":[{"name":"a","children":[{},{},{}]},)"
             R"({"name":"b"}],"shares":{"/a":5,"/b":5,)" +
             shares + "}}"),
        "f", {}, {});
    std::vector<Verdict> verdicts;
    for (const Case& one : std::get<std::vector<Case>>(cases)) verdicts.push_back(judge(one));
    EXPECT_EQ(verdicts.size(), 2U);
    return verdicts;
  };
  // A third of 5 is 5/3, and the release reaches 2 for all three at once.
  const auto as_computed = judged(R"("/a/0":2,"/a/1":2,"/a/2":2)");
  EXPECT_EQ(worst_of(as_computed), Judgement::fair);
  EXPECT_NE(verdicts_json(as_computed).find(R"("as_computed":true)"), std::string::npos);
  const auto other = judged(R"("/a/0":4,"/a/1":1,"/a/2":0)");
  EXPECT_EQ(worst_of(other), Judgement::unfair);
  EXPECT_NE(verdicts_json(other).find(R"("as_computed":false)"), std::string::npos);
}

TEST(SchedulerVerdict, OfAVectorTreeNamesEachPool) {
  const auto cases =
      cases_of(read(R"({"id":"v","scheduler":"ytsaurus-2023","total_resource_limits":{"cpu":1000},)"
                    R"("tree":{"name":"root","children":[{"name":"x","demand":{"cpu":500}},)"
                    R"({"name":"y","demand":{"cpu":500}}]},"shares":{"/x":0.5,"/y":0.5}})"),
               "f", {}, {});
  const auto& made = std::get<std::vector<Case>>(cases);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].title, "v (base rule)");
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
}

TEST(SchedulerRecord, OfASchedulerOfTreesNeedsOne) {
  const std::string line = R"({"scheduler":"ytsaurus-2019","total":1,"claimants":[]})";
  EXPECT_EQ(answer_to(line), "f:7: tree: ytsaurus-2019 divides a \"tree\", which is missing");
  const auto cases = cases_of(read(line), "f", {}, {});
  EXPECT_EQ(std::get<InputError>(cases).message,
            "ytsaurus-2019 divides a \"tree\", which is missing");
}

TEST(DocumentKind, IsNamedByItsBeginningOrByWhatIsGivenWithIt) {
  const auto name = [](std::string_view beginning, const DocumentOptions& options = {}) {
    const DocumentKind* kind = find_document_kind(beginning, options);
    return kind != nullptr ? kind->name : "records";
  };
  EXPECT_EQ(name("{\"scheduler\":{"), "a YARN response");
  EXPECT_EQ(name("{\"pools\":{"), "an Orchid");
  EXPECT_EQ(name("<html>"), "no input");
  EXPECT_EQ(name("{\"total\":1"), "records");
  EXPECT_EQ(name("{\"total\":1", {.allocations = NamedText{"f.xml", ""}}), "a YARN response");
  EXPECT_EQ(name("{\"total\":1", {.metrics = NamedText{"m", ""}}), "a dump of Kubernetes objects");
  EXPECT_EQ(name("{\"total\":1", {.totals = {{"cpu", 1}}}), "a dump of Kubernetes objects");
}

DocumentReading document(const std::string& text, const DocumentOptions& options = {}) {
  return read_document(*find_document_kind(text, options), {"f", text}, options);
}

const std::string response =
    R"({"scheduler":{"schedulerInfo":{"rootQueue":{"queueName":"root","schedulingPolicy":"fair",)"
    R"("fairResources":{"memory":9,"vCores":0},"childQueues":[{"queueName":"root.a",)"
    R"("numActiveApps":1,"fairResources":{"memory":9,"vCores":0}}]}}}})";

std::string orchid() {
  const std::string pool =
      R"("weight":1,"recursive_min_share_ratio":0,"max_possible_usage_ratio":1,)"
      R"("best_allocation_ratio":1,"fair_share_ratio":1)";
  return R"({"pools":{"<Root>":{)" + pool + R"(},"a":{"parent":"<Root>",)" + pool + "}}}";
}

TEST(DocumentKind, OfAResponseGivesEachPartAnIdOfTheTextAndTheQueue) {
  const DocumentOptions options{.allocations = NamedText{"f.xml", "<allocations/>"}};
  const DocumentReading reading = document(response, options);
  ASSERT_EQ(reading.parts.size(), 1U);
  EXPECT_EQ(reading.parts[0].id, "\"954abfd7cac05dba root, memory\"");
  EXPECT_TRUE(std::get<Division>(reading.parts[0].world).notes.empty());
  EXPECT_EQ(document(response + "\n", options).parts.at(0).id, "\"6e61abad84df3210 root, memory\"");
}

TEST(DocumentKind, OfAResponseRefusesWhatYarnIgnoresWhereItIsStrict) {
  DocumentOptions options{.allocations = NamedText{"f.xml", "<allocations><owner/></allocations>"}};
  EXPECT_TRUE(document(response, options).errors.empty());
  options.is_strict = true;
  const DocumentReading strict = document(response, options);
  ASSERT_EQ(strict.errors.size(), 1U);
  EXPECT_EQ(strict.errors[0].code + " " + strict.errors[0].field, "FS003 owner");
}

TEST(DocumentKind, OfADumpIsOfTheReleaseThatIsAskedFor) {
  const DocumentReading reading = document(
      "apiVersion: scheduling.sigs.k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {name: a}\n",
      {.scheduler = "kai"});
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(describe(reading.errors[0]), "f: --scheduler kai: this is a dump of koordinator");
}

TEST(DocumentKind, OfOneSchedulerIsNotOfAnother) {
  const auto error = [](const std::string& text, DocumentOptions options) {
    if (text == response) options.allocations = NamedText{"f.xml", "<allocations/>"};
    const DocumentReading reading = document(text, options);
    return reading.errors.empty() ? "" : reading.errors[0].code + " " + describe(reading.errors[0]);
  };
  const std::string how = "; pass --release 2.7 or 3 instead of --scheduler";
  for (const std::string other : {"kai", "fair", "yarn-2.7", "yarn-3.0"}) {
    EXPECT_EQ(error(response, {.scheduler = other}),
              "FS018 f: --scheduler " + other + ": this is a document of yarn-3" + how);
  }
  EXPECT_EQ(error(response, {.scheduler = "yarn-3", .release = "2.7"}),
            "FS018 f: --scheduler yarn-3: this is a document of yarn-2.7" + how);
  EXPECT_EQ(error(response, {.scheduler = "yarn-3"}), "");
  EXPECT_EQ(error(response, {.scheduler = "yarn-2.7", .release = "2.7"}), "");
  EXPECT_EQ(error(orchid(), {.scheduler = "kai"}),
            "FS018 f: --scheduler kai: this is a document of ytsaurus-2019");
  EXPECT_EQ(error(orchid(), {.scheduler = "ytsaurus-2018"}), "");
  const std::string since_2020 = tests::contents("examples/ytsaurus/orchid-2023.json");
  EXPECT_EQ(error(since_2020, {.scheduler = "ytsaurus-2018"}),
            "FS018 f: --scheduler ytsaurus-2018: this is a document of ytsaurus-2023");
  EXPECT_EQ(error(since_2020, {.scheduler = "ytsaurus-2023"}), "");
  EXPECT_EQ(error("{\"pools\":{}}", {.scheduler = "kai"}),
            "FS401 f: pools: no root: every pool has a parent");
}

TEST(DocumentKind, OfAResponseHasNoMetricsAndNoTotals) {
  for (const DocumentOptions& options : {DocumentOptions{.metrics = NamedText{"m", "a 1\n"}},
                                         DocumentOptions{.totals = {{"cpu", 1}}}}) {
    const DocumentReading reading = document(response, options);
    ASSERT_EQ(reading.errors.size(), 1U);
    EXPECT_EQ(reading.errors[0].code + " " + describe(reading.errors[0]),
              "FS018 f: --metrics and --total are for dumps of Kubernetes objects; this is a YARN "
              "response, which has its totals");
    EXPECT_TRUE(reading.parts.empty());
  }
}

TEST(DocumentKind, OfATableIsTold) {
  const std::string table = "NAME   WEIGHT\na      1\n";
  for (const DocumentOptions& options : {DocumentOptions{}, DocumentOptions{.totals = {{"cpu", 1}}},
                                         DocumentOptions{.release = "2.7"}}) {
    const DocumentReading reading = document(table, options);
    ASSERT_EQ(reading.errors.size(), 1U);
    EXPECT_EQ(
        describe(reading.errors[0]),
        "f: the input is a table: pass --csv to verify if it is CSV, or ask for JSON (kubectl "
        "-o json, ceph --format json)");
  }
}

TEST(DocumentKind, OfAnOptionIsNamedWhereTheDocumentDoesNotLookSo) {
  const std::string records = "{\"total\":1}\n{\"total\":2}\n";
  const std::string xml = "<allocations/>";
  const DocumentReading dump = document(records, {.totals = {{"cpu", 1}}});
  ASSERT_EQ(dump.errors.size(), 1U);
  EXPECT_EQ(
      describe(dump.errors[0]),
      "f:2: more text follows the document, at byte 1 (--metrics and --total are for dumps of "
      "Kubernetes objects)");
  const DocumentReading neither = document(records, {.allocations = NamedText{"f.xml", "<"}});
  ASSERT_EQ(neither.errors.size(), 2U);
  EXPECT_EQ(neither.errors[0].file, "f.xml");
  EXPECT_EQ(describe(neither.errors[0]).find("--allocations"), std::string::npos);
  const DocumentReading yarn = document(records, {.allocations = NamedText{"f.xml", xml}});
  ASSERT_EQ(yarn.errors.size(), 1U);
  EXPECT_EQ(describe(yarn.errors[0]),
            "f:2: more text follows the document, at byte 1 (--release is for YARN responses, "
            "--allocations also for records with --scheduler mr1)");
  EXPECT_EQ(describe(document(records, {.release = "2.7"}).errors.at(0)), describe(yarn.errors[0]));
}

TEST(DocumentKind, HasSteadySharesIfItIsOfYarn) {
  const auto told = [](const std::string& text) {
    const DocumentReading reading = document(text, {.steady = true});
    return reading.errors.empty() ? "" : reading.errors[0].code + " " + describe(reading.errors[0]);
  };
  EXPECT_EQ(told(orchid()),
            "FS018 f: --steady is for YARN, which has steady shares; this is an Orchid");
  EXPECT_EQ(told("[global]\n").substr(0, 5), "FS018");
  EXPECT_EQ(told(response).find("--steady"), std::string::npos);
  EXPECT_EQ(told("HTTP/1.1 200 OK\r\n\r\n" + response), told(response));
}

TEST(DocumentKind, OfMetricsIsToldAsThat) {
  for (const std::string text : {"# HELP a b\n# TYPE a gauge\na 1\n", "# TYPE a gauge\na 1\n"}) {
    const DocumentReading reading = document(text);
    ASSERT_EQ(reading.errors.size(), 1U);
    EXPECT_EQ(describe(reading.errors[0]),
              "f: the input is a page of metrics: pass it with --metrics, and the dump of "
              "Kubernetes objects as the input");
  }
}

TEST(DocumentKind, OfAResponseReadsPastItsHttpHeader) {
  const DocumentOptions options{.allocations = NamedText{"f.xml", "<allocations/>"}};
  const DocumentReading reading =
      document("HTTP/1.1 200 OK\r\nDate: today\r\n\r\n" + response, options);
  ASSERT_EQ(reading.parts.size(), 1U);
  EXPECT_EQ(reading.warnings.back(),
            "The HTTP header before the response is ignored; curl without -i omits it.");
  EXPECT_EQ(std::get<Division>(reading.parts[0].world).notes,
            std::vector<std::string>{"The response is dated today."});
  const DocumentReading bare = document("HTTP/1.1 200 OK\r\n\r\n{\"rootQueue\":7}", options);
  ASSERT_EQ(bare.errors.size(), 1U);
  EXPECT_EQ(describe(bare.errors[0]), "f: rootQueue: the field is not an object");
  const DocumentReading undated = document("HTTP/1.1 200 OK\r\n\r\n" + response, options);
  EXPECT_TRUE(std::get<Division>(undated.parts.at(0).world).notes.empty());
}

TEST(DocumentKind, OfAnOrchidIsOfTheEraThatIsAskedFor) {
  const std::string text = orchid();
  const auto scheduler = [&](const std::string& wanted) {
    return document(text, {.scheduler = wanted}).parts.at(0).computed->scheduler;
  };
  EXPECT_EQ(scheduler(""), "ytsaurus-2019");
  EXPECT_EQ(scheduler("ytsaurus-2018"), "ytsaurus-2018");
  const DocumentReading reading = document(text);
  EXPECT_FALSE(std::get<Division>(reading.parts.at(0).world).comparison)
      << "it is for answers, and no verdict compares with it";
}

TEST(DocumentPart, IsNoRecord) {
  Division division{.problem = {9, {{1, 0, {}}}}, .labels = {{.name = "a"}}};
  division.shares = {{"9", 9, 0}};
  const DocumentPart part{.title = "root", .line = 7, .world = division};
  const auto of_part = cases_of(part, "f", {});
  EXPECT_TRUE(std::get<std::vector<Case>>(of_part).at(0).is_of_document);
  const auto record = read_any_record(R"({"total":9,"claimants":[{}],"shares":[9]})", "f", 7, "");
  const auto of_record = cases_of(std::get<Record>(record), "f", {});
  EXPECT_FALSE(std::get<std::vector<Case>>(of_record).at(0).is_of_document);
}

TEST(DocumentPart, WithoutSharesIsNotJudged) {
  const Division division{.problem = {9, {{1, 0, {}}}}, .labels = {{.name = "a"}}};
  const DocumentPart part{.title = "root", .line = 7, .world = division};
  const auto error = std::get<InputError>(cases_of(part, "f", {}));
  EXPECT_EQ(error.code + " " + describe(error),
            "FS104 f:7: shares: the record reports no shares, so there is nothing to judge; add "
            "\"shares\", or solve it");
}

}  // namespace
}  // namespace fairshare::formats
