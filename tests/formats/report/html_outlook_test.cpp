// What `--set` answers, as one page.
#include "formats/report/html_outlook.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Outlook outlook() {
  return {.title = "root",
          .names = {"a<b", ""},
          .before = {.total = 10, .shares = {5, 5}},
          .after = {.total = 10, .shares = {exact::Rational(20) / 3, exact::Rational(10) / 3}}};
}

TEST(OutlookHtml, BeginsWithTheChanges) {
  const auto setting = std::get<Setting>(read_setting("<a>.weight=2"));
  const std::string page = outlook_html_begin(std::vector{setting});
  EXPECT_TRUE(has(page, "<h1>What would be fair</h1>"));
  EXPECT_TRUE(has(page, "<li>&lt;a&gt;.weight=2</li>"));
}

TEST(OutlookHtml, HasBeforeAndAfterSideBySide) {
  const std::string page = outlook_html("f.json", std::vector{outlook()});
  EXPECT_TRUE(has(page, "<h3>f.json, root</h3>"));
  EXPECT_TRUE(has(page, "<caption>Before: total 10. After: total 10.</caption>"));
  EXPECT_TRUE(has(page,
                  "<th scope=\"row\">a&lt;b</th><td data-n=\"5\">5</td>"
                  "<td data-n=\"6.666666666666667\">20/3 (6.67)</td>"
                  "<td data-n=\"1.6666666666666667\">+5/3 (1.67)</td>"))
      << page;
  EXPECT_TRUE(has(page, "<tr class=\"named\"><th scope=\"row\">(no name)</th>"));
  EXPECT_TRUE(has(outlook_html("", std::vector{outlook()}), "<h3>root</h3>"));
  Outlook same = outlook();
  same.after = same.before;
  EXPECT_TRUE(has(outlook_html("", std::vector{same}),
                  "<td data-n=\"5\">5</td><td data-n=\"0\">0</td></tr>"));
}

TEST(OutlookHtml, SaysWhatIsUnclaimedWhatIsMissingAndWhatIsLeftOut) {
  Outlook unclaimed = outlook();
  unclaimed.before.unclaimed = 1;
  unclaimed.after.excess = 2;
  const Outlook left_out{.left_out = "it serves its claimants one after the other"};
  const std::string page = outlook_html("", std::vector{unclaimed, left_out});
  EXPECT_TRUE(has(page,
                  "Before: total 10, 1 unclaimed. After: total 10, which the minimums exceed "
                  "by 2."));
  EXPECT_TRUE(has(page,
                  "<h3>(no name)</h3>\n<p>It is not divided again: it serves its claimants one "
                  "after the other.</p>"));
}

TEST(OutlookHtml, TellsErrorsAndEnds) {
  EXPECT_EQ(outlook_html_error({"", {.code = "FS022", .message = "m<", .file = "f", .line = 3}}),
            "<p class=\"error\">FS022: f:3: m&lt;</p>\n");
  EXPECT_TRUE(has(outlook_html_end(),
                  "Written by <code>fairshare verify --format html --set</code>. Numbers of more "
                  "than 16 characters are rounded to about five digits."));
  EXPECT_TRUE(outlook_html_end().ends_with("</body>\n</html>\n"));
}

TEST(OutlookHtml, EscapesEveryName) {
  Outlook hostile = outlook();
  hostile.title = "r<\x1b";
  const std::string page = outlook_html("t<\x1b", std::vector{hostile});
  EXPECT_TRUE(has(page, "<h3>t&lt;\\u001b, r&lt;\\u001b</h3>")) << page;
  EXPECT_TRUE(has(page, "aria-label=\"t&lt;\\u001b, r&lt;\\u001b\""));
  hostile.left_out = "a<b";
  EXPECT_TRUE(
      has(outlook_html("", std::vector{hostile}), "<p>It is not divided again: a&lt;b.</p>"));
}

TEST(OutlookHtml, MarksTheRowsThatDiffer) {
  const std::string page = outlook_html("", std::vector{outlook()});
  EXPECT_TRUE(has(page, "<tr class=\"named\"><th scope=\"row\">a&lt;b</th>"));
  EXPECT_TRUE(has(page, "<td data-n=\"-1.6666666666666667\">-5/3 (-1.67)</td>"));
  Outlook same = outlook();
  same.after = same.before;
  EXPECT_TRUE(has(outlook_html("", std::vector{same}), "<tr><th scope=\"row\">a&lt;b</th>"));
}

}  // namespace
}  // namespace fairshare::formats
