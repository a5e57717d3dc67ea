#include "formats/text/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

TEST(Printable, EscapesControlsAndMarksOfDirection) {
  EXPECT_EQ(printable("plain \xC3\xA9 \\"), "plain \xC3\xA9 \\");
  EXPECT_EQ(printable("\x01\x7F\t"), "\\u0001\\u007f\\u0009");
  EXPECT_EQ(printable("\xC2\x9B\xC2\xA0"), "\\u009b\xC2\xA0");
  EXPECT_EQ(printable("\xE2\x80\xAE\xE2\x81\xA6\xE2\x82\xAC"), "\\u202e\\u2066\xE2\x82\xAC");
}

TEST(Printable, EscapesFromTheFirstToTheLastOfEachRange) {
  EXPECT_EQ(printable("\x1F ~\x7F"), "\\u001f ~\\u007f");
  EXPECT_EQ(printable("\xC2\x80\xC2\x9F\xC2\xA0"), "\\u0080\\u009f\xC2\xA0");
  EXPECT_EQ(printable("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAE\xE2\x80\xAF"),
            "\xE2\x80\xA7\\u2028\\u202e\xE2\x80\xAF");
  EXPECT_EQ(printable("\xE2\x81\xA5\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA"),
            "\xE2\x81\xA5\\u2066\\u2069\xE2\x81\xAA");
}

TEST(Printable, EscapesALineBreakAsPeopleWriteIt) {
  EXPECT_EQ(printable("a\nb"), "a\\nb");
}

TEST(Printable, EscapesCommandsOfGitHubsRunner) {
  EXPECT_EQ(printable("a ##[add-mask]b"), "a \\u0023#[add-mask]b");
  EXPECT_EQ(printable("::error::b"), "\\u003a:error::b");
  EXPECT_EQ(printable(" \xC2\xA0::error::b"), " \xC2\xA0\\u003a:error::b");
  EXPECT_EQ(printable("a::b ## [c]"), "a::b ## [c]") << "no commands";
}

TEST(Utf8, IsKeptAndOtherBytesLoseThoseBeyondAscii) {
  EXPECT_EQ(as_utf8("caf\xC3\xA9"), "caf\xC3\xA9");
  EXPECT_EQ(as_utf8("caf\xC3 \xA9"), "caf ");
}

TEST(ShellWord, IsQuotedWhereAShellWouldSplitOrExpandIt) {
  EXPECT_EQ(shell_word("found/FS101-a.ndjson"), "found/FS101-a.ndjson");
  EXPECT_EQ(shell_word("my failures"), "'my failures'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Printable, KeepsACharacterThatBreaksOff) {
  EXPECT_EQ(printable("a\xE2\x80"), "a\xE2\x80");
  EXPECT_EQ(printable(""), "");
}

TEST(ShellWord, IsAsItIsOfHarmlessLettersAlone) {
  const std::string harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@+";
  EXPECT_EQ(shell_word(harmless), harmless);
  for (int byte = 1; byte < 256; ++byte) {
    const std::string letter(1, static_cast<char>(byte));
    if (harmless.find(letter) != std::string::npos) continue;
    EXPECT_EQ(shell_word("a" + letter), letter == "'" ? "'a'\\'''" : "'a" + letter + "'") << byte;
  }
}

}  // namespace
}  // namespace fairshare::formats
