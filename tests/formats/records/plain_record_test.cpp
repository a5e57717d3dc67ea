// Which records are plain, and that plain records are read as the other reader reads them.
#include "formats/records/plain_record.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "formats/records/records.h"

namespace fairshare::formats {
namespace {

bool is_plain(std::string_view line) {
  PlainRecord record;
  return read_plain_record(line, record);
}

// A record of one claimant with that share.
std::string with_share(const std::string& share) {
  return R"({"total":1,"claimants":[{}],"shares":[)" + share + "]}";
}

TEST(PlainRecord, HasEveryFieldOnceInAnyOrder) {
  PlainRecord record;
  ASSERT_TRUE(read_plain_record(
      " { \"shares\" : [ 60 , 4.50 ] , \"numbers\":\"double\",\"claimants\":[{\"name\":\"a\","
      "\"weight\":2,\"min_share\":10,\"max_share\":60,\"demand\":null},{\"name\":\"\xC3\xA9\"}],"
      "\"scheduler\":\"fair\",\"rounding\":\"down\",\"comment\":\"no\",\"relative\":1e-9,"
      "\"within\":\"0.5\",\"total\":1e2,"
      "\"id\":17}\r",
      record));
  EXPECT_EQ(record.id, "17");
  EXPECT_EQ(record.numbers, Numbers::to_double);
  EXPECT_EQ(record.rounding, Rounding::down);
  EXPECT_EQ(record.within->digits, 5U);
  EXPECT_EQ(record.within->exponent, -1);
  EXPECT_EQ(record.relative->exponent, -9);
  EXPECT_EQ(record.total.digits, 1U);
  EXPECT_EQ(record.total.exponent, 2);
  ASSERT_EQ(record.claimants.size(), 2U);
  EXPECT_EQ(record.claimants[0].max_share->digits, 60U);
  EXPECT_FALSE(record.claimants[0].demand);
  EXPECT_FALSE(record.claimants[1].weight);
  ASSERT_EQ(record.shares.size(), 2U);
  EXPECT_EQ(record.shares[1].text, "4.50");
  EXPECT_EQ(record.shares[1].digits, 450U);
  EXPECT_EQ(record.shares[1].exponent, -2);
}

TEST(PlainRecord, ForgetsTheOneBefore) {
  PlainRecord record;
  ASSERT_TRUE(read_plain_record(
      R"({"id":"a","total":1,"numbers":"int64","rounding":"exact","within":1,"relative":1,"claimants":[{"name":"a"}],"shares":[1]})",
      record));
  ASSERT_TRUE(read_plain_record(R"({"total":1,"claimants":[{},{}]})", record));
  EXPECT_EQ(record.id, "");
  EXPECT_EQ(record.numbers, Numbers::exact);
  EXPECT_FALSE(record.rounding || record.within || record.relative);
  EXPECT_EQ(record.claimants.size(), 2U);
  EXPECT_TRUE(record.names.empty());
  EXPECT_FALSE(record.has_shares);
  EXPECT_TRUE(record.shares.empty());
}

TEST(PlainRecord, TellsTheLastDigitAsTheOtherReaderDoes) {
  for (const char* share :
       {"33", "33.330", "0", "0.00", "0e5", "0E-7", "0.0e3", "1e3", "15e-1", "1E+2", "0.001",
        "\"33\"", "\"33.33\"", "\"1e3\"", "\"100/3\"", "\"4/2\"", "999999999999999999"}) {
    PlainRecord plain;
    const std::string line = with_share(share);
    ASSERT_TRUE(read_plain_record(line, plain)) << share;
    const auto read = read_record(line, "f", 1);
    const WrittenNumber& expected = std::get<Record>(read).shares->front();
    const PlainNumber& number = plain.shares.front();
    const auto unit = exact::parse_number("1e" + std::to_string(number.exponent));
    const exact::Rational last_digit = std::get<exact::TextNumber>(unit).value;
    EXPECT_EQ(expected.text, number.text) << share;
    EXPECT_EQ(expected.value, exact::Rational(number.digits) * last_digit / number.denominator)
        << share;
    EXPECT_EQ(expected.last_digit, number.is_rounded ? last_digit : exact::Rational(0)) << share;
  }
}

TEST(PlainRecord, IsNotWhatMayMeanAnythingElse) {
  for (const char* share :
       {"-1",  "-0",      "01",       "1.",        ".5",     "1e",   "+1",   "1000000000000000000",
        "1/2", "\"1/0\"", "\"1/-2\"", "\"1/02\"",  "\" 1\"", "\"\"", "null", "true",
        "NaN", "1e1001",  "0x1",      "\"1.5/2\"", "1 1",    "1,"}) {
    EXPECT_FALSE(is_plain(with_share(share))) << share;
  }
  for (const char* line : {"",
                           "{}",
                           "[]",
                           R"({"total":1})",
                           R"({"claimants":[{}]})",
                           R"({"total":1,"total":1,"claimants":[{}]})",
                           R"({"total":1,"claimants":[{}]} x)",
                           R"({"total":1,"claimants":[{}],})",
                           R"({"total":1,"claimants":[{},]})",
                           R"({"total":1,"claimants":[{"weight":1,"weight":1}]})",
                           R"({"total":1,"claimants":[{"min_share":1,"min_share":1}]})",
                           R"({"total":1,"claimants":[{"max_share":1,"max_share":1}]})",
                           R"({"total":1,"claimants":[{"demand":1,"demand":1}]})",
                           R"({"total":1,"claimants":[{"name":"a","name":"b"}]})",
                           R"({"total":1,"claimants":[{"name":"a","name":"b"},{}]})",
                           R"({"total":1,"claimants":[{"name":"a"},{"name":"a"}]})",
                           R"({"total":1,"claimants":[{"name":"1"},{}]})",
                           R"({"total":1,"claimants":[{"name":"\u0041"}]})",
                           R"({"total":1,"claimants":[{"colour":1}]})",
                           R"({"total":1,"tree":[{}]})",
                           R"({"total":1,"claimants":[{}],"scheduler":"yarn-3"})",
                           R"({"total":1,"claimants":[{}],"scheduler":null})",
                           R"({"total":1,"claimants":[{}],"within":null})",
                           R"({"total":1,"claimants":[{}],"within":1,"within":1})",
                           R"({"total":1,"claimants":[{}],"relative":-1})",
                           R"({"total":1,"claimants":[{}],"colour":1})",
                           R"({"total":1,"claimants":[{}],"comment":{}})",
                           R"({"total":1,"claimants":[{}],"comment":1,"comment":1})",
                           R"({"total":1,"claimants":[{}],"id":1.5})",
                           R"({"total":1,"claimants":[{}],"shares":[]})",
                           "{\"total\":1,\"claimants\":[{\"name\":\"\xFF\"}]}",
                           "{\"total\":1,\"claimants\":[{\"name\":\"\x01\"}]}",
                           "{\"id\":\"\x7F\",\"total\":1,\"claimants\":[{}]}",
                           "\xEF\xBB\xBF{\"total\":1,\"claimants\":[{}]}"}) {
    EXPECT_FALSE(is_plain(line)) << line;
  }
}

TEST(PlainRecord, LooksAtNothingThatIsIgnored) {
  for (const char* value : {"\"no\"", "null", "true", "false", "17.5"}) {
    EXPECT_TRUE(is_plain(R"({"total":1,"comment":)" + std::string(value) + R"(,"claimants":[{}]})"))
        << value;
  }
}

TEST(PlainRecord, HasAsManyPlacesAsTheOtherReaderTakes) {
  const auto with_places = [](std::size_t places) {
    return with_share("0." + std::string(places - 1, '0') + "1");
  };
  EXPECT_TRUE(is_plain(with_places(1000)));
  EXPECT_FALSE(is_plain(with_places(1001)));
}

TEST(PlainRecord, HasNoNameTwiceHoweverManyThereAre) {
  for (std::size_t count = 2; count <= 40; ++count) {
    std::string names;
    for (std::size_t i = 1; i < count; ++i) names += R"({"name":")" + std::to_string(i) + "\"},";
    const std::string line = R"({"total":1,"claimants":[)" + names;
    EXPECT_TRUE(is_plain(line + R"({"name":"0"}]})")) << count;
    EXPECT_FALSE(is_plain(line + R"({"name":"1"}]})")) << count;
  }
}

// Characters are read eight at a time, and one by one at the end of the line.
TEST(PlainRecord, HasNumbersOfUpToEighteenDigitsAnywhere) {
  const std::string digits = "12345678901234567899";
  for (const std::string end : {"}", ",\"comment\":\"so that more than eight follow\"}"}) {
    for (std::size_t size = 1; size <= digits.size(); ++size) {
      for (std::size_t point = 1; point < size; ++point) {
        const std::string number =
            digits.substr(0, point) + "." + digits.substr(point, size - point);
        const std::string line = R"({"claimants":[{}],"total":)" + number + end;
        PlainRecord record;
        const bool is_plain = read_plain_record(line, record);
        EXPECT_EQ(is_plain, size <= 18) << number;
        if (!is_plain) continue;
        EXPECT_EQ(record.total.digits, std::stoull(digits.substr(0, size)));
        EXPECT_EQ(record.total.exponent, static_cast<int>(point) - static_cast<int>(size));
        EXPECT_EQ(record.total.text, number);
      }
    }
    for (const std::string number :
         {"00000000", "012345678", "1234567/", "1234567:", "12345678x", "01", "00.5", "1.", "1.e3",
          ".5", "1.2.3", "123456.", "1234567."}) {
      EXPECT_FALSE(is_plain(R"({"claimants":[{}],"total":)" + number + end)) << number;
    }
  }
  EXPECT_TRUE(is_plain(R"({"claimants":[{}],"total":0.000000000000000000000999999999999999999})"));
  EXPECT_FALSE(is_plain(R"({"claimants":[{}],"total":0.0000000001000000000000000000})"));
}

TEST(PlainRecord, HasNumbersOfAFewDigitsAnywhere) {
  for (const std::string end : {"}", ",\"comment\":\"so that more than eight follow\"}"}) {
    for (const auto& [number, digits, exponent] :
         {std::tuple{"0", 0, 0}, std::tuple{"7", 7, 0}, std::tuple{"0.0", 0, -1},
          std::tuple{"0.5", 5, -1}, std::tuple{"13.33", 1333, -2},
          std::tuple{"1.23456", 123456, -5}, std::tuple{"123456.7", 1234567, -1},
          std::tuple{"1234567", 1234567, 0}, std::tuple{"1e3", 1, 3}, std::tuple{"1.5E1", 15, 0},
          std::tuple{"2.5e-1", 25, -2}}) {
      const std::string line = R"({"claimants":[{}],"total":)" + std::string(number) + end;
      PlainRecord record;
      ASSERT_TRUE(read_plain_record(line, record)) << number;
      EXPECT_EQ(record.total.digits, digits) << number;
      EXPECT_EQ(record.total.exponent, exponent) << number;
      EXPECT_EQ(record.total.text, number);
    }
  }
}

TEST(PlainRecord, HasStringsThatEndAtTheFirstQuote) {
  const std::string letters = "abcdefghijklmnopqrst";
  const auto with_name = [](const std::string& name) {
    return R"({"total":1,"claimants":[{"name":")" + name + R"("}]})";
  };
  for (std::size_t size = 0; size <= letters.size(); ++size) {
    const std::string line = with_name(letters.substr(0, size));
    PlainRecord record;
    ASSERT_TRUE(read_plain_record(line, record));
    EXPECT_EQ(record.names, std::vector<std::string_view>{letters.substr(0, size)});
    for (std::size_t at = 0; at < size; ++at) {
      std::string name = letters.substr(0, size);
      for (const char no : {'"', '\\', '\x1f', '\0', '\xff', '\x80'}) {
        name[at] = no;
        EXPECT_FALSE(is_plain(with_name(name))) << name;
      }
      for (const char any : {' ', '!', '#', '[', ']', '~', '\x7f'}) {
        name[at] = any;
        EXPECT_TRUE(is_plain(with_name(name))) << name;
      }
      const std::string id = R"({"total":1,"claimants":[{}],"id":")" + name + "\"}";
      EXPECT_FALSE(is_plain(id)) << "a name to be escaped: " << name;
    }
  }
  EXPECT_TRUE(is_plain(with_name("abcdef\xC3\xA9")));
}

TEST(PlainRecord, EndsWhereTheLineEnds) {
  const std::string line =
      R"({"id":"a","total":1.5e1,"claimants":[{"name":"x","max_share":null}],"shares":["1/3"]})";
  ASSERT_TRUE(is_plain(line));
  for (std::size_t length = 0; length < line.size(); ++length) {
    // In separate memory, so that a sanitizer sees reads beyond its end.
    const std::string part = line.substr(0, length);
    EXPECT_FALSE(is_plain(part)) << part;
  }
}

TEST(PlainRecord, MayHaveAnySpaceOfJsonInALine) {
  EXPECT_TRUE(is_plain("{\t\"total\":\t1,\r\"claimants\"\t:[ {}\t]\t}\t"));
  EXPECT_FALSE(is_plain("{\v\"total\":1,\"claimants\":[{}]}"));
}

}  // namespace
}  // namespace fairshare::formats
