// What an error says on one line.
#include "formats/text/input_error.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

TEST(InputError, IsDescribedAsFarAsItIsKnown) {
  InputError error{"FS010", "max_share 5 is below min_share 8"};
  EXPECT_EQ(describe(error), "max_share 5 is below min_share 8");
  error.line = 3;
  EXPECT_EQ(describe(error), "line 3: max_share 5 is below min_share 8");
  error.file = "cluster.ndjson";
  error.field = "max_share";
  EXPECT_EQ(describe(error), "cluster.ndjson:3: max_share: max_share 5 is below min_share 8");
  error.claimant = "prod";
  EXPECT_EQ(describe(error),
            "cluster.ndjson:3: claimant prod, max_share: max_share 5 is below min_share 8");
  error.line = 0;
  error.field.clear();
  EXPECT_EQ(describe(error), "cluster.ndjson: claimant prod: max_share 5 is below min_share 8");
}

TEST(InputError, CommandsNoRunnerOfGitHub) {
  const InputError error{.code = "FS005", .message = "twice", .claimant = "a ##[add-mask]b"};
  EXPECT_EQ(describe(error), "claimant a \\u0023#[add-mask]b: twice");
}

TEST(InputError, StaysOnOneLineAndCommandsNoTerminal) {
  InputError error{"FS004", "twice"};
  error.claimant = "a\nb\x1B[31m\x7F\xC2\x9B\xC3\xA9";
  EXPECT_EQ(describe(error), "claimant a\\u000ab\\u001b[31m\\u007f\\u009b\xC3\xA9: twice");
  error.claimant = "\xC2\x80\xC2\x9F";
  EXPECT_EQ(describe(error), "claimant \\u0080\\u009f: twice");
  error.claimant = "\xC2 \xC2\xA0";  // half a character, and one that is no control
  EXPECT_EQ(describe(error), "claimant \xC2 \xC2\xA0: twice");
  error.claimant = "\xC3\x80";  // a letter, whose second byte alone would be a control
  EXPECT_EQ(describe(error), "claimant \xC3\x80: twice");
}

TEST(InputError, AbridgesLongTextsBetweenCharacters) {
  EXPECT_EQ(abridged(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(abridged(std::string(61, '\x80')), "...");  // no beginning of a character at all
  EXPECT_EQ(abridged(std::string(61, 'x')), std::string(57, 'x') + "...");
  EXPECT_EQ(abridged(std::string(56, 'x') + "\xC3\xA9" + std::string(9, 'x')),
            std::string(56, 'x') + "...");
}

}  // namespace
}  // namespace fairshare::formats
