// Comments on pull requests.
#include "formats/report/markdown.h"

#include <gtest/gtest.h>

#include <array>
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
  EXPECT_EQ(heading(Question::shares, {2, 0, 0, 0}), "### fairshare: 2 divisions fair");
  EXPECT_EQ(heading(Question::shares, {0, 1, 0, 0}), "### fairshare: 1 of 1 division unfair");
  EXPECT_EQ(heading(Question::shares, {1, 0, 2, 0}), "### fairshare: 2 of 3 not judged");
  EXPECT_EQ(heading(Question::shares, {1, 0, 0, 2}),
            "### fairshare: nothing is unfair, 2 of 3 overcommitted");
  EXPECT_EQ(heading(Question::ordering, {1, 2, 0, 0}), "### fairshare: 2 of 3 inconsistent");
  EXPECT_EQ(heading(Question::ordering, {1, 0, 1, 0}), "### fairshare: 1 of 2 not judged");
  EXPECT_EQ(heading(Question::ordering, {1, 0, 0, 0}), "### fairshare: 1 consistent");
  EXPECT_EQ(heading(Question::certificate, {1, 1, 0, 0}),
            "### fairshare: 1 of 2 certificates refused");
  EXPECT_EQ(heading(Question::certificate, {0, 1, 0, 0}),
            "### fairshare: 1 of 1 certificate refused");
  EXPECT_EQ(heading(Question::certificate, {1, 0, 1, 0}), "### fairshare: 1 of 2 not read");
  EXPECT_EQ(heading(Question::certificate, {2, 0, 0, 0}), "### fairshare: 2 certificates hold");
}

TEST(Markdown, CountsAndFoldsByTheWordsOfItsQuestion) {
  Worst worst;
  keep({.severity = Severity::fair}, {.text = "t\n"}, worst);
  const std::string folded = "</summary>\n\n```text\nt\n```\n\n</details>\n";
  const Tally tally{.good = 1, .bad = 2, .not_judged = 3};
  EXPECT_EQ(markdown_report(Question::ordering, tally, worst),
            "### fairshare: 2 of 6 inconsistent\n\n"
            "| consistent | inconsistent | not judged |\n|-:|-:|-:|\n| 1 | 2 | 3 |\n\n"
            "Only the ordering was checked: whether some ratio R gives these shares.\n\n"
            "<details><summary>1 consistent" +
                folded);
  EXPECT_EQ(markdown_report(Question::certificate, tally, worst),
            "### fairshare: 2 of 6 certificates refused\n\n"
            "| hold | refused | not read |\n|-:|-:|-:|\n| 1 | 2 | 3 |\n\n"
            "<details><summary>1 hold" +
                folded);
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

// Of texts of 6000 bytes ten have room.
TEST(Markdown, NamesEachKindThatItLeavesOut) {
  const auto left_out = [](const std::array<std::size_t, severities>& offered) {
    Worst worst;
    for (std::size_t kind = 0; kind < severities; ++kind) {
      for (std::size_t k = 0; k < offered[kind]; ++k) {
        keep({.severity = static_cast<Severity>(kind)}, {.text = std::string(6000, 'x')}, worst);
      }
    }
    const std::string text = markdown_report(Question::shares, {.bad = 1}, worst);
    return text.substr(text.rfind(": ") + 2);
  };
  EXPECT_EQ(left_out({12, 1, 2, 1, 2}),
            "2 more that are not fair, 1 more error, 2 more warnings, "
            "1 more that is overcommitted, 2 more that are fair.\n");
  EXPECT_EQ(left_out({11, 2, 1, 2, 1}),
            "1 more that is not fair, 2 more errors, 1 more warning, "
            "2 more that are overcommitted, 1 more that is fair.\n");
}

TEST(Markdown, IsUtf8WhateverBytesANameHas) {
  Case one = fair_case();
  one.title = "caf\xC3\xA9 \xFF";
  EXPECT_EQ(markdown_verdicts(std::vector{judge(one)}),
            "fair      caf : R = 40/3 (13.33), 3 claimants\n");
}

TEST(Markdown, CutsATextThatIsLong) {
  const std::string end = "  (cut here: this is longer than a comment can show)\n";
  Case unfair = unfair_case();
  unfair.labels[0].name = std::string(100000, '`');
  EXPECT_EQ(markdown_verdicts(std::vector{judge(unfair)}),
            "error[FS204] x: no ratio R makes these shares fair (total 100)\n" + end);
  const std::string most(5990, 'w');
  EXPECT_EQ(markdown_warning("", most), "warning: " + most + "\n");
  EXPECT_EQ(markdown_warning("", most + "w"), "warning: " + most.substr(2) + "...\n" + end);
  EXPECT_EQ(markdown_error({"", {.code = "FS010", .message = most + most}}),
            "error[FS010] " + most.substr(6) + "...\n" + end);
  unfair.title = std::string(100000, 'x');
  EXPECT_LT(markdown_verdicts(std::vector{judge(unfair)}).size(), 6100U);
}

TEST(Markdown, KeepsRoomToSayWhatItLeavesOut) {
  Worst worst;
  for (int i = 0; i < 12; ++i) {
    keep({.severity = Severity::unfair}, {.text = std::string(6525, 'x')}, worst);
  }
  const std::string text = markdown_report(Question::shares, {.bad = 12}, worst);
  EXPECT_LE(text.size(), markdown_bytes_max);
  EXPECT_TRUE(text.ends_with(": 3 more that are not fair.\n")) << text.substr(text.size() - 100);
}

}  // namespace
}  // namespace fairshare::formats
