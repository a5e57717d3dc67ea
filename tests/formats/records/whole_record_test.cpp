#include "formats/records/whole_record.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "tests/formats/records/plain_lines.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

std::optional<Record> of_text(const std::string& line) {
  auto read = read_record(line, "f", 7);
  auto* record = std::get_if<Record>(&read);
  return record != nullptr ? std::optional(std::move(*record)) : std::nullopt;
}

std::optional<Record> of_plain(const std::string& line) {
  PlainRecord plain;
  EXPECT_TRUE(read_plain_record(line, plain)) << line;
  return find_record(plain, "f", 7);
}

TEST(WholeRecord, IsTheRecordOfTheText) {
  PlainRecord plain;
  const auto count = plain_lines::compare_all(20'000, 4, [&](const std::string& line, auto&) {
    if (!read_plain_record(line, plain)) return false;
    EXPECT_EQ(find_record(plain, "f", 7), of_text(line)) << line;
    return true;
  });
  EXPECT_GE(count.plain, count.all / 2);
}

// Every line that has one token less, more or other than this one.
TEST(WholeRecord, IsTheRecordOfTheTextWhicheverTokenIsWrong) {
  std::istringstream line(
      R"({ "total" : 9 , "claimants" : [ { "name" : "a" , "weight" : 2 , "min_share" : 3 , )"
      R"("demand" : null } , { "name" : "b" , "max_share" : "4" } ] , "numbers" : "double" , )"
      R"("comment" : "c" , "shares" : [ 5 , 4 ] })");
  const std::vector<std::string> tokens(std::istream_iterator<std::string>(line), {});
  const std::set<std::string> distinct(tokens.begin(), tokens.end());
  PlainRecord plain;
  int count = 0;
  const auto compare = [&](const std::string& other) {
    if (!read_plain_record(other, plain)) return;
    ++count;
    EXPECT_EQ(find_record(plain, "f", 7), of_text(other)) << other;
  };
  const auto joined = [&](std::size_t begin, std::size_t end) {
    std::string text;
    for (; begin < end; ++begin) text += tokens[begin];
    return text;
  };
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const std::string before = joined(0, at);
    const std::string after = joined(at + 1, tokens.size());
    compare(before + after);
    for (const std::string& token : distinct) {
      compare(before + token + after);
      compare(before + token + tokens[at] + after);
    }
  }
  EXPECT_GE(count, 100);
}

TEST(WholeRecord, HasNumbersAsTheirTypeHoldsThemAndSharesAsWritten) {
  const auto record = of_plain(
      R"({"id":"a","total":1e1,"numbers":"double","claimants":[{"name":"x","weight":0.1,"demand":3}],"shares":["3.00"]})");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->id, "\"a\"");
  EXPECT_EQ(record->title, "a");
  EXPECT_EQ(record->total, 10);
  const Claimant<Rational>& claimant = record->tree.nodes.at(0).claimant;
  EXPECT_EQ(claimant.weight, exact::from_double(0.1));
  EXPECT_EQ(claimant.max_share, Rational(3));
  EXPECT_EQ(record->shares->at(0), (WrittenNumber{"3.00", 3, Rational(1, 100)}));
}

TEST(WholeRecord, HasNoLastDigitOfWhatStandsForItself) {
  const auto record = of_plain(R"({"total":7,"claimants":[{},{}],"shares":["7/2","4"]})");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->title, "f:7");
  EXPECT_EQ(record->names.at(1), "1");
  EXPECT_EQ(record->shares->at(0).last_digit, 0);
  EXPECT_EQ(record->shares->at(1).last_digit, 0);
}

TEST(WholeRecord, IsNothingWhereTheTextHasAnError) {
  for (const char* line : {R"({"total":1.5,"numbers":"int64","claimants":[{}]})",
                           R"({"total":1,"numbers":"int32","claimants":[{"weight":2147483648}]})",
                           R"({"total":1,"numbers":"float32","claimants":[{}],"shares":[1e39]})",
                           R"({"total":1,"claimants":[{"min_share":2,"max_share":1}]})"}) {
    EXPECT_EQ(of_plain(line), std::nullopt) << line;
    EXPECT_EQ(of_text(line), std::nullopt) << line;
  }
}

}  // namespace
}  // namespace fairshare::formats
