#include "cli/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fairshare::cli {
namespace {

std::string nearest(std::string_view word) {
  constexpr std::array<std::string_view, 4> names = {"solve", "verify", "fuzz", "FS204"};
  return std::string(find_nearest(word, names).value_or("none"));
}

TEST(FindNearest, AllowsALetterInThreeToBeLeftOutAddedOrWrong) {
  EXPECT_EQ(nearest("verfy"), "verify");
  EXPECT_EQ(nearest("verifiy"), "verify");
  EXPECT_EQ(nearest("varify"), "verify");
  EXPECT_EQ(nearest("fuzs"), "fuzz") << "a wrong letter is one letter";
  EXPECT_EQ(nearest("fu"), "none") << "two letters of two";
  EXPECT_EQ(nearest("check"), "none");
  EXPECT_EQ(nearest("vreffy"), "verify") << "two letters of six";
  EXPECT_EQ(nearest("vrefy"), "none") << "two letters of five";
}

TEST(FindNearest, TakesLargeLettersForSmallOnes) {
  EXPECT_EQ(nearest("Verify"), "verify");
  EXPECT_EQ(nearest("fs204"), "FS204");
}

TEST(FindNearest, TakesTwoSwappedLettersForOne) {
  EXPECT_EQ(nearest("fzuz"), "fuzz");
  EXPECT_EQ(nearest("zfuz"), "none") << "which is a letter moved by two";
}

TEST(FindNearest, TakesTheNearestEvenIfItIsNotTheFirst) {
  constexpr std::array<std::string_view, 3> names = {"fuzy", "fuzz", "fuzx"};
  EXPECT_EQ(find_nearest("FUZZ", names), "fuzz") << "two equal letters are not swapped";
}

TEST(FindNearest, LooksForNoNameOfMoreThanSixtyFourLetters) {
  const std::string longest(64, 's'), longer(65, 's');
  const std::array<std::string_view, 2> names = {longest, longer};
  EXPECT_EQ(find_nearest(longest, names), longest);
  EXPECT_EQ(find_nearest(longer, names), std::nullopt);
}

}  // namespace
}  // namespace fairshare::cli
