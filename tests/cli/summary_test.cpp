// Shards, and what they leave for `fairshare merge`.
#include "cli/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fairshare::cli {
namespace {

TEST(Shard, IsOneOfSome) {
  EXPECT_EQ(find_shard("2/3"), (Shard{2, 3}));
  EXPECT_EQ(find_shard("1/1"), (Shard{1, 1}));
  EXPECT_EQ(find_shard("7/1000000"), (Shard{7, 1'000'000}));
  for (const char* text :
       {"", "2", "0/3", "4/3", "-1/3", "1/3x", "1/", "/3", "1/1000001", " 1/3"}) {
    EXPECT_EQ(find_shard(text), std::nullopt) << text;
  }
}

TEST(Shard, OfThreeTheSecondTakesTheSecondItemAndEachThirdAfterIt) {
  Turn turn{{2, 3}};
  std::string taken;
  for (int item = 0; item < 8; ++item) taken += turn.takes() ? 'x' : '.';
  EXPECT_EQ(taken, ".x..x..x");
}

TEST(FindWhole, ReadsUpTo64Bits) {
  EXPECT_EQ(find_whole("27"), 27U);
  EXPECT_EQ(find_whole("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", "-1", "+1", "1.0", "1 ", "18446744073709551616"}) {
    EXPECT_EQ(find_whole(text), std::nullopt) << text;
  }
}

TEST(Shard, TakesItsTurns) {
  std::vector<Turn> turns = {{{1, 3}}, {{2, 3}}, {{3, 3}}};
  for (int item = 0; item < 100; ++item) {
    EXPECT_EQ(std::ranges::count_if(turns, [](Turn& turn) { return turn.takes(); }), 1);
  }
  Turn all;
  EXPECT_TRUE(all.takes() && all.takes());
}

FailureKind failure(const std::string& kind, std::uint64_t claimants, const std::string& record) {
  return {.kind = kind, .count = 2, .claimants = claimants, .place = "a:1", .record = record};
}

TEST(Summary, KeepsTheSmallestOfEachKind) {
  std::vector<FailureKind> kinds;
  join(failure("FS204", 3, "xx"), kinds);
  join(failure("FS101", 9, "xx"), kinds);
  join(failure("FS204", 2, "longer"), kinds);
  join(failure("FS204", 2, "long"), kinds);
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(kinds[0].kind, "FS101");
  EXPECT_EQ(kinds[1].record, "long");
  EXPECT_EQ(kinds[1].count, 6U);
}

TEST(Summary, OfFailuresOfOneSizeKeepsTheOneWithARecordThenTheFirstInOrder) {
  const auto kept = [](FailureKind one, FailureKind other) {
    std::vector<FailureKind> kinds, turned;
    for (const FailureKind& each : {one, other}) join(each, kinds);
    for (const FailureKind& each : {other, one}) join(each, turned);
    EXPECT_EQ(kinds.at(0).record + kinds[0].place, turned.at(0).record + turned[0].place);
    return kinds[0].record + " at " + kinds[0].place;
  };
  const FailureKind large = failure("FS204", 9, "record");
  EXPECT_EQ(kept(failure("FS204", 2, ""), large), "record at a:1") << "a document has no record";
  EXPECT_EQ(kept(failure("FS204", 2, "ab"), failure("FS204", 2, "aa")), "aa at a:1");
  FailureKind elsewhere = failure("FS204", 9, "record");
  elsewhere.place = "a:0";
  EXPECT_EQ(kept(large, elsewhere), "record at a:0");
}

Summary some() {
  return {.command = "verify",
          .run = "a.ndjson, \"b\"",
          .shard = {2, 3},
          .status = 1,
          .judged = 7,
          .counts = {{"fair", 5}, {"not judged", 2}},
          .failures = {{.kind = "FS204",
                        .count = 2,
                        .claimants = 3,
                        .place = "a.ndjson:17",
                        .message = "m",
                        .record = "{\"total\":1}"}}};
}

TEST(Summary, IsReadAsItWasWritten) {
  const std::string text = summary_text(some());
  const auto read = read_summary(text, "f");
  ASSERT_TRUE(std::holds_alternative<Summary>(read)) << std::get<formats::InputError>(read).message;
  EXPECT_EQ(summary_text(std::get<Summary>(read)), text);
  EXPECT_EQ(file_name(std::get<Summary>(read).shard), "shard-2-of-3.json");
}

TEST(Summary, HasNoCountAboveTheLargestInteger) {
  Summary summary = some();
  summary.judged = std::uint64_t{1} << 63U;
  EXPECT_NE(summary_text(summary).find(R"("judged":9223372036854775807)"), std::string::npos);
}

std::string error_of(std::string text) {
  const auto read = read_summary(text, "f");
  const auto* error = std::get_if<formats::InputError>(&read);
  return error == nullptr ? "none" : error->code + " " + formats::describe(*error);
}

TEST(Summary, IsRefusedWhereAFieldIsMissingOrWrong) {
  EXPECT_EQ(error_of(""), "FS001 f:1: the text is empty");
  const std::string begin = R"({"command":"verify","run":"a","shard":)";
  EXPECT_EQ(error_of("{}"), "FS002 f: command: a string is expected here");
  EXPECT_EQ(error_of(R"({"command":"verify","run":"a"})"),
            "FS002 f: shard: a number is expected here");
  EXPECT_EQ(error_of(begin + R"(4,"of":3,"judged":1})"),
            "FS002 f: shard: the number of a shard is from 1 to \"of\"");
  EXPECT_EQ(error_of(begin + R"(1,"of":3,"judged":-1})"),
            "FS008 f: judged: -1 is not a whole number from 0 to 9223372036854775807");
  EXPECT_EQ(error_of(begin + R"(1,"of":3,"judged":1,"status":3})"),
            "FS008 f: status: 3 is not a whole number from 0 to 2");
  EXPECT_EQ(error_of(begin + R"(1,"of":3,"judged":1,"counts":{"fair":"x"}})"),
            R"(FS006 f: counts.fair: "x" is neither a number nor p/q)");
  const std::string text = summary_text(some());
  EXPECT_EQ(error_of(text.substr(0, text.size() / 2)).substr(0, 5), "FS001");
  for (const auto& [field, error] : {
           std::pair{R"("run":"a.ndjson, \"b\"",)", "run: a string"},
           std::pair{R"(,"of":3)", "of: a number"},
           std::pair{R"(,"judged":7)", "judged: a number"},
           std::pair{R"("kind":"FS204",)", "failures[0].kind: a string"},
           std::pair{R"(,"count":2)", "failures[0].count: a number"},
           std::pair{R"(,"claimants":3)", "failures[0].claimants: a number"},
           std::pair{R"(,"place":"a.ndjson:17")", "failures[0].place: a string"},
           std::pair{R"(,"message":"m")", "failures[0].message: a string"},
           std::pair{R"(,"record":"{\"total\":1}")", "failures[0].record: a string"},
       }) {
    std::string less = text;
    less.erase(less.find(field), std::string(field).size());
    EXPECT_EQ(error_of(less), std::string("FS002 f: ") + error + " is expected here");
  }
  for (const auto& [beside, error] : {std::pair{"{\"command\"", "extra: a summary"},
                                      std::pair{"{\"kind\"", "failures[0].extra: a failure"}}) {
    std::string more = text;
    more.insert(more.find(beside) + 1, "\"extra\":1,");
    EXPECT_TRUE(
        error_of(more).starts_with(std::string("FS003 f: ") + error + " has no field \"extra\""))
        << error_of(more);
  }
}

}  // namespace
}  // namespace fairshare::cli
