#include "cli/nearest.h"

#include <gtest/gtest.h>

#include <array>
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
  EXPECT_EQ(nearest(std::string(65, 's')), "none");
}

}  // namespace
}  // namespace fairshare::cli
