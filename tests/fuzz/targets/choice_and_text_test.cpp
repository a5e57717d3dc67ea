// fuzz/targets/choice_and_text.h.
#include "fuzz/targets/choice_and_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace fairshare::fuzz {
namespace {

TEST(ChoiceAndText, AreTheFirstByteAndAllBehindIt) {
  constexpr std::array<std::uint8_t, 4> bytes = {200, 'a', 0, 'z'};
  const auto all = find_choice_and_text(bytes.data(), 3);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->choice, 200);
  EXPECT_EQ(all->text, std::string_view("a\0", 2));
  const auto alone = find_choice_and_text(bytes.data(), 1);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->choice, 200);
  EXPECT_EQ(alone->text, "");
}

TEST(ChoiceAndText, AreNothingWhereThereIsNoByte) {
  EXPECT_FALSE(find_choice_and_text(nullptr, 0));
}

}  // namespace
}  // namespace fairshare::fuzz
