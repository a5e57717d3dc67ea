// Strict JSON: what is read, what is refused, and that every refusal says where and why.
#include "formats/text/json.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace fairshare::formats::json {
namespace {

std::string shown(const Value& value) {
  struct Show {
    std::string operator()(const Null&) const { return "null"; }
    std::string operator()(bool is) const { return is ? "true" : "false"; }
    std::string operator()(const Number& number) const { return number.text; }
    std::string operator()(const std::string& string) const { return json::quoted(string); }
    std::string operator()(const Array& array) const {
      std::string text = "[";
      for (const Value& element : array) text += (text.size() > 1 ? "," : "") + shown(element);
      return text + "]";
    }
    std::string operator()(const Object& object) const {
      std::string text = "{";
      for (const auto& [key, member] : object) {
        text += (text.size() > 1 ? "," : "") + json::quoted(key) + ":" + shown(member);
      }
      return text + "}";
    }
  };
  return std::visit(Show{}, value.is);
}

// The document as it was understood, or "code line field: message".
std::string outcome(std::string_view text) {
  const auto parsed = parse(text);
  if (const auto* value = std::get_if<Value>(&parsed)) return shown(*value);
  const auto& error = std::get<InputError>(parsed);
  EXPECT_TRUE(error.file.empty());
  return error.code + " " + std::to_string(error.line) + " " + error.field + ": " + error.message;
}

std::string code_of(std::string_view text) {
  const auto parsed = parse(text);
  const auto* error = std::get_if<InputError>(&parsed);
  return error != nullptr ? error->code : "";
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST(Json, ReadsEveryKindOfValue) {
  const std::string text = R"({"a":[null,true,false,-12,"x"],"b":{},"c":[],"":[[{"d":1}]]})";
  EXPECT_EQ(outcome(text), text);
}

TEST(Json, ReadsADocumentThatIsASingleValue) {
  EXPECT_EQ(outcome(" 12 "), "12");
  EXPECT_EQ(outcome("null\n"), "null");
  EXPECT_EQ(outcome("\"a\""), "\"a\"");
  EXPECT_EQ(outcome("[]"), "[]");
  EXPECT_EQ(outcome("\t{}\r\n"), "{}");
}

TEST(Json, KeepsNumbersAsTheyWereWritten) {
  for (const std::string text : {"0", "-0", "0.10", "1e400", "1E+5",
                                 "123456789012345678901234567890", "-1.50e-07", "1e999999999"}) {
    EXPECT_EQ(outcome(text), text);
    EXPECT_EQ(outcome("[" + text + " ]"), "[" + text + "]");
  }
}

TEST(Json, KeepsIntegersOfAnyLength) {
  const std::string text(5'000, '9');
  EXPECT_EQ(outcome("[" + text + "]"), "[" + text + "]");
}

TEST(Json, RefusesNumbersThatJsonDoesNotWrite) {
  for (const std::string text : {"01", "-01", "1.", ".5", "+1", "-", "1e", "1e+", "0x10", "1/2",
                                 "1.5.2", "--1", "1_000", "-a"}) {
    EXPECT_EQ(code_of(text), "FS006") << text;
    EXPECT_EQ(code_of("[" + text + "]"), "FS006") << text;
  }
  EXPECT_EQ(outcome(R"({"a":[1,01]})"), "FS006 1 a[1]: 01 is not a JSON number, at byte 9");
}

TEST(Json, NamesNumbersThatAreNotFinite) {
  for (const std::string text : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "+INF"}) {
    EXPECT_EQ(code_of("[" + text + "]"), "FS011") << text;
    EXPECT_EQ(code_of(text), "FS011") << text;
  }
  EXPECT_EQ(outcome(R"({"a":NaN})"), "FS011 1 a: NaN is not a finite number, at byte 6");
}

TEST(Json, UnescapesStrings) {
  const auto parsed = parse(R"(["\"\\\/\b\f\n\r\t","\u00e9\ud83d\ude00","\u0000x"])");
  ASSERT_TRUE(std::holds_alternative<Value>(parsed));
  const auto& strings = std::get<Array>(std::get<Value>(parsed).is);
  EXPECT_EQ(std::get<std::string>(strings[0].is), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(std::get<std::string>(strings[1].is), "\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(std::get<std::string>(strings[2].is), std::string("\0x", 2));
}

TEST(Json, RefusesMalformedEscapes) {
  for (const std::string escape : {R"(\x)", R"(\u12)", R"(\ud800)", R"(\ud800\u0041)", R"(\udc00)",
                                   R"(\ud800\ud800)", R"(\uZZZZ)", R"(\ud83d\n)"}) {
    EXPECT_EQ(outcome(R"(["ok",")" + escape + R"("])"),
              "FS001 1 [1]: a string has a malformed escape, at byte 7");
    EXPECT_EQ(outcome(R"({")" + escape + R"(":1})"),
              "FS001 1 : a key has a malformed escape, at byte 2");
    EXPECT_EQ(code_of("\"" + escape + "\""), "FS001");
  }
}

TEST(Json, RefusesAnEmptyText) {
  EXPECT_EQ(outcome(""), "FS001 1 : the text is empty");
  EXPECT_EQ(code_of(" \t\r\n"), "FS001");
}

TEST(Json, RefusesAByteOrderMarkAndSaysSo) {
  EXPECT_EQ(outcome("\xEF\xBB\xBF[1]"),
            "FS001 1 : a byte order mark precedes the document; remove it, at byte 1");
}

TEST(Json, RefusesWhatIsNotUtf8AndSaysWhere) {
  // Lone bytes, overlong characters, a surrogate, beyond the last character, half of a character,
  // and one continued by the beginning of another.
  for (const std::string bytes :
       {"\xFF", "\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xF0\x8F\xBF\xBF", "\xED\xA0\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xC3\xC0",
        "\xE2\x82\xC0", "\xF0\x9F\x98\xC0"}) {
    EXPECT_EQ(outcome("[\n\"a" + bytes + "\"]"), "FS001 2 : the text is not UTF-8, at byte 3");
  }
  EXPECT_EQ(outcome("[\"\xC2\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF\",\"\xFF\"]"),
            "FS001 1 : the text is not UTF-8, at byte 15");
}

TEST(Json, SaysPlainlyWhatIsMissing) {
  EXPECT_EQ(outcome("[1 2]"), "FS001 1 : a comma or the end of the array is missing, at byte 4");
  EXPECT_EQ(outcome(R"({"a":[1,[2 "x"]]})"),
            "FS001 1 a[1]: a comma or the end of the array is missing, at byte 12");
  EXPECT_EQ(outcome(R"({"a":1 "b":2})"),
            "FS001 1 : a comma or the end of the object is missing, at byte 8");
  EXPECT_EQ(outcome(R"({"a":"b" "c":2})"),
            "FS001 1 : a comma or the end of the object is missing, at byte 10");
  EXPECT_EQ(outcome(R"({"a":"b":2})"),
            "FS001 1 : a comma or the end of the object is missing, at byte 9");
  EXPECT_EQ(outcome(R"({"a" 1})"), "FS001 1 : a colon is missing after the key, at byte 6");
  EXPECT_EQ(outcome(R"({"a":1,"b" "c"})"),
            "FS001 1 : a colon is missing after the key, at byte 12");
  EXPECT_EQ(outcome(R"({a:1, "b":2})"), "FS001 1 : a key in double quotes is missing, at byte 2");
  EXPECT_EQ(outcome(R"({"a":1,,"b":2})"), "FS001 1 : a key in double quotes is missing, at byte 8");
  EXPECT_EQ(outcome(R"({"a":})"), "FS001 1 a: a value is missing before '}', at byte 6");
  EXPECT_EQ(outcome("[1,]"), "FS001 1 [1]: a value is missing before ']', at byte 4");
  EXPECT_EQ(outcome("[,1]"), "FS001 1 [0]: a value is missing before ',', at byte 2");
  EXPECT_EQ(outcome("[2\"a\"]"), "FS001 1 : a comma or the end of the array is missing, at byte 3");
  EXPECT_EQ(outcome("[tru]"),
            "FS001 1 [0]: tru is not a JSON value (a string needs double quotes), at byte 2");
}

TEST(Json, SaysWhichBracketOrStringIsNotClosed) {
  EXPECT_EQ(outcome("[[1,2]"), "FS001 1 : an array is not closed, at byte 1");
  EXPECT_EQ(outcome("[[1,2"), "FS001 1 : an array is not closed, at byte 2");
  EXPECT_EQ(outcome(R"({"a":[1)"), "FS001 1 : an array is not closed, at byte 6");
  EXPECT_EQ(outcome(R"({"a":1)"), "FS001 1 : an object is not closed, at byte 1");
  EXPECT_EQ(outcome("[1}"), "FS001 1 : unmatched '}', at byte 3");
  EXPECT_EQ(outcome(R"({"a":[1}})"), "FS001 1 a: unmatched '}', at byte 8");
  EXPECT_EQ(outcome(R"({"a":])"), "FS001 1 : unmatched ']', at byte 6");
  EXPECT_EQ(outcome("]"), "FS001 1 : unmatched ']', at byte 1");
  EXPECT_EQ(outcome(",1"), "FS001 1 : a value is missing before ',', at byte 1");
  EXPECT_EQ(outcome("[\"a]"), "FS001 1 : a string is not closed, at byte 2");
  EXPECT_EQ(outcome(R"(["a\"])"), "FS001 1 : a string is not closed, at byte 2");
  EXPECT_EQ(outcome("[\"a\nb\"]"), "FS001 1 : unescaped control character in a string, at byte 4");
  EXPECT_EQ(outcome(std::string("[\"a\0b\"]", 7)),
            "FS001 1 : unescaped control character in a string, at byte 4");
}

TEST(Json, RefusesTextAfterTheDocument) {
  for (const std::string text :
       {"[1] 2", "[1] [", "[1] ]", "[1] x", "[1] \"", "[1] [2]", "[1] \\"}) {
    EXPECT_EQ(code_of(text), "FS001") << text;
  }
  EXPECT_EQ(outcome("{} {}"), "FS001 1 : more text follows the document, at byte 4");
  EXPECT_EQ(outcome("[1],"), "FS001 1 : more text follows the document, at byte 4");
  EXPECT_EQ(outcome("1 2"), "FS001 1 : more text follows the document, at byte 3");
  EXPECT_EQ(outcome("\"a\" \"b\""), "FS001 1 : more text follows the document, at byte 5");
}

TEST(Json, RefusesWhatOnlyLooksLikeWhiteSpaceOrABracket) {
  for (const char c : {'\0', '\f', '\v', '\x1A', '\x7F', '\\'}) {
    EXPECT_EQ(code_of(std::string("[1,") + c + "2]"), "FS001") << int{c};
    EXPECT_EQ(code_of(std::string("[1]") + c), "FS001") << int{c};
    EXPECT_EQ(code_of(c + std::string("[1]")), "FS001") << int{c};
    EXPECT_NE(code_of(std::string("[1") + c + "]"), "") << int{c};
    EXPECT_EQ(code_of(std::string("[\"a\"") + c + "]"), "FS001") << int{c};
  }
}

TEST(Json, CountsLinesAndBytesFromOne) {
  EXPECT_EQ(outcome("{\n  \"a\": 1,\n  \"b\": x\n}"),
            "FS001 3 b: x is not a JSON value (a string needs double quotes), at byte 8");
  EXPECT_EQ(outcome("x"),
            "FS001 1 : x is not a JSON value (a string needs double quotes), at byte 1");
}

TEST(Json, NamesADuplicateKey) {
  EXPECT_EQ(outcome(R"({"a":1,"b":{"c":1,"d":2,"c":3}})"),
            "FS004 1 b.c: duplicate key \"c\" in the object that starts here, at byte 12");
  EXPECT_EQ(code_of(R"({"a":1,"\u0061":2})"), "FS004");
  EXPECT_EQ(code_of(R"([{"a":1},{"a":2}])"), "");
  EXPECT_EQ(code_of(R"({"a":{"a":{"a":1}}})"), "");
}

TEST(Json, ReadsObjectsOfManyKeysQuickly) {
  std::string text = "{\"k\":0";
  for (int i = 0; i < 100'000; ++i) text += ",\"k" + std::to_string(i) + "\":1";
  EXPECT_EQ(code_of(text + "}"), "");
  EXPECT_EQ(code_of(text + ",\"k7\":1}"), "FS004");
}

TEST(Json, NestsAsDeepAsItSaysAndNoDeeper) {
  const auto nested = [](std::size_t depth) { return repeated("[", depth) + repeated("]", depth); };
  EXPECT_EQ(outcome(nested(depth_max)), nested(depth_max));
  EXPECT_EQ(outcome(nested(depth_max + 1)),
            "FS005 1 : nested deeper than 256 arrays and objects, at byte 257");
  EXPECT_EQ(code_of(nested(10'000)), "FS005");
  EXPECT_EQ(code_of(repeated("[", 10'000)), "FS005");
  EXPECT_EQ(code_of(repeated("{\"a\":", 10'000) + "1" + repeated("}", 10'000)), "FS005");
  EXPECT_EQ(code_of(repeated("[{\"a\":", 128) + "1" + repeated("}]", 128)), "");
  EXPECT_EQ(code_of(repeated("[{\"a\":", 128) + "[]" + repeated("}]", 128)), "FS005");
}

TEST(Json, ReadsWhatItCanOfADocumentWithAnError) {
  const Reading reading = read(R"({"a":[1,NaN],"b":2})");
  ASSERT_TRUE(reading.error);
  EXPECT_EQ(reading.error->field, "a[1]");
  EXPECT_EQ(reading.path, (std::vector<Step>{std::string("a"), std::size_t{1}}));
  EXPECT_EQ(shown(reading.value), R"({"a":[1,null],"b":2})");
  EXPECT_EQ(shown(read(R"({"a":1,"b":})").value), R"({"a":1,"b":null})");
}

TEST(Json, ReadsWhatComesBeforeTheEndOfATextThatBreaksOff) {
  EXPECT_EQ(shown(read("{\"a\":1,").value), R"({"a":1})");
  EXPECT_EQ(shown(read(R"({"a":1,"b":[2,{"c":"x)").value), R"({"a":1,"b":[2,{"c":null}]})");
  EXPECT_EQ(shown(read(R"({"a":1 "b":2})").value), R"({"a":1})");
  EXPECT_EQ(shown(read("{\"a\":1,\"b\":\"\xFF\"}").value), R"({"a":1,"b":null})");
  EXPECT_EQ(shown(read(R"([1] [2])").value), "[1]");
  EXPECT_EQ(shown(read("").value), "null");
}

TEST(Json, TellsTheFirstOfTwoErrors) {
  EXPECT_EQ(code_of("[NaN,01]"), "FS011");
  EXPECT_EQ(code_of("[01,NaN]"), "FS006");
  EXPECT_EQ(code_of(R"([{"a":1,"a":2},NaN])"), "FS004");
  EXPECT_EQ(code_of("[NaN,1 2]"), "FS011");
  EXPECT_EQ(code_of("[NaN,\"\\x\"]"), "FS011");
}

TEST(Json, OfATextThatBreaksOffOrIsNotUtf8TellsThatBeforeAll) {
  EXPECT_EQ(outcome("[NaN,"), "FS001 1 : an array is not closed, at byte 1");
  EXPECT_EQ(outcome("[1e"), "FS001 1 : an array is not closed, at byte 1");
  EXPECT_EQ(outcome("[01,\"a"), "FS001 1 : a string is not closed, at byte 5");
  EXPECT_EQ(outcome("[NaN,\n\"\xFF\"]"), "FS001 2 : the text is not UTF-8, at byte 2");
  EXPECT_EQ(outcome("[1,\xFF]"), "FS001 1 : the text is not UTF-8, at byte 4");
  EXPECT_EQ(outcome("[1 2,"), "FS001 1 : a comma or the end of the array is missing, at byte 4")
      << "what comes behind that is not read";
}

// Every value of a document with its mark, in the order of the text.
std::string marks(const Value& value) {
  std::string text = std::to_string(value.mark.line) + ":" + std::to_string(value.mark.column);
  if (const auto* array = std::get_if<Array>(&value.is)) {
    for (const Value& element : *array) text += " " + marks(element);
  }
  if (const auto* object = std::get_if<Object>(&value.is)) {
    for (const Member& member : *object) text += " " + marks(member.value);
  }
  return text;
}

TEST(Json, KnowsWhereEveryValueBegins) {
  EXPECT_EQ(marks(read("  12").value), "1:3");
  EXPECT_EQ(marks(read(R"([1,"a", [ ], { } ,null])").value), "1:1 1:2 1:4 1:9 1:14 1:19");
  EXPECT_EQ(marks(read("[\n 1e400,\n\n\ttrue\r\n]\n").value), "1:1 2:2 4:2");
  EXPECT_EQ(marks(read("[\"\xC3\xA9\",1]").value), "1:1 1:2 1:7") << "columns count bytes";
  EXPECT_EQ(Value{Array{}}.mark.line, 0U);
}

TEST(Json, AMemberBeginsWithItsKey) {
  EXPECT_EQ(marks(read("{\n \"a\" : \n [\n 1 ] , \"b\":{\"c\\\"}\":2}}").value),
            "1:1 2:2 4:2 4:8 4:13");
}

TEST(Json, KnowsPlacesOfWhatIsReadDespiteAnError) {
  EXPECT_EQ(marks(read("[NaN,\n 2,\n+1, 3").value), "1:1 1:2 2:2 3:1 3:5");
}

const std::string sample =
    R"({"id":"a\u00e9","total":1e2,"claimants":[{"name":"é","weight":-0.5},{}],"x":[true,null]})";

TEST(Json, RefusesASampleThatIsCutOffAnywhere) {
  ASSERT_EQ(code_of(sample), "");
  for (std::size_t length = 0; length < sample.size(); ++length) {
    EXPECT_EQ(code_of(sample.substr(0, length)), "FS001") << length;
  }
  for (std::size_t begin = 1; begin < sample.size(); ++begin) {
    EXPECT_NE(code_of(sample.substr(begin)), "") << begin;
  }
}

// If noise is understood, it is written and read again, as the same; nothing else is required for
// noise.
TEST(Json, SurvivesRandomDamageAndUnderstandsItselfAgain) {
  constexpr std::array<std::string_view, 22> scraps = {
      "\"", "\\",   "{",   "}",  "[", "]",    ",",    ":",    "0",   "-",    ".",
      "e",  "true", "NaN", "\n", " ", "\xFF", "\xC3", "\x0C", "\\u", "d800", "\"a\""};
  std::mt19937 random(1);
  const auto below = [&](std::size_t end) { return random() % end; };
  std::size_t understood = 0;
  for (int round = 0; round < 5'000; ++round) {
    std::string text = sample;
    for (std::size_t k = 0; k <= below(3); ++k) {
      const std::size_t at = below(text.size() + 1);
      text.erase(at, below(2));
      if (below(2) == 0) text.insert(std::min(at, text.size()), scraps[below(scraps.size())]);
    }
    const std::string first = outcome(text);
    if (!code_of(text).empty()) continue;
    ++understood;
    EXPECT_EQ(outcome(first), first) << text;
  }
  EXPECT_GT(understood, 200U);
}

TEST(Json, FindsAKeyOfAnObjectOnly) {
  const auto parsed = parse(R"({"a":1,"b":[{"a":2}]})");
  const auto& value = std::get<Value>(parsed);
  ASSERT_NE(find(value, "a"), nullptr);
  EXPECT_EQ(shown(*find(value, "a")), "1");
  EXPECT_EQ(find(value, "c"), nullptr);
  EXPECT_EQ(find(*find(value, "b"), "a"), nullptr);
}

TEST(Json, FindsTheFirstEntryThatRepeatsAnEarlierOne) {
  const auto found = [](std::vector<std::string_view> entries) { return find_repeated(entries); };
  EXPECT_EQ(found({}), std::nullopt);
  EXPECT_EQ(found({"b", "a", "c"}), std::nullopt);
  EXPECT_EQ(found({"b", "a", "c", "a", "b"}), 3U);
  EXPECT_EQ(found({"", "x", "x", "x", ""}), 2U);
  for (const std::size_t size : {15U, 16U, 17U, 40U}) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < size; ++i) names.push_back(std::to_string(size - i));
    std::vector<std::string_view> entries(names.begin(), names.end());
    EXPECT_EQ(found(entries), std::nullopt) << size;
    entries.back() = entries[2];
    EXPECT_EQ(found(entries), size - 1) << size;
    entries[size - 2] = entries[3];
    EXPECT_EQ(found(entries), size - 2) << size;
  }
}

TEST(Json, QuotesAnyBytesAsAStringThatIsReadBack) {
  EXPECT_EQ(json::quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json::quoted("\n\x1F\x7F"), "\"\\u000a\\u001f\x7F\"");
  EXPECT_EQ(json::quoted("a\xFF\xC3"), R"("a\ufffd\ufffd")");
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  all += "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  const auto parsed = parse(json::quoted(all));
  ASSERT_TRUE(std::holds_alternative<Value>(parsed));
  EXPECT_EQ(std::get<std::string>(std::get<Value>(parsed).is), all);
}

}  // namespace
}  // namespace fairshare::formats::json
