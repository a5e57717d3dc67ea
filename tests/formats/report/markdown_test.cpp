// Comments on pull requests.
#include "formats/report/markdown.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "formats/report/text.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

void keep_all(const std::vector<Verdict>& verdicts, Worst& worst) {
  keep(*find_reporter("markdown"), verdicts, {1, 1}, worst);
}

TEST(Markdown, CountsFirstThenShowsWhatIsUnfairAndFoldsWhatIsFair) {
  const Verdict unfair = judge(unfair_case());
  const Verdict fair = judge(fair_case());
  Worst worst;
  keep_all({fair, unfair}, worst);
  EXPECT_EQ(markdown_report(Question::shares, {.good = 1, .bad = 1}, worst),
            "### fairshare: 1 of 2 divisions unfair\n\n"
            "| fair | unfair | overcommitted | not judged |\n|-:|-:|-:|-:|\n| 1 | 1 | 0 | 0 |\n"
            "\n```text\n" +
                verdict_text(unfair) + "```\n\n<details><summary>1 fair</summary>\n\n```text\n" +
                verdict_text(fair) + "```\n\n</details>\n");
}

TEST(Markdown, SaysInItsHeadingWhatMattersMost) {
  const auto heading = [](Question question, const Tally& tally) {
    const std::string text = markdown_report(question, tally, {});
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(heading(Question::shares, {}), "### fairshare: nothing was judged");
  EXPECT_EQ(heading(Question::shares, {1, 0, 0, 0}), "### fairshare: 1 division fair");
  EXPECT_EQ(heading(Question::shares, {1, 0, 2, 0}), "### fairshare: 2 of 3 not judged");
  EXPECT_EQ(heading(Question::shares, {1, 0, 0, 2}),
            "### fairshare: nothing is unfair, 2 of 3 overcommitted");
  EXPECT_EQ(heading(Question::ordering, {1, 2, 0, 0}), "### fairshare: 2 of 3 inconsistent");
  EXPECT_EQ(heading(Question::ordering, {1, 0, 1, 0}), "### fairshare: 1 of 2 not judged");
  EXPECT_EQ(heading(Question::ordering, {1, 0, 0, 0}), "### fairshare: 1 consistent");
  EXPECT_EQ(heading(Question::certificate, {1, 1, 0, 0}),
            "### fairshare: 1 of 2 certificates refused");
  EXPECT_EQ(heading(Question::certificate, {1, 0, 1, 0}), "### fairshare: 1 of 2 not read");
  EXPECT_EQ(heading(Question::certificate, {2, 0, 0, 0}), "### fairshare: 2 certificates hold");
}

TEST(Markdown, FencesTextSoThatNothingInItEndsTheBlock) {
  EXPECT_EQ(fenced("a\n"), "```text\na\n```\n");
  EXPECT_EQ(fenced("a"), "```text\na\n```\n");
  EXPECT_EQ(fenced("```\n<b>````"), "`````text\n```\n<b>````\n`````\n");
}

TEST(Markdown, ShowsErrorsAndWarnings) {
  const RecordError error{"", {.code = "FS010", .message = "m\xFF", .file = "f", .line = 3}};
  EXPECT_EQ(markdown_error(error), "error[FS010] f:3: m\n");
  EXPECT_EQ(markdown_warning("f", "w\n."), "warning: w\\n.\n");
}

TEST(Markdown, HasRoomForNoMoreThanACommentAndCountsWhatItLeavesOut) {
  std::vector<Verdict> verdicts;
  for (int i = 0; i < 300; ++i) verdicts.push_back(judge(unfair_case()));
  for (int i = 0; i < 2; ++i) verdicts.push_back(judge(fair_case()));
  Worst worst;
  keep_all(verdicts, worst);
  const std::string text = markdown_report(Question::shares, {.good = 2, .bad = 300}, worst);
  EXPECT_LE(text.size(), markdown_bytes_max);
  EXPECT_GT(text.size(), markdown_bytes_max - 3000);
  std::size_t shown = 0;
  for (std::size_t at = text.find("\nerror["); at != std::string::npos;
       at = text.find("\nerror[", at + 1)) {
    ++shown;
  }
  const std::string end =
      "\nNot shown, since a comment has room for 65536 characters: " + std::to_string(300 - shown) +
      " more that are not fair";
  EXPECT_NE(text.find(end), std::string::npos) << text.substr(text.size() - 200);
}

TEST(Markdown, CutsATextThatIsLong) {
  Case unfair = unfair_case();
  unfair.labels[0].name = std::string(100000, '`');
  const std::string text = markdown_verdicts(std::vector{judge(unfair)});
  EXPECT_LT(text.size(), 6100U);
  EXPECT_TRUE(text.ends_with("(cut here: this is longer than a comment can show)\n"));
  unfair.title = std::string(100000, 'x');
  EXPECT_LT(markdown_verdicts(std::vector{judge(unfair)}).size(), 6100U);
}

}  // namespace
}  // namespace fairshare::formats
