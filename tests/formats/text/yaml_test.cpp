#include "formats/text/yaml.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "formats/text/fields.h"

namespace fairshare::formats {
namespace {

// A value as JSON, with strings told from numbers.
std::string shown(const json::Value& value) {
  if (std::holds_alternative<json::Null>(value.is)) return "null";
  if (const auto* flag = std::get_if<bool>(&value.is)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<json::Number>(&value.is)) return number->text;
  if (const auto* text = std::get_if<std::string>(&value.is)) return json::quoted(*text);
  std::string result;
  if (const auto* array = std::get_if<json::Array>(&value.is)) {
    for (const json::Value& entry : *array) result += (result.empty() ? "" : ",") + shown(entry);
    return "[" + result + "]";
  }
  for (const json::Member& member : std::get<json::Object>(value.is)) {
    result += (result.empty() ? "" : ",") + json::quoted(member.key) + ":" + shown(member.value);
  }
  return "{" + result + "}";
}

// The documents, or "code line: message".
std::string read(const std::string& text) {
  const auto documents = read_json_or_yaml(text);
  if (const auto* error = std::get_if<InputError>(&documents)) {
    return error->code + " " + std::to_string(error->line) + ": " + error->message;
  }
  std::string result;
  for (const json::Value& document : std::get<std::vector<json::Value>>(documents)) {
    result += (result.empty() ? "" : " ") + shown(document);
  }
  return result;
}

std::size_t line(const std::string& text, const std::string& field) {
  return line_of(std::get<std::vector<json::Value>>(read_json_or_yaml(text)).at(0), field);
}

TEST(Yaml, SaysTheSameAsJson) {
  EXPECT_EQ(read("a: 1\nb:\n- x\n- {c: [2.50, 'd']}\ne: |\n  two\n  lines\n"),
            R"({"a":1,"b":["x",{"c":[2.50,"d"]}],"e":"two\u000alines\u000a"})");
  EXPECT_EQ(read(R"({"a":1,"b":["x",{"c":[2.50,"d"]}]})"), R"({"a":1,"b":["x",{"c":[2.50,"d"]}]})");
  EXPECT_EQ(read("\r\n\t{\"a\":\t1}"), R"({"a":1})") << "no tabs in YAML";
}

TEST(Yaml, PlainScalarsAreWhatJsonKnowsAndStringsOtherwise) {
  EXPECT_EQ(read("[~]").substr(0, 8), "FS001 1:") << "a bracket begins JSON";
  EXPECT_EQ(read("- ~\n- null\n-\n- true\n- False\n- 4\n- -0.50\n- 2e3\n"),
            "[null,null,null,true,false,4,-0.50,2e3]");
  EXPECT_EQ(read("- 500m\n- 1Gi\n- .5\n- +1\n- 0x10\n- 007\n- yes\n- 1/2\n- '4'\n- \"true\"\n"),
            R"(["500m","1Gi",".5","+1","0x10","007","yes","1/2","4","true"])");
}

TEST(Yaml, ReadsEachDocumentOfYamlAndLeavesOutThoseThatSayNothing) {
  EXPECT_EQ(read("# a comment\n---\na: 1\n---\n---\n- 2\n...\n"), R"({"a":1} [2])");
  EXPECT_EQ(read(""), "");
}

TEST(Yaml, KnowsTheLineOfEveryValue) {
  const std::string json = "{\n \"items\": [\n  {\"a\": 1,\n   \"b.c/d\": {\"e\": [\n 7, 8]}}\n ]}";
  EXPECT_EQ(line(json, ""), 1U);
  EXPECT_EQ(line(json, "items"), 2U);
  EXPECT_EQ(line(json, "items[0]"), 3U);
  EXPECT_EQ(line(json, "items[0].b.c/d"), 4U);
  EXPECT_EQ(line(json, "items[0].b.c/d.e[1]"), 5U);
  const std::string yaml = "\nitems:\n- a: 1\n  b.c/d:\n    e:\n    - 7\n    - 8\n";
  EXPECT_EQ(line(yaml, "items"), 2U);
  EXPECT_EQ(line(yaml, "items[0]"), 3U);
  EXPECT_EQ(line(yaml, "items[0].b.c/d"), 4U);
  EXPECT_EQ(line(yaml, "items[0].b.c/d.e[1]"), 7U);
}

TEST(Yaml, OfAFieldThatIsNotThereItKnowsTheLineOfWhatIsAboveIt) {
  const std::string yaml = "a:\n  b: 1\nc: 2\n";
  EXPECT_EQ(line(yaml, "a.x"), 1U);
  EXPECT_EQ(line(yaml, "a.b.y"), 2U);
  EXPECT_EQ(line(yaml, "cc"), 1U) << "c is no beginning of a path to cc";
}

TEST(Yaml, KnowsTheColumnOfEveryValueInCharacters) {
  const auto read = read_yaml("a:\n  - \xC3\xA9\n  - {b: 1, \xC3\xA9: 2}\n");
  const json::Value& document = std::get<std::vector<json::Value>>(read).at(0);
  const json::Value& list = *json::find(document, "a");
  EXPECT_EQ(list.mark.column, 1U) << "a member begins with its key";
  const json::Value& object = std::get<json::Array>(list.is).at(1);
  EXPECT_EQ(object.mark.line, 3U);
  EXPECT_EQ(object.mark.column, 5U);
  EXPECT_EQ(json::find(object, "\xC3\xA9")->mark.column, 12U);
}

TEST(Yaml, RefusesWhatJsonDoesNotHave) {
  EXPECT_EQ(read("a: &x 1\nb: *x\n"), "FS003 1: an anchor is not supported here");
  EXPECT_EQ(read("b:\n- *x\n"), "FS003 2: an alias is not supported here");
  EXPECT_EQ(read("a: !!int 1\n"), "FS003 1: a tag is not supported here");
  EXPECT_EQ(read("a:\n  &x [1]\n"), "FS003 2: an anchor is not supported here");
  EXPECT_EQ(read("a: &x {b: 1}\n"), "FS003 1: an anchor is not supported here");
  EXPECT_EQ(read("a: !!seq [1]\n"), "FS003 1: a tag is not supported here");
  EXPECT_EQ(read("a: !!map {b: 1}\n"), "FS003 1: a tag is not supported here");
  EXPECT_EQ(read("a: 1\n? [b]\n: 2\n"),
            "FS003 2: a key that is a list or an object is not supported here");
}

TEST(Yaml, RefusesDuplicateKeys) {
  EXPECT_EQ(read("a: 1\nb: 2\na: 3\n"), "FS004 3: duplicate key \"a\"");
  EXPECT_EQ(read("{\"a\":1,\n\"a\":2}").substr(0, 6), "FS004 ");
}

TEST(Yaml, SaysWhereYamlIsMalformed) {
  EXPECT_EQ(read("a: 1\n b: 2\n"),
            "FS001 2: not YAML: mapping values are not allowed in this context");
  EXPECT_EQ(read("a: 'open\n"),
            "FS001 1: not YAML: while scanning a quoted scalar, found unexpected end of stream");
  EXPECT_EQ(read("a:\n  b: 1\n  no").substr(0, 8), "FS001 3:") << "no line behind the last";
  EXPECT_EQ(read("a: \xff\n"), "FS001 0: not YAML: invalid leading UTF-8 octet");
  EXPECT_EQ(read("\ta: 1\n").substr(0, 6), "FS001 ");
}

TEST(Yaml, EndsWhereTheNestingIsTooDeep) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "- ";
    return text + "1\n";
  };
  EXPECT_EQ(read(nested(json::depth_max - 1)).substr(0, 3), "[[[");
  EXPECT_EQ(read(nested(json::depth_max)), "FS005 1: nested deeper than 256 levels");
  EXPECT_EQ(read("a: " + std::string(100'000, '[')).substr(0, 3), "FS0");
}

TEST(Yaml, PlainScalarsMayBeWrittenInCapitals) {
  EXPECT_EQ(read("- True\n- TRUE\n- FALSE\n- false\n- Null\n- NULL\n- tRUE\n"),
            R"([true,true,false,false,null,null,"tRUE"])");
  EXPECT_EQ(read("- 1e99999999\n"), "[1e99999999]") << "a number, though one that is too long";
}

TEST(Yaml, PassesOverWhateverSpaceAndStringsAreInJson) {
  const std::string json = "{\r\n\t\"a\\\"}\" : [ ] ,\r\n\t\"b\":\t[{},\n\"\\\\\"]\r\n}\n";
  EXPECT_EQ(line(json, "a\"}"), 2U);
  EXPECT_EQ(line(json, "b"), 3U);
  EXPECT_EQ(line(json, "b[1]"), 4U);
  EXPECT_EQ(line(json, "b[2]"), 3U) << "there are two";
}

TEST(Yaml, TellsTheFirstOfSeveralMistakes) {
  EXPECT_EQ(read("a: 1\n&x b: 2\n"), "FS003 2: an anchor is not supported here");
  EXPECT_EQ(read("a: 1\na: *x\n"), "FS003 2: an alias is not supported here");
  EXPECT_EQ(read("- a\n- 'open\n").substr(0, 8), "FS001 2:");
}

}  // namespace
}  // namespace fairshare::formats
