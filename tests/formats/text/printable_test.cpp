#include "formats/text/printable.h"

#include <gtest/gtest.h>

namespace fairshare::formats {
namespace {

TEST(Printable, EscapesControlsAndMarksOfDirection) {
  EXPECT_EQ(printable("plain \xC3\xA9 \\"), "plain \xC3\xA9 \\");
  EXPECT_EQ(printable("\x01\x7F\t"), "\\u0001\\u007f\\u0009");
  EXPECT_EQ(printable("\xC2\x9B\xC2\xA0"), "\\u009b\xC2\xA0");
  EXPECT_EQ(printable("\xE2\x80\xAE\xE2\x81\xA6\xE2\x82\xAC"), "\\u202e\\u2066\xE2\x82\xAC");
}

TEST(Printable, EscapesALineBreakAsPeopleWriteIt) {
  EXPECT_EQ(printable("a\nb"), "a\\nb");
}

TEST(Printable, KeepsACharacterThatBreaksOff) {
  EXPECT_EQ(printable("a\xE2\x80"), "a\xE2\x80");
  EXPECT_EQ(printable(""), "");
}

}  // namespace
}  // namespace fairshare::formats
