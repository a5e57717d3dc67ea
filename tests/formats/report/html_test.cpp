// The report as one page. tests/whole/html_cli_test.py reads whole pages, as a browser does.
#include "formats/report/html.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/report/explorer_link.h"
#include "formats/report/html_style.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view page_of_code(std::string_view code) {
  return code == "FS204" ? "# FS204: a pair\n" : "";
}

std::string page_of(const std::vector<Case>& cases) {
  Collection collection;
  Tally tally;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::vector<Verdict> verdicts{judge(cases[k])};
    collection.add(verdicts, {1, k});
    count(verdicts, tally);
  }
  return html_page(collection, tally, {page_of_code});
}

// One that was reported for a queue of a document.
Case part_of(Case one, const std::string& path, const std::vector<std::string>& children) {
  one.title = one.path = path;
  one.file = "cluster.json";
  one.is_of_document = true;
  for (std::size_t i = 0; i < children.size(); ++i) one.labels[i].name = children[i];
  return one;
}

TEST(Html, BeginsWithWhatIsUnfairAndToWhichClaimants) {
  const std::string page = page_of({fair_case(), unfair_case()});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(has(page, "<h1>1 division is unfair</h1>"));
  EXPECT_TRUE(
      has(page,
          "<strong>a</strong> holds 10, 10/3 (3.33) less than its fair share 40/3 (13.33). "
          "<strong>b</strong> holds 30, 10/3 (3.33) more than its fair share 80/3 (26.67).</li>"));
  EXPECT_LT(page.find("What is unfair"), page.find("All divisions"));
  EXPECT_TRUE(has(page_of({unfair_case(), unfair_case()}), "<h1>2 divisions are unfair</h1>"));
}

TEST(Html, LinksEachDivisionToTheExplorerWhereThatIsKnown) {
  Collection collection;
  const std::vector<Verdict> verdicts{judge(fair_case())};
  collection.add(verdicts, {1, 0});
  EXPECT_FALSE(has(html_page(collection, {.good = 1}, {page_of_code}), "explorer"));
  const std::string link = "<a href=\"https://a.example/?x&amp;y#record=%7B%22total%22%3A100";
  const PageSources sources = {page_of_code, "https://a.example/?x&y"};
  EXPECT_TRUE(has(html_page(collection, {.good = 1}, sources), link));
}

