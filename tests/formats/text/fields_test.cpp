// Members by name and type, and where a complaint says that something is wrong.
#include "formats/text/fields.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace fairshare::formats {
namespace {

using exact::Rational;

json::Value parsed(std::string_view text) {
  return std::get<json::Value>(json::parse(text));
}

// A reader of one object, whose place is "a[1]" and whose claimant is "c".
struct Reader {
  explicit Reader(std::string_view text) : value(parsed(text)) {}

  // "code field: message" of the first complaint.
  std::string complaint() const {
    return error ? error->code + " " + error->field + ": " + error->message : "";
  }

  json::Value value;
  Place list = {nullptr, "a"};
  Place place = {&list, {}, 1};
  std::optional<InputError> error = {};
  Fields fields = Fields(value, place, "c", error);
};

std::string number_of(std::string_view text) {
  const auto read = read_number(parsed(text));
  if (const auto* complaint = std::get_if<Complaint>(&read)) {
    return complaint->code + ": " + complaint->message;
  }
  const auto& number = std::get<WrittenNumber>(read);
  return number.text + " " + exact::to_text(number.value) + " " + exact::to_text(number.last_digit);
}

TEST(Place, IsWrittenAsAPath) {
  const Place tree{nullptr, "tree"};
  const Place children{&tree, "children"};
  const Place child{&children, {}, 2};
  EXPECT_EQ(path(tree), "tree");
  EXPECT_EQ(path({&child, "weight"}), "tree.children[2].weight");
  EXPECT_EQ(path({nullptr, {}, 0}), "[0]");
  EXPECT_EQ(path({}), "");
}

TEST(LineOf, FollowsAPathAsItIsWritten) {
  const json::Value document =
      parsed("{\n\"items\": [\n{\"a\": 1,\n\"b.c/d\": {\"e\": [\n7]}}\n]}");
  EXPECT_EQ(line_of(document, ""), 1U);
  EXPECT_EQ(line_of(document, "items"), 2U);
  EXPECT_EQ(line_of(document, "items[0]"), 3U);
  EXPECT_EQ(line_of(document, "items[0].b.c/d"), 4U) << "a key may have points";
  EXPECT_EQ(line_of(document, "items[0].b.c/d.e[0]"), 5U);
}

TEST(LineOf, OfWhatIsNotThereIsThatOfWhatIsAboveIt) {
  const json::Value document = parsed("{\"a\":1,\n\"b\":[\n{\"c\":2}]}");
  EXPECT_EQ(line_of(document, "aa"), 1U) << "a is no beginning of a path to aa";
  EXPECT_EQ(line_of(document, "bb"), 1U) << "nor is b of a path to bb";
  EXPECT_EQ(line_of(document, "b[1]"), 2U);
  EXPECT_EQ(line_of(document, "b[0].d"), 3U);
  EXPECT_EQ(line_of(document, "b[0].c.d"), 3U);
}

TEST(ReadNumber, KeepsTheTextTheValueAndTheLastDigit) {
  EXPECT_EQ(number_of("12"), "12 12 1");
  EXPECT_EQ(number_of("0.10"), "0.10 1/10 1/100");
  EXPECT_EQ(number_of("\"1/3\""), "1/3 1/3 0");
  EXPECT_EQ(number_of("\"12\""), "12 12 0") << "a string that says an integer is exact";
  EXPECT_EQ(number_of("\"0.5\""), "0.5 1/2 1/10");
  EXPECT_EQ(number_of("\"5E1\""), "5E1 50 10");
}

TEST(ReadNumber, SaysWhyAValueIsNotANumber) {
  EXPECT_EQ(number_of("[]"), "FS002: a number or a string \"p/q\" is expected here, not a list");
  EXPECT_EQ(number_of("null"), "FS002: a number or a string \"p/q\" is expected here, not null");
  EXPECT_EQ(number_of("true"),
            "FS002: a number or a string \"p/q\" is expected here, not true or false");
  EXPECT_EQ(number_of("\"1/0\""), "FS006: 1/0 divides by zero");
  EXPECT_EQ(number_of("\"x\""), "FS006: \"x\" is neither a number nor p/q");
  EXPECT_EQ(number_of("\"-inf\""), "FS011: -inf is not a finite number");
  EXPECT_EQ(number_of("1e99999999"),
            "FS007: 1e99999999 is too long: its exact value has more than 20000 digits in its "
            "numerator or denominator");
}

TEST(Fields, TakesMembersByNameAndType) {
  Reader reader(R"({"s":"x","f":true,"n":"1/2","d":0.25,"w":7,"k":"two","l":[1]})");
  EXPECT_TRUE(reader.fields.has("s"));
  EXPECT_FALSE(reader.fields.has("t"));
  EXPECT_EQ(reader.fields.find_text("s"), "x");
  EXPECT_TRUE(reader.fields.flag("f", false));
  EXPECT_EQ(reader.fields.find_number("n"), Rational(1, 2));
  EXPECT_EQ(reader.fields.real("d", 0), 0.25);
  EXPECT_EQ(reader.fields.whole("w", 7, 7, 0), 7);
  EXPECT_EQ(reader.fields.choice("k", {"one", "two"}, 0), 1U);
  EXPECT_EQ(reader.fields.list("l").size(), 1U);
  reader.fields.finish("a thing");
  EXPECT_FALSE(reader.fields.failed()) << reader.complaint();
}

TEST(Fields, AbsentMembersAreNothingOrTheFallback) {
  Reader reader(R"({"n":null,"a":null})");
  EXPECT_EQ(reader.fields.find_text("s"), std::nullopt);
  EXPECT_TRUE(reader.fields.flag("f", true));
  EXPECT_EQ(reader.fields.find_number("n"), std::nullopt) << "null is absent";
  EXPECT_EQ(reader.fields.find_amounts("a"), std::nullopt);
  EXPECT_EQ(reader.fields.real("d", 1.5), 1.5);
  EXPECT_EQ(reader.fields.real32("d", 1.5F), 1.5F);
  EXPECT_EQ(reader.fields.whole("w", 0, 9, 3), 3);
  EXPECT_EQ(reader.fields.choice("k", {"one"}, 5), 5U);
  EXPECT_TRUE(reader.fields.list("l").empty());
  EXPECT_FALSE(reader.fields.failed());
}

TEST(Fields, KeepsTheFirstComplaintWithItsPlace) {
  Reader reader(R"({"s":1,"f":"x"})");
  reader.fields.find_text("s");
  reader.fields.flag("f", false);
  EXPECT_EQ(reader.complaint(), "FS002 a[1].s: a string is expected here, not a number");
  EXPECT_EQ(reader.error->claimant, "c");
}

TEST(Fields, KeepsAComplaintThatCameBeforeThem) {
  std::optional<InputError> error = InputError{"FS004", "twice"};
  const json::Value list = parsed("[]");
  const Place place;
  const Fields fields(list, place, "", error);
  EXPECT_EQ(error->code, "FS004");
}

TEST(Fields, SaysWhatIsExpected) {
  const auto complaint = [](auto take) {
    Reader reader(R"({"s":"t","x":{},"y":2.5,"z":1e400})");
    take(reader.fields);
    return reader.complaint();
  };
  EXPECT_EQ(complaint([](Fields& fields) { fields.flag("x", true); }),
            "FS002 a[1].x: true or false is expected here, not an object");
  EXPECT_EQ(complaint([](Fields& fields) { fields.list("x"); }),
            "FS002 a[1].x: a list is expected here, not an object");
  EXPECT_EQ(complaint([](Fields& fields) { fields.list("s"); }),
            "FS002 a[1].s: a list is expected here, not a string");
  EXPECT_EQ(complaint([](Fields& fields) {
              fields.choice("x", {"one", "two", "three"}, 0);
            }),
            "FS002 a[1].x: \"one\", \"two\" or \"three\" is expected here");
  EXPECT_EQ(complaint([](Fields& fields) { fields.whole("y", 0, 9, 0); }),
            "FS008 a[1].y: 2.5 is not a whole number from 0 to 9");
  EXPECT_EQ(complaint([](Fields& fields) { fields.find_double("z"); }),
            "FS008 a[1].z: the number exceeds the largest double");
  EXPECT_EQ(complaint([](Fields& fields) { fields.find_amounts("y"); }),
            "FS002 a[1].y: an object of amounts by resource is expected here, not a number");
}

TEST(Fields, ReadsAmountsByResource) {
  Reader reader(R"({"a":{"cpu":"1/2","memory":4},"b":{"cpu":[],"memory":{}}})");
  EXPECT_EQ(reader.fields.find_amounts("a"), (Amounts{{"cpu", Rational(1, 2)}, {"memory", 4}}));
  reader.fields.find_amounts("b");
  EXPECT_EQ(reader.complaint(),
            "FS002 a[1].b.cpu: a number or a string \"p/q\" is expected here, not a list");
}

TEST(Fields, AFloatMayBeInfiniteWhereTheDoubleIsNot) {
  Reader reader(R"({"x":1e300,"y":1.00000005960464477625798,"z":1e400})");
  EXPECT_EQ(reader.fields.real32("x", 0), std::numeric_limits<float>::infinity());
  EXPECT_EQ(reader.fields.real32("y", 0), 1.0F) << "rounded twice, as in YARN's weights";
  EXPECT_FALSE(reader.fields.failed());
  EXPECT_EQ(reader.fields.real32("z", 2.5F), 2.5F);
  EXPECT_EQ(reader.complaint(), "FS008 a[1].z: the number exceeds the largest double");
}

TEST(Fields, OfATreeHavePathsOfSomeLength) {
  EXPECT_EQ(paths_too_long().code, "FS005");
  EXPECT_EQ(paths_too_long().message, "the paths of this tree are longer than 268435456 bytes");
}

TEST(Fields, WhatIsNotTakenIsUnknown) {
  Reader reader(R"({"x":1,"comment":2,"y":3})");
  reader.fields.take("x");
  reader.fields.finish("a thing", {"comment"});
  EXPECT_EQ(reader.complaint(), "FS003 a[1].y: a thing has no field \"y\"");
}

TEST(Fields, ThatAreKnownAreListedIfNoneIsIgnored) {
  Reader reader(R"({"x":1,"y":3})");
  for (const char* key : {"x", "z", "a", "x"}) reader.fields.take(key);
  reader.fields.finish("a thing");
  EXPECT_EQ(reader.complaint(), "FS003 a[1].y: a thing has no field \"y\"; its fields: x, z, a");
}

TEST(Fields, AreThoseOfAnObject) {
  Reader reader("[]");
  EXPECT_EQ(reader.complaint(), "FS002 a[1]: an object is expected here, not a list");
  EXPECT_EQ(reader.fields.take("x"), nullptr);
  EXPECT_FALSE(reader.fields.has("x"));
  reader.fields.finish("a thing");
}

}  // namespace
}  // namespace fairshare::formats
