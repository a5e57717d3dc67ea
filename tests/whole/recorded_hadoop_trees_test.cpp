// Every recorded run of a real release over a whole tree of queues or pools, replayed.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/inputs.h"
#include "formats/text/json.h"

namespace fairshare::tests {
namespace {

using formats::json::Object;
using formats::json::Value;

Value value_in(const std::string& line) {
  auto reading = formats::json::read(line);
  EXPECT_FALSE(reading.error) << line;
  return std::move(reading.value);
}

std::string text_at(const Value& record, std::string_view key) {
  const Value* value = formats::json::find(record, key);
  const auto* text = value != nullptr ? std::get_if<std::string>(&value->is) : nullptr;
  return text != nullptr ? *text : "";
}

Value computed(const std::string& line, const Value& recorded) {
  const auto record = formats::read_any_record(line, "recorded", 1, {});
  const formats::TreeOptions question{.steady = text_at(recorded, "category") == "steady"};
  const auto answered =
      formats::answer(std::get<formats::SchedulerRecord>(record), "recorded", question);
  const auto* text = std::get_if<std::string>(&answered);
  EXPECT_NE(text, nullptr) << line;
  return value_in(text != nullptr ? *text : "{}");
}

exact::Rational number_of(const Value& value) {
  const auto& number = std::get<formats::json::Number>(value.is);
  return std::get<exact::TextNumber>(exact::parse_number(number.text)).value;
}

// Amounts by path and by resource: those that are recorded, with their numbers.
bool agree(const Value& computed, const Value& recorded) {
  if (const auto* members = std::get_if<Object>(&recorded.is)) {
    for (const auto& [name, amount] : *members) {
      const Value* found = formats::json::find(computed, name);
      if (found == nullptr || !agree(*found, amount)) return false;
    }
    return true;
  }
  if (const auto* text = std::get_if<std::string>(&recorded.is)) {  // "NaN"
    const auto* other = std::get_if<std::string>(&computed.is);
    return other != nullptr && *other == *text;
  }
  return std::holds_alternative<formats::json::Number>(computed.is) &&
         number_of(computed) == number_of(recorded);
}

TEST(RecordedHadoopTrees, AreWhatTheModelsCompute) {
  std::map<std::string, int> count;
  std::ifstream file("vectors/recorded/hadoop_trees.ndjson");
  for (std::string line; std::getline(file, line);) {
    const Value record = value_in(line);
    const Value answer = computed(line, record);
    // A release does not notice that an integer wraps.
    const std::string outcome = text_at(answer, "outcome");
    EXPECT_EQ(outcome == "overflow" ? "shares" : outcome, text_at(record, "outcome")) << line;
    if (const Value* shares = formats::json::find(record, "shares")) {
      const Value* found = formats::json::find(answer, "shares");
      EXPECT_TRUE(found != nullptr && agree(*found, *shares)) << line;
    }
    ++count[text_at(record, "scheduler") + " " + text_at(record, "category")];
  }
  const std::map<std::string, int> expected = {{"mr1 ", 150},           {"yarn-2.7 ", 80},
                                               {"yarn-2.7 steady", 80}, {"yarn-3 ", 80},
                                               {"yarn-3 steady", 80},   {"yarn-3.0 ", 80}};
  EXPECT_EQ(count, expected);
}

}  // namespace
}  // namespace fairshare::tests
