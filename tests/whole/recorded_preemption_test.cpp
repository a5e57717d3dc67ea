// What real releases set out to reclaim for every pool or queue of a recorded snapshot.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/json.h"
#include "preemption/snapshot.h"

namespace fairshare::tests {
namespace {

using formats::json::Value;
using Amounts = std::map<std::string, exact::Rational>;

Value value_in(const std::string& line) {
  auto reading = formats::json::read(line);
  EXPECT_FALSE(reading.error) << line;
  return std::move(reading.value);
}

exact::Rational number_of(const Value& value) {
  const auto& number = std::get<formats::json::Number>(value.is);
  return std::get<exact::TextNumber>(exact::parse_number(number.text)).value;
}

// The snapshot of a line, as it stands there.
std::string snapshot_in(const std::string& line) {
  constexpr std::string_view before = "\"snapshot\":";
  const std::size_t begin = line.find(before) + before.size();
  return line.substr(begin, line.find(",\"to_preempt\":") - begin);
}

Amounts computed(const std::string& line) {
  const auto read = preemption::read_snapshot(snapshot_in(line), "recorded", 1, {});
  const auto* snapshot = std::get_if<preemption::Snapshot>(&read);
  if (snapshot == nullptr) {
    ADD_FAILURE() << line;
    return {};
  }
  const Value answer = value_in(preemption::preemption_json(*snapshot));
  Amounts amounts;
  for (const Value& starved :
       std::get<formats::json::Array>(formats::json::find(answer, "starved")->is)) {
    const exact::Rational amount = number_of(*formats::json::find(starved, "reclaim"));
    const auto& name = std::get<std::string>(formats::json::find(starved, "claimant")->is);
    if (amount != 0) amounts.emplace(name, amount);
  }
  return amounts;
}

TEST(RecordedPreemption, ReclaimsWhatTheModelsCompute) {
  std::map<std::string, int> count;
  std::ifstream file("vectors/recorded/hadoop_preemption.ndjson");
  for (std::string line; std::getline(file, line);) {
    const Value record = value_in(line);
    Amounts recorded;
    for (const auto& [name, amount] :
         std::get<formats::json::Object>(formats::json::find(record, "to_preempt")->is)) {
      recorded.emplace(name, number_of(amount));
    }
    EXPECT_EQ(computed(line), recorded) << line;
    const Value* snapshot = formats::json::find(record, "snapshot");
    ++count[std::get<std::string>(formats::json::find(*snapshot, "scheduler")->is)];
  }
  const std::map<std::string, int> expected = {{"mr1", 150}, {"yarn-2.7", 150}};
  EXPECT_EQ(count, expected);
}

}  // namespace
}  // namespace fairshare::tests
