// Records of HTCondor's accounting groups: what is refused, and the notes about a group.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/inputs.h"

namespace fairshare::formats {
namespace {

// The cases of groups among which 10 slots are divided.
std::variant<std::vector<Case>, InputError> cases(const std::string& rest) {
  const auto read =
      read_any_record(R"({"scheduler":"htcondor","total":10,"claimants":[)" + rest, "f", 1, "");
  return cases_of(std::get<SchedulerRecord>(read), "f", {}, {});
}

TEST(GroupRecord, KeepsTheNoteOfAGroupThatIsDividedApart) {
  const auto made = cases(R"({"name":"a"},{"name":"x.y"}],"shares":[10,0]})");
  const auto& divisions = std::get<std::vector<Case>>(made);
  ASSERT_EQ(divisions.size(), 2U);
  EXPECT_EQ(divisions[0].labels.at(0).note, "");
  EXPECT_EQ(divisions[1].labels.at(0).name, "x.y");
  EXPECT_EQ(divisions[1].labels.at(0).note, "ignored");
}

// Its maximum is below its minimum of 0.
TEST(GroupRecord, IsRefusedAtADemandBelowZero) {
  const auto made = cases(R"({},{"demand":-1}],"shares":[10,0]})");
  const auto& error = std::get<InputError>(made);
  EXPECT_EQ(error.code, "FS010");
  EXPECT_EQ(error.field, "claimants[1]");
}

}  // namespace
}  // namespace fairshare::formats
