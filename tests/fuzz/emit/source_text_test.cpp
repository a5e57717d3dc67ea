// Text that is written into other languages' sources does not end its string or comment.
#include "fuzz/harness/emit/source_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace fairshare::harness {
namespace {

using exact::Rational;

TEST(SourceText, QuotesWhatEndsAString) {
  EXPECT_EQ(quoted_source("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quoted_source("line\nbreak\x7f"), R"("line\012break\177")");
  EXPECT_EQ(quoted_source("größer"), "\"größer\"");
  EXPECT_EQ(quoted_source("\x1f ~"), R"("\037 ~")");
}

TEST(SourceText, EscapesWhatCompilersRefuseOrWarnOf) {
  EXPECT_EQ(quoted_source("\ufeffa\ufeff"), R"("\ufeffa\ufeff")") << "Go refuses the file";
  EXPECT_EQ(quoted_source("\u2029\u202a\u202e\u202f"), "\"\u2029\\u202a\\u202e\u202f\"");
  EXPECT_EQ(quoted_source("\u2065\u2066\u2069\u206a"), "\"\u2065\\u2066\\u2069\u206a\"");
  EXPECT_EQ(comment_source("// ", {"\ufeffa"}), "// \\\\ufeffa\n");
}

TEST(SourceText, WritesNumbersOfATypeAsThatType) {
  EXPECT_EQ(number_source(13, NumberType::whole), "13");
  EXPECT_EQ(number_source(13, NumberType::real), "13.0");
  EXPECT_EQ(number_source(Rational(40, 3), NumberType::real), "13.333333333333334");
  EXPECT_EQ(number_source(exact::from_double(1e300), NumberType::real), "1e+300");
  EXPECT_EQ(number_source(exact::from_double(std::numeric_limits<double>::denorm_min()),
                          NumberType::real),
            "5e-324");
  EXPECT_EQ(number_source(Rational(40, 3), NumberType::text), "\"40/3\"");
}

TEST(SourceText, KeepsACommentOnItsLine) {
  EXPECT_EQ(comment_source("// ", {"one", "two"}), "// one\n// two\n");
  EXPECT_EQ(comment_source("// ", {"a\nb"}), "// a\\nb\n");
  EXPECT_EQ(comment_source("// ", {"ends in \\"}), "// ends in \\ .\n");
  EXPECT_EQ(comment_source("", {R"(\u000a)"}), "\\\\u000a\n") << "Java reads it in comments too";
  EXPECT_EQ(comment_source("", {R"(\\u000a)"}), "\\\\u000a\n");
  EXPECT_EQ(comment_source("", {R"(\\\u000a)"}), "\\\\\\\\u000a\n");
}

TEST(SourceText, KeepsACommentInUtf8) {
  EXPECT_EQ(comment_source("// ", {"of \xff.ndjson: größer"}), "// of .ndjson: grer\n");
}

TEST(SourceText, BeginsWithWhatWasFuzzedAndHowMuchFailed) {
  Outcome outcome;
  outcome.hello = {.name = "mine", .version = "1.2"};
  outcome.seed = 7;
  EXPECT_EQ(heading_of(outcome).at(0),
            "Emitted by `fairshare fuzz` for mine 1.2, seed 7: 0 failures.");
  outcome.hello.version = "";
  outcome.replayed = "old.ndjson";
  outcome.found.resize(1);
  EXPECT_EQ(heading_of(outcome).at(0),
            "Emitted by `fairshare fuzz` for mine, of old.ndjson: 1 failure.");
}

TEST(SourceText, FillsEachKeyWhereverItIs) {
  EXPECT_EQ(filled("$a and $b, $a", {{"$a", "$b"}, {"$b", "x"}}), "x and x, x");
}

}  // namespace
}  // namespace fairshare::harness
