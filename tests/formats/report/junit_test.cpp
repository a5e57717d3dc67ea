// Test cases for CI systems.
#include "formats/report/junit.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

TEST(JUnit, IsOneTestCaseADivisionWhichFailsByItsFirstFinding) {
  Case fair = fair_case();
  fair.file = "f.ndjson";
  EXPECT_EQ(junit_verdicts(std::vector{judge(fair)}),
            "    <testcase classname=\"f.ndjson\" name=\"x\"/>\n");
  Case unfair = overcommitted_case();
  unfair.title = "root";
  unfair.resource = "memory";
  EXPECT_EQ(junit_verdicts(std::vector{judge(fair), judge(unfair)}),
            "    <testcase classname=\"f.ndjson\" name=\"x\"/>\n"
            "    <testcase classname=\"\" name=\"root, memory\">\n"
            "      <failure type=\"FS012\" message=\"the minimums exceed the total by 6\">"
            "error[FS012] root: the minimums exceed the total by 6, and the shares are not the "
            "minimums (memory, total 10)&#10;"
            "  The minimums add up to 16: 8 (a), 8 (b).&#10;"
            "  Below their minimum: a (5 of 8), b (5 of 8).&#10;"
            "  = help: fairshare explain FS012&#10;"
            "</failure>\n    </testcase>\n");
}

TEST(JUnit, MessageHasTheNumbersOfTheText) {
  const Case unfair = reported({10, {{3}, {1}}}, {"1", "9"});
  const std::string text = junit_verdicts(std::vector{judge(unfair)});
  EXPECT_NE(text.find(" holds 1/3 (0.33).\">"), std::string::npos) << text;
}

TEST(JUnit, ToldOfAnErrorIsATestCaseThatFails) {
  const RecordError error{"", {.code = "FS010", .message = "m", .file = "f", .line = 3}};
  EXPECT_EQ(junit_error(error),
            "    <testcase classname=\"f\" name=\"line 3\">\n"
            "      <failure type=\"FS010\" message=\"m\">f:3: m&#10;</failure>\n"
            "    </testcase>\n");
  const RecordError of_line{"", {.code = "FS002", .message = "m", .file = "f", .line = 1}};
  EXPECT_NE(junit_error(of_line).find("name=\"line 1\""), std::string::npos);
  const RecordError of_file{"", {.code = "FS009", .message = "m", .file = "f"}};
  EXPECT_NE(junit_error(of_file).find("name=\"the file\""), std::string::npos);
  const RecordError of_record{"\"a\"", {.code = "FS010", .message = "m"}};
  EXPECT_NE(junit_error(of_record).find("name=\"&quot;a&quot;\""), std::string::npos);
}

TEST(JUnit, EscapesWhatMeansSomethingInXml) {
  EXPECT_EQ(junit_case("a<b", "\"c\" & d>\n\x1b[2J", std::nullopt),
            "    <testcase classname=\"a&lt;b\" name=\"&quot;c&quot; &amp; d&gt;&#10;[2J\"/>\n");
}

TEST(JUnit, StandsInASuite) {
  EXPECT_EQ(junit_begin("s", " tests=\"1\"") + junit_end(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"s\" tests=\"1\">\n  </testsuite>\n</testsuites>\n");
}

}  // namespace
}  // namespace fairshare::formats
