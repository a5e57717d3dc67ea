// Pages of codes as HTML.
#include "formats/report/html_text.h"

#include <gtest/gtest.h>

namespace fairshare::formats {
namespace {

TEST(HtmlText, HasHeadingsParagraphsListsAndFences) {
  EXPECT_EQ(html_of_page(
                "# FS1: a\n\none\ntwo\n\n## B\n\n- x\n  y\n- z\n\n```sh\n$ a <b\n\n# c\n```\nend"),
            "<h3>FS1: a</h3>\n<p>one two</p>\n<h4>B</h4>\n<p>• x   y</p>\n<p>• z</p>\n"
            "<pre tabindex=\"0\">$ a &lt;b&#10;&#10;# c</pre>\n<p>end</p>\n");
}

TEST(HtmlText, HasHeadingsOfTwoLevels) {
  EXPECT_EQ(html_of_page("### A b\n"), "<h4>A b</h4>\n");
}

TEST(HtmlText, ShowsTablesAsTheyAreWritten) {
  EXPECT_EQ(html_of_page("| a |\n|---|\n| b |\n"),
            "<pre tabindex=\"0\">| a |&#10;|---|&#10;| b |</pre>\n");
  EXPECT_EQ(html_of_page("a\n| b |\n"), "<p>a</p>\n<pre tabindex=\"0\">| b |</pre>\n");
}

TEST(HtmlText, MarksCodeAndStrongAndKeepsTheWordsOfLinks) {
  EXPECT_EQ(html_of_page("a `b<c` **d `e`** [f `g`](h.md#i) [j] k* `l"),
            "<p>a <code>b&lt;c</code> <strong>d <code>e</code></strong> f <code>g</code> [j] k* "
            "`l</p>\n");
  EXPECT_EQ(html_of_page("[a](b **c"), "<p>[a](b **c</p>\n") << "none of them ends";
}

TEST(HtmlText, EscapesEverything) {
  EXPECT_EQ(html_of_page("# <b>\n<script>\n- </li>\n"),
            "<h3>&lt;b&gt;</h3>\n<p>&lt;script&gt;</p>\n<p>• &lt;/li&gt;</p>\n");
  EXPECT_EQ(html_of_page(""), "");
}

TEST(HtmlText, EndsEachBlockWhereAnotherBegins) {
  EXPECT_EQ(html_of_page("a\n- b\n# c\nd\n```\ne\n```\n"),
            "<p>a</p>\n<p>• b</p>\n<h3>c</h3>\n<p>d</p>\n<pre tabindex=\"0\">e</pre>\n");
  EXPECT_EQ(html_of_page("- a\nb\n\nc\n| d |\ne\n"),
            "<p>• a b</p>\n<p>c</p>\n<pre tabindex=\"0\">| d |&#10;e</pre>\n");
  EXPECT_EQ(html_of_page("```\na"), "<pre tabindex=\"0\">a</pre>\n") << "it is never closed";
}

TEST(HtmlText, LeavesMarksWithNothingInThem) {
  EXPECT_EQ(html_of_page("a `` b **** [](c) *d*\n"), "<p>a `` b **** [](c) *d*</p>\n");
}

}  // namespace
}  // namespace fairshare::formats