TEST(Html, LeavesOutALinkOfMoreThanTwentyThousandLetters) {
  const auto verdict_of = [](std::size_t letters) {
    Case division = fair_case();
    division.labels[0].name = std::string(letters, 'a');
    return judge(division);
  };
  const auto has_link = [&](std::size_t letters) {
    Collection collection;
    collection.add(std::vector{verdict_of(letters)}, {1, 0});
    return has(html_page(collection, {.good = 1}, {page_of_code, "e"}), "in the explorer");
  };
  const std::size_t others = explorer_link("e", record_of(verdict_of(0))).size() +
                             std::string("%22name%22%3A%22%22").size();
  EXPECT_TRUE(has_link(20'000 - others));
  EXPECT_FALSE(has_link(20'001 - others));
}

TEST(Html, ShowsWhatIsPaidFirstTogetherWithWhatIsDivided) {
  Case one = reported({80, {{1, 0, 70}, {1}}}, {"30", "50"});
  one.labels[0].paid = 20;
  one.reported[0].text = "50";
  Collection collection;
  collection.add(std::vector{judge(one)}, {1, 0});
  const std::string page = html_page(collection, {.bad = 1}, {page_of_code, "e"});
  EXPECT_TRUE(has(page, "holds 50, 10 less than its fair share 60."));
  EXPECT_TRUE(has(page, "<caption>Claimants, total 100</caption>"));
  EXPECT_TRUE(
      has(page,
          "a ← poorer</th><td data-n=\"1\">1</td><td data-n=\"20\">20</td><td data-n=\"90\">90</td>"
          "<td data-n=\"50\">50</td><td data-n=\"60\">60</td><td data-n=\"-10\">-10</td>"));
  EXPECT_TRUE(has(page, ">Open what is above the minimums in the explorer</a>"));
}

TEST(Html, BeginsWithTheFiveWorst) {
  const std::string page = page_of(std::vector(6, unfair_case()));
  EXPECT_TRUE(has(page, "<li>In <a href=\"#d-x-5\">") && !has(page, "<li>In <a href=\"#d-x-6\">"));
}

TEST(Html, OfNothingUnfairSaysSo) {
  const std::string page = page_of({fair_case()});
  EXPECT_TRUE(has(page, "<h1>All shares are fair</h1>"));
  EXPECT_FALSE(has(page, "What is unfair"));
  EXPECT_FALSE(has(page, "</b>overcommitted") || has(page, "</b>not judged"))
      << "both counts are 0";
  EXPECT_TRUE(has(html_page({}, {}, {page_of_code}), "<h1>Nothing was judged</h1>"));
}

TEST(Html, ShowsOfAnUnfairDivisionThePairThePictureTheTableAndTheReasons) {
  const std::string page = page_of({unfair_case()});
  EXPECT_TRUE(has(page,
                  "b is above its minimum and holds 15 per weight; a is below its maximum and "
                  "holds 10. (<a href=\"#FS204\">FS204</a>)"));
  EXPECT_TRUE(has(page, "<title>x: unfair, FS204</title>"));
  EXPECT_TRUE(has(page, "<tr class=\"named\"><th scope=\"row\">a ← poorer</th>"));
  EXPECT_TRUE(has(page, ">-10/3 (-3.33)</td><td class=\"range\">= 10</td>"));
  EXPECT_TRUE(has(page, ">0</td><td class=\"range\">&le; 20</td>"));
  EXPECT_TRUE(has(page, "proportional: 1/3 (0.33) of the 40 that is left"));
  EXPECT_FALSE(has(page, "class=\"folded\""));
}

TEST(Html, RoundsLongNumbers) {
  const std::string page = page_of({reported({1, {{1}, {1}}}, {"0.33333333333333333", "0.6"})});
  EXPECT_TRUE(has(page, "<td data-n=\"0.33333333333333331\">≈ 0.33333</td>"));
  EXPECT_TRUE(has(page, "holds ≈ 0.33333, ≈ 0.16667 less than its fair share 0.5."));
}

TEST(Html, ShowsWhatTheReleaseComputes) {
  const std::string page = page_of({computed_by_a_release(10, 1)});
  EXPECT_TRUE(has(page, "<th scope=\"col\">yarn-9 computes</th>"));
}

TEST(Html, FoldsWhatIsFairAndWhatIsOvercommittedIsSaid) {
  EXPECT_TRUE(has(page_of({fair_case()}), "<details class=\"folded\">"));
  const std::string page = page_of({reported({10, {{1, 8}, {1, 8}}}, {"8", "8"})});
  EXPECT_TRUE(has(page, "<li>The minimums exceed the total by 6.</li>"));
  EXPECT_FALSE(has(page, "class=\"folded\""));
}

TEST(Html, HasAnAnchorForEachDivisionAlsoWhereNamesAreAlike) {
  Case one = fair_case();
  one.title = "a b";
  one.resource = "cpu";
  Case other = one;
  other.title = "a/b";
  const std::string page = page_of({one, other});
  EXPECT_TRUE(has(page, "id=\"d-a-b-cpu\""));
  EXPECT_TRUE(has(page, "id=\"d-a-b-cpu-2\""));
  EXPECT_TRUE(has(page, "href=\"#d-a-b-cpu-2\">a/b, cpu</a>"));
  one.title = "azAZ09._`{@[/:";
  EXPECT_TRUE(has(page_of({one}), "id=\"d-azAZ09._-cpu\""));
  one.title = std::string(100, 'x');
  EXPECT_TRUE(has(page_of({one}), "id=\"d-" + std::string(80, 'x') + "\""));
}

TEST(Html, HasThePageOfEachCode) {
  EXPECT_TRUE(has(page_of({unfair_case()}), "id=\"FS204\">\n<h3>FS204: a pair</h3>"));
}

TEST(Html, HasTheTreeOfTheQueues) {
  const std::string page =
      page_of({part_of(fair_case(), "root", {"root.p", "root.q", "root.r"}),
               part_of(unfair_case(), "root.p", {"root.p.x", "root.p.y", "root.p.z"})});
  EXPECT_TRUE(has(page,
                  "root</a>\n<ul>\n<li><span class=\"badge unfair\">unfair</span> <a "
                  "href=\"#d-root.p\">root.p</a></li>\n</ul></li>\n</ul>\n"));
  EXPECT_FALSE(has(page_of({fair_case(), unfair_case()}), "<h2>The tree</h2>"));
}

TEST(Html, QueuesOfTwoFilesAreNoTree) {
  Case other = part_of(fair_case(), "root.p", {"root.p.x", "root.p.y", "root.p.z"});
  other.file = "other.json";
  EXPECT_FALSE(
      has(page_of({part_of(fair_case(), "root", {"root.p", "a", "b"}), other}), "The tree"));
}

TEST(Html, ADivisionThatIsItsOwnClaimantIsNoTree) {
  EXPECT_FALSE(has(page_of({part_of(fair_case(), "root", {"root", "a", "b"})}), "The tree"));
}

TEST(Html, CountsWhatItLeavesOut) {
  Collection collection;
  for (std::size_t k = 0; k < 1100; ++k) {
    collection.add(std::vector{judge(reported({1, {{1}}}, {"1"}))}, {1, k});
  }
  const std::string page = html_page(collection, {.good = 1100}, {page_of_code});
  EXPECT_TRUE(
      has(page, "This page shows the 1000 worst divisions.</strong> The other 100 are only"));
  Collection worse;
  for (std::size_t k = 0; k < 1000; ++k) {
    worse.add(std::vector{judge(reported({4, {{1}, {1}}}, {"4", "0"}))}, {1, k});
  }
  worse.add(std::vector{judge(reported({100, {{1, 51}, {1}}}, {"50", "50"}))}, {1, 1000});
  EXPECT_TRUE(has(html_page(worse, {.bad = 1001}, {page_of_code}), "id=\"FS102\""))
      << "what a code of the counts means is there, though its division is not";
}

TEST(Html, SaysWhatWasNotJudged) {
  Collection collection;
  collection.add(RecordError{"", {.code = "FS010", .message = "m<", .file = "f", .line = 3}}, {});
  collection.add_warning("f", "w>");
  const std::string page = html_page(collection, {.not_judged = 1}, {page_of_code});
  EXPECT_TRUE(has(page, "<h1>1 not judged</h1>"));
  EXPECT_TRUE(has(page, "<a href=\"#FS010\">FS010</a>: f:3: m&lt;</li>"));
  EXPECT_TRUE(has(page, "id=\"FS010\">\n")) << "what the code means is there";
  EXPECT_TRUE(has(page, "Warning, f: w&gt;"));
  EXPECT_FALSE(has(page, "more errors") || has(page, "more warnings"));
}

TEST(Html, EscapesEveryName) {
  for (const std::string hostile :
       {"</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "-->", "</style>",
        "a\xE2\x80\xAE"
        "b",
        "\xff\xfe", ""}) {
    Case one = part_of(unfair_case(), hostile, {hostile, hostile, hostile});
    one.file = one.resource = one.label = hostile;
    one.labels[0].note = hostile;
    one.notes = {hostile};
    one.reported[0].text = hostile;
    const std::string page = page_of({one});
    EXPECT_EQ(page.find("<script"), page.rfind("<script")) << hostile;
    EXPECT_FALSE(has(page, "<img") || has(page, "\xE2\x80\xAE") || has(page, "\xff"));
  }
}

TEST(Html, AllowsNothingButItsOwnStyleAndScript) {
  const std::string page = page_of({unfair_case()});
  EXPECT_TRUE(has(page, std::string("content=\"") + std::string(html_policy) + "\""));
  EXPECT_TRUE(html_policy.starts_with("default-src 'none'; "));
  for (const std::string_view part :
       {" src=", "style=\"", "@import", "url(", "http://", "https://"}) {
    const bool is_namespace = part == "http://";
    EXPECT_EQ(has(page, part), is_namespace) << part;
  }
}

TEST(Html, CountsTheErrorsAndWarningsThatItLeavesOut) {
  Collection collection;
  for (std::size_t line = 1; line <= 1002; ++line) {
    collection.add(RecordError{"", {.code = "FS010", .message = "m", .line = line}}, {1, line});
    collection.add_warning("f", "w");
  }
  const std::string page = html_page(collection, {.not_judged = 1002}, {page_of_code});
  EXPECT_TRUE(has(page, "<li>2 more errors.</li>"));
  EXPECT_TRUE(has(page, "<li>902 more warnings.</li>"));
}

// What the last claimant's R must be.
std::string range_of(const Case& one) {
  const std::string page = page_of({one});
  const std::string_view begin = "<td class=\"range\">";
  const std::size_t at = page.rfind(begin) + begin.size();
  return page.substr(at, page.find("</td>", at) - at);
}

TEST(Html, SaysWhatRMustBe) {
  EXPECT_EQ(range_of(reported({5, {{1}}}, {"5"})), "= 5");
  EXPECT_EQ(range_of(reported({5, {{1}, {1, 5}}}, {"0", "5"})), "&le; 5");
  EXPECT_EQ(range_of(reported({9, {{1, 0, 7}}}, {"7"})), "&ge; 7");
  EXPECT_EQ(range_of(reported({5, {{1}, {0}}}, {"5", "0"})), "any");
  EXPECT_EQ(range_of(reported({5, {{1}, {1, 0, 3}}}, {"1", "4"})), "no R");
  EXPECT_EQ(range_of(reported({5, {{1}}}, {"5"}, Rounding::down)), "&ge; 5 and &lt; 6");
  EXPECT_EQ(range_of(reported({5, {{1}}}, {"5"}, Rounding::apportioned)), "&gt; 4 and &lt; 6");
  EXPECT_EQ(range_of(reported({0, {{1}}}, {"0"}, Rounding::down)), "&lt; 1");
}

TEST(Html, TellsOfEachClaimantItsRowOfTheTable) {
  Case one = fair_case();
  one.labels[1].note = "<inactive>";
  const std::string page = page_of({one});
  EXPECT_TRUE(has(page,
                  "<tr><th scope=\"row\">a</th><td data-n=\"1\">1</td><td data-n=\"0\">0</td>"
                  "<td>none</td><td data-n=\"13.333333333333334\">40/3</td>"
                  "<td data-n=\"13.333333333333334\">40/3 (13.33)</td><td data-n=\"0\">0</td>"
                  "<td class=\"range\">= 40/3 (13.33)</td><td class=\"text why\">proportional: "))
      << page;
  EXPECT_TRUE(has(page, "b <span class=\"soft\">(&lt;inactive&gt;)</span></th>"));
  EXPECT_TRUE(has(page_of({unfair_case()}), "<td data-n=\"3.3333333333333335\">+10/3 (3.33)</td>"));
}

TEST(Html, HasNoFairShareWhereNoneIsKnown) {
  const std::string page = page_of({overcommitted_case()});
  EXPECT_FALSE(has(page, "<th scope=\"col\">fair</th>"));
  EXPECT_FALSE(has(page, "<th scope=\"col\">difference</th>"));
  EXPECT_FALSE(has(page_of({fair_case()}), "computes</th>"));
  EXPECT_TRUE(has(page_of({fair_case()}),
                  "<th scope=\"col\">fair</th><th scope=\"col\">difference</th><th "
                  "scope=\"col\">R must be</th><th scope=\"col\" class=\"text\">reason for the "
                  "fair share</th>"));
}

TEST(Html, ShowsWhatTheReleaseComputesOfEachClaimant) {
  Case one = computed_by_a_release(10, 1);
  one.comparison->shares = std::vector<std::string>{"4", "<5>"};
  const std::string page = page_of({one});
  EXPECT_TRUE(has(page, "</td><td>4</td><td class=\"text why\">"));
  EXPECT_TRUE(has(page, "</td><td>&lt;5&gt;</td>") && has(page, "</td><td></td>"));
}

TEST(Html, TellsOfEachDivisionItsRowOfAll) {
  Case one = unfair_case();
  one.file = "f<.ndjson";
  one.line = 3;
  EXPECT_TRUE(has(page_of({one}),
                  "<tr data-find=\"x\"><th scope=\"row\"><a href=\"#d-x\">x</a></th><td "
                  "class=\"text\"><span class=\"badge unfair\">unfair</span></td><td "
                  "class=\"text\"><a href=\"#FS204\">FS204</a></td><td "
                  "data-n=\"3.3333333333333335\">10/3 (3.33)</td><td data-n=\"3\">3</td><td "
                  "class=\"text\">f&lt;.ndjson:3</td></tr>"));
  one = reported({10, {{1, 8}, {1, 8}}}, {"8", "8"});
  one.file = "f";
  EXPECT_TRUE(has(page_of({one}),
                  "<span class=\"badge overcommitted\">overcommitted</span></td><td "
                  "class=\"text\"></td><td></td><td data-n=\"2\">2</td><td class=\"text\">f</td>"));
}

TEST(Html, CountsByVerdictAndByCode) {
  const Case over = reported({10, {{1, 8}, {1, 8}}}, {"8", "8"});
  EXPECT_TRUE(has(page_of({fair_case(), unfair_case(), unfair_case(), over}),
                  "<ul class=\"counts\">\n<li class=\"unfair\"><b>2</b>unfair</li>\n"
                  "<li class=\"fair\"><b>1</b>fair</li>\n"
                  "<li class=\"overcommitted\"><b>1</b>overcommitted</li>\n</ul>\n"
                  "<p>Unfair divisions by what is found first: <a href=\"#FS204\">FS204</a>: 2."
                  "</p>\n"));
  EXPECT_TRUE(has(page_of({unfair_case(), overcommitted_case()}),
                  "first: <a href=\"#FS012\">FS012</a>: 1, <a href=\"#FS204\">FS204</a>: 1.</p>"));
  EXPECT_TRUE(has(page_of({over}), "<h1>All shares are fair</h1>"));
  const std::string none = html_page({}, {.not_judged = 2}, {page_of_code});
  EXPECT_TRUE(has(none, "<li class=\"error\"><b>2</b>not judged</li>"));
  EXPECT_TRUE(has(none, "<p>There is no division to show.</p>"));
  EXPECT_FALSE(has(none, "Each division") || has(none, "What the codes mean") ||
               has(none, "What was not judged"));
}

TEST(Html, SaysSixFindingsAndCountsTheOthers) {
  const auto page_with = [](std::size_t count) {
    return page_of({reported({100, std::vector(count, Claimant<Rational>{1, 0, 3})},
                             std::vector<std::string>(count, "2"))});
  };
  EXPECT_FALSE(has(page_with(6), "more findings.</li>"));
  EXPECT_TRUE(has(page_with(8), "<li>2 more findings.</li>"));
}

TEST(Html, ShowsTheClaimantsThatMatterOfMany) {
  Problem<Rational> problem{Rational(501), std::vector(501, Claimant<Rational>{1})};
  std::vector<std::string> shares(501, "1");
  const std::string page = page_of({reported(std::move(problem), shares)});
  EXPECT_TRUE(has(page, "<p>The table has the 40 claimants that matter, of 501.</p>"));
  EXPECT_FALSE(has(page_of({fair_case()}), "claimants that matter"));
}

TEST(Html, HasATreeOfPathsBelowARecord) {
  Case top = fair_case();
  top.line = 3;
  Case below = unfair_case();
  below.line = 3;
  below.path = "/a";
  below.title = "x, /a";
  for (ClaimantLabel& label : below.labels) label.path = "/a/" + label.name;
  EXPECT_TRUE(has(page_of({top, below}), "<h2>The tree</h2>"));
  below.line = 4;
  EXPECT_FALSE(has(page_of({top, below}), "<h2>The tree</h2>")) << "it is another record";
  below.line = 3;
  top.resource = "memory";
  EXPECT_FALSE(has(page_of({top, below}), "<h2>The tree</h2>")) << "it is another resource";
  below.resource = "memory";
  top.labels[0].path = "/p/a";
  EXPECT_FALSE(has(page_of({top, below}), "<h2>The tree</h2>")) << "it is below another node";
  below.path = "/p/a";
  EXPECT_TRUE(has(page_of({top, below}), "<h2>The tree</h2>"));
  below.node = 0;
  top.labels[0].node = 1;
  EXPECT_FALSE(has(page_of({top, below}), "<h2>The tree</h2>"))
      << "it is below a node of this path";
  top.labels[0].node = 0;
  EXPECT_TRUE(has(page_of({top, below}), "<h2>The tree</h2>"));
}

}  // namespace
}  // namespace fairshare::formats
