#include "formats/text/words.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace fairshare::formats {
namespace {

using Words = std::vector<std::string_view>;

TEST(WordsOf, SplitsAtAnyWhiteSpace) {
  EXPECT_EQ(words_of(" t_0:  52.00\t\v49.50\r"), (Words{"t_0:", "52.00", "49.50"}));
  EXPECT_EQ(words_of("one"), Words{"one"});
}

TEST(WordsOf, ReturnsNothingForABlankLine) {
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of(" \t\r\v\f"), Words{});
}

TEST(Lower, ChangesNothingButAToZ) {
  EXPECT_EQ(lower("AZ az [@] 0\xc3\x84"), "az az [@] 0\xc3\x84");
}

}  // namespace
}  // namespace fairshare::formats
