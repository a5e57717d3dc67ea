// What is written is JSON, with commas where they belong.
#include "formats/text/json_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "formats/text/json.h"

namespace fairshare::formats::json {
namespace {

TEST(JsonWriter, WritesTheExampleOfItsHeader) {
  std::string text;
  Writer writer(text);
  writer.begin_object();
  writer.key("id").string("a");
  writer.key("shares").begin_array().number("4").string("1/3").end_array();
  writer.end_object();
  EXPECT_EQ(text, R"({"id":"a","shares":[4,"1/3"]})");
}

TEST(JsonWriter, WritesEveryKindOfValue) {
  std::string text;
  Writer writer(text);
  writer.begin_array().null().boolean(true).boolean(false).number(-12).number("1.50");
  writer.string("x").begin_object().end_object().begin_array().end_array().end_array();
  EXPECT_EQ(text, R"([null,true,false,-12,1.50,"x",{},[]])");
}

TEST(JsonWriter, WritesAValueThatIsTheWholeText) {
  std::string text;
  Writer(text).null();
  EXPECT_EQ(text, "null");
}

TEST(JsonWriter, PutsCommasBetweenEntriesAndNowhereElse) {
  std::string text;
  Writer writer(text);
  writer.begin_array();
  for (int i = 0; i < 2; ++i) {
    writer.begin_object().key("a").begin_array().number(1).number(2).end_array();
    writer.key("b").begin_object().key("c").null().end_object().end_object();
  }
  writer.end_array();
  EXPECT_EQ(text, R"([{"a":[1,2],"b":{"c":null}},{"a":[1,2],"b":{"c":null}}])");
}

TEST(JsonWriter, KeepsWhatTheTextHoldsAlready) {
  std::string text = "data: ";
  Writer(text).begin_array().number(1).end_array();
  EXPECT_EQ(text, "data: [1]");
}

TEST(JsonWriter, EscapesKeysAndStringsSoThatTheyAreReadBack) {
  const std::string odd = "a\"b\\c\n\x01\xC3\xA9";
  std::string text;
  Writer(text).begin_object().key(odd).string(odd).end_object();
  const Reading reading = read(text);
  ASSERT_FALSE(reading.error);
  const Value* value = find(reading.value, odd);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(std::get<std::string>(value->is), odd);
}

}  // namespace
}  // namespace fairshare::formats::json
