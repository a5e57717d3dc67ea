// Workflow commands.
#include "formats/report/github.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

TEST(GitHub, AnnotatesWhatIsUnfairWithFileAndLine) {
  Case unfair = unfair_case();
  unfair.file = "f.ndjson";
  unfair.line = 3;
  EXPECT_EQ(
      github_verdicts(std::vector{judge(fair_case()), judge(unfair)}),
      "::error file=f.ndjson,line=3,title=FS204 x::x: b is above its minimum and holds 15 per "
      "weight; a is below its maximum and holds 10.\n");
}

TEST(GitHub, NamesNoFileWhereThereIsNone) {
  Case unfair = unfair_case();
  unfair.file = "-";
  unfair.line = 3;
  EXPECT_TRUE(github_verdicts(std::vector{judge(unfair)}).starts_with("::error title=FS204 x::"));
}

TEST(GitHub, TakesNoticeOfWhatIsOvercommitted) {
  Case over = reported({10, {{1, 8}, {1, 8}}}, {"8", "8"});
  over.title = "root";
  over.resource = "memory";
  EXPECT_EQ(github_verdicts(std::vector{judge(over)}),
            "::notice title=overcommitted root%2C memory::root, memory: the minimums exceed the "
            "total by 6\n");
}

TEST(GitHub, AnnotatesErrorsAndWarnings) {
  const RecordError error{"", {.code = "FS010", .message = "m", .file = "f", .line = 3}};
  EXPECT_EQ(github_error(error), "::error file=f,line=3,title=FS010::f:3: m\n");
  EXPECT_EQ(github_warning("f", "w: 1, 2."), "::warning file=f,title=fairshare::w: 1, 2.\n");
  EXPECT_EQ(github_counts("1 case"), "::notice title=fairshare::1 case\n");
}

TEST(GitHub, EscapesWhatMeansSomethingToTheRunner) {
  EXPECT_EQ(github_message("100% of a::b, c"), "100%25 of a::b, c");
  EXPECT_EQ(github_property("100% of a::b, c"), "100%25 of a%3A%3Ab%2C c");
  EXPECT_EQ(github_message("a\n::error::b\r%0A"), "a\\n::error::b\\u000d%250A");
  EXPECT_EQ(github_property("a\x1b[2J"), "a\\u001b[2J");
  EXPECT_EQ(github_message("caf\xC3\xA9 \xFF"), "caf ") << "no UTF-8";
}

TEST(GitHub, CutsWhatIsLong) {
  Case unfair = unfair_case();
  unfair.title = std::string(10000, 'x');
  EXPECT_EQ(
      github_verdicts(std::vector{judge(unfair)}),
      "::error title=FS204 " + std::string(191, 'x') + "...::" + std::string(3997, 'x') + "...\n")
      << "200 bytes, and 4000";
}

TEST(GitHub, IsBriefWithLongNumbers) {
  const std::string third = "33333333333333333333333333333333333333333333/" +
                            std::string("100000000000000000000000000000000000000000000");
  const Case one = reported({1, {{1}, {1}, {1}}}, {third, third, third});
  EXPECT_EQ(github_verdicts(std::vector{judge(one)}).find(third), std::string::npos);
}

TEST(GitHub, SaysNothingOfALineWithoutItsFile) {
  const RecordError error{"", {.code = "FS010", .message = "m", .line = 3}};
  EXPECT_TRUE(github_error(error).starts_with("::error title=FS010::")) << github_error(error);
  const RecordError of_file{"", {.code = "FS009", .message = "m", .file = "a,b"}};
  EXPECT_EQ(github_error(of_file), "::error file=a%2Cb,title=FS009::a,b: m\n");
}

}  // namespace
}  // namespace fairshare::formats
