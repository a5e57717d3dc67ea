// How verdicts are output, and what is counted about them.
#include "formats/report/reporter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "formats/report/json.h"
#include "formats/report/text.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

const RecordError an_error{"\"a\"", {"FS010", "m"}};

const Reporter& reporter(std::string_view name) {
  const Reporter* found = find_reporter(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

TEST(Reporter, IsFoundByItsName) {
  for (const std::string_view name :
       {"human", "details", "json", "junit", "github", "markdown", "prometheus", "html"}) {
    EXPECT_EQ(reporter(name).name, name);
  }
  EXPECT_EQ(find_reporter("xml"), nullptr);
  for (const std::string& name : format_names()) EXPECT_EQ(reporter(name).name, name);
  EXPECT_EQ(format_names().front(), "human");
  EXPECT_EQ(std::ranges::count(format_names(), "details"), 0) << "it is --format human --details";
}

TEST(Reporter, ForPeopleEndsInASentenceThatCounts) {
  const Reporter& human = reporter("human");
  const Verdict fair = judge(fair_case());
  const Verdict unfair = judge(unfair_case());
  EXPECT_EQ(human.begin(), "");
  EXPECT_EQ(human.verdicts(std::vector{fair, unfair}), verdict_text(fair) + verdict_text(unfair));
  EXPECT_EQ(human.error(an_error), "") << "it goes to standard error";
  EXPECT_EQ(human.warning("f", "w."), "") << "likewise";
  EXPECT_EQ(human.end(Question::shares, {1, 2, 3}, {}),
            "6 cases: 1 fair, 2 unfair, 3 not judged\n");
  EXPECT_EQ(human.end(Question::shares, {1, 0, 0}, {}), "1 case: 1 fair, 0 unfair, 0 not judged\n");
  EXPECT_EQ(human.end(Question::shares, {1, 2, 3, 4}, {}),
            "10 cases: 1 fair, 2 unfair, 4 overcommitted, 3 not judged\n");
  EXPECT_EQ(human.end(Question::ordering, {1, 2, 3}, {}),
            "6 cases: 1 consistent, 2 not, 3 not judged\n"
            "Only the ordering was checked: whether some ratio R gives these shares. Not whether "
            "they add up to the total, nor whether R is the right one.\n");
  EXPECT_EQ(human.end(Question::certificate, {1, 2, 3}, {}),
            "6 certificates: 1 hold, 2 refused, 3 not read\n");
}

TEST(Reporter, ForProgramsWritesALineARecordAndNothingElse) {
  const Reporter& json = reporter("json");
  EXPECT_TRUE(json.needs_divisions);
  const std::vector<Verdict> verdicts = {judge(fair_case()), judge(unfair_case())};
  EXPECT_EQ(json.verdicts(verdicts), verdicts_json(verdicts) + "\n");
  EXPECT_EQ(json.error(an_error), error_json(an_error) + "\n");
  EXPECT_EQ(json.warning("f", "w."), warning_json("f", "w.") + "\n");
  EXPECT_EQ(json.begin() + json.end(Question::shares, {1, 2, 3}, {}), "");
}

TEST(Reporter, ForCiSystemsIsOneDocument) {
  const Reporter& junit = reporter("junit");
  const std::string all = junit.begin() + junit.verdicts(std::vector{judge(unfair_case())}) +
                          junit.error(an_error) + junit.end(Question::shares, {0, 1, 1}, {});
  EXPECT_TRUE(all.starts_with("<?xml "));
  EXPECT_NE(all.find("<testsuite name=\"fairshare verify\">"), std::string::npos);
  EXPECT_NE(all.find("<failure type=\"FS204\""), std::string::npos);
  EXPECT_TRUE(all.ends_with("</testsuites>\n"));
}

TEST(Reporter, ForGitHubEndsInANoticeThatCounts) {
  EXPECT_EQ(reporter("github").end(Question::ordering, {1, 2, 3}, {}),
            "::notice title=fairshare::6 cases: 1 consistent, 2 not, 3 not judged\n");
}

TEST(Reporter, KeepsWhatItSaysWhereItBeginsWithWhatIsWorst) {
  const Reporter& markdown = reporter("markdown");
  const Verdict over = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  const Verdict unfair = judge(unfair_case());
  Worst worst;
  keep(markdown, std::vector{judge(fair_case()), over, unfair}, {1, 2}, worst);
  keep(markdown, an_error, {1, 3}, worst);
  keep(markdown, "f", "w.", {1, 4}, worst);
  EXPECT_EQ(worst.offered, (std::array<std::size_t, severities>{1, 1, 1, 1, 1}));
  ASSERT_EQ(worst.kept.size(), 5U);
  const auto& [rank, kept] = *worst.kept.begin();
  EXPECT_EQ(kept.text, verdict_text(unfair));
  EXPECT_EQ(kept.distance, exact::to_double(*unfair.distance));
  EXPECT_EQ(std::next(worst.kept.begin(), 3)->second.excess, 6.0);
  Worst backwards;
  keep(markdown, {"", {"FS010", "second"}}, {2, 1}, backwards);
  keep(markdown, {"", {"FS010", "first"}}, {1, 7}, backwards);
  EXPECT_NE(backwards.kept.begin()->second.text.find("first"), std::string::npos)
      << "by their place, in whatever order they come";
  Worst counted;
  keep(reporter("prometheus"), an_error, {1, 3}, counted);
  EXPECT_TRUE(counted.kept.empty()) << "it says nothing of an error";
  EXPECT_EQ(counted.offered[1], 1U);
}

TEST(Tally, CountsDivisionsAndOfOtherQuestionsRecords) {
  Tally tally;
  const Verdict over = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  count(std::vector{judge(fair_case()), judge(unfair_case()), over}, tally);
  EXPECT_EQ(tally.good, 1U);
  EXPECT_EQ(tally.bad, 1U);
  EXPECT_EQ(tally.overcommitted, 1U);
  count(std::vector{judge_ordering(fair_case()), judge_ordering(unfair_case())}, tally);
  EXPECT_EQ(tally.good, 1U);
  EXPECT_EQ(tally.bad, 2U) << "one record, which is not consistent";
  Tally all{1, 2, 3, 4};
  add(tally, all);
  EXPECT_EQ(all.good, 2U);
  EXPECT_EQ(all.bad, 4U);
  EXPECT_EQ(all.not_judged, 3U);
  EXPECT_EQ(all.overcommitted, 5U);
}

TEST(Reporter, SaysWhatItNeeds) {
  const auto is_all = [](bool Reporter::*flag) {
    std::vector<std::string> names;
    for (const std::string_view name :
         {"human", "details", "json", "junit", "github", "markdown", "prometheus", "html"}) {
      if (reporter(name).*flag) names.emplace_back(name);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(is_all(&Reporter::needs_divisions), (Names{"details", "json", "prometheus", "html"}));
  EXPECT_EQ(is_all(&Reporter::counts_fair), (Names{"junit", "markdown", "prometheus"}));
  EXPECT_EQ(is_all(&Reporter::begins_with_worst), (Names{"markdown", "prometheus"}));
  EXPECT_EQ(is_all(&Reporter::is_of_shares), (Names{"prometheus", "html"}));
  EXPECT_EQ(format_names(),
            (Names{"human", "json", "junit", "github", "markdown", "prometheus", "html"}));
}

TEST(Reporter, SaysNothingWhereItsFormatHasNoPlaceForIt) {
  for (const std::string_view name : {"human", "details", "prometheus", "html"}) {
    EXPECT_EQ(reporter(name).error(an_error), "") << name;
  }
  for (const std::string_view name : {"human", "details", "junit", "prometheus", "html"}) {
    EXPECT_EQ(reporter(name).warning("f", "w."), "") << name;
  }
  for (const std::string_view name : {"details", "github", "markdown", "prometheus", "html"}) {
    EXPECT_EQ(reporter(name).begin(), "") << name;
  }
  const Reporter& html = reporter("html");
  EXPECT_EQ(html.verdicts(std::vector{judge(unfair_case())}), "");
  EXPECT_EQ(html.end(Question::shares, {1, 2, 3}, {}), "");
  EXPECT_NE(html.page, nullptr);
  EXPECT_EQ(reporter("github").warning("f", "w."), "::warning file=f,title=fairshare::w.\n");
  EXPECT_EQ(reporter("markdown").warning("f", "w."), "warning: w.\n");
}

TEST(Reporter, ForPeopleWhoWantDetailsEndsAsForPeople) {
  const Reporter& details = reporter("details");
  const std::string text = details.verdicts(std::vector{judge(fair_case()), judge(unfair_case())});
  EXPECT_TRUE(
      text.starts_with(verdict_text(judge(fair_case())) + "  a: weight 1, min 0; reported"));
  EXPECT_NE(text.find(verdict_text(judge(unfair_case())) + "  a: weight 1, min 0; reported"),
            std::string::npos);
  EXPECT_EQ(details.end(Question::shares, {1, 2, 3}, {}),
            "6 cases: 1 fair, 2 unfair, 3 not judged\n");
}

TEST(Tally, CountsAnOrderingOfWhichNothingIsWrongOnce) {
  Tally tally;
  count(std::vector{judge_ordering(fair_case()), judge_ordering(fair_case())}, tally);
  EXPECT_EQ(tally.good, 1U);
  EXPECT_EQ(tally.bad + tally.overcommitted + tally.not_judged, 0U);
}

}  // namespace
}  // namespace fairshare::formats
