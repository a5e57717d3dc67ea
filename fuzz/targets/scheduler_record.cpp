// libFuzzer: no record, whatever it contains, makes a scheduler's model loop, crash or grow without
// bound.
//
// The first byte chooses the question and whose record it is, the rest is the record's line:
//     byte % 8: 1 fair, 2 details, 4 steady     byte / 8: 0 as the record says, else the scheduler
// Besides what holds for every case:
//   - every answer is one well-formed JSON object, and every error has a code;
//   - what a model computes, flat or by path, is judged "as computed" when it is reported;
//   - what is fair by Hadoop's own rule is fair when it is reported exactly.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/inputs.h"
#include "formats/text/json.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
using fairshare::fuzz::check_case;
using fairshare::fuzz::require;

// The verdict that an answer to a record must get once it is reported.
enum class Expected { as_computed, fair };

// True for shares that are text ("NaN"), which cannot be reported.
bool has_text(const json::Value& shares) {
  if (std::holds_alternative<std::string>(shares.is)) return true;
  if (const auto* list = std::get_if<json::Array>(&shares.is)) {
    return std::ranges::any_of(*list, has_text);
  }
  const auto* members = std::get_if<json::Object>(&shares.is);
  return members != nullptr && std::ranges::any_of(*members, has_text, &json::Member::value);
}

// The record with these shares as the reported ones.
SchedulerRecord with_shares(SchedulerRecord record, json::Value shares) {
  auto& members = std::get<json::Object>(record.value.is);
  std::erase_if(members, [](const json::Member& member) { return member.key == "shares"; });
  members.push_back({"shares", std::move(shares)});
  return record;
}

void check_reported(const SchedulerRecord& record, const std::string& answer,
                    const TreeOptions& question, Expected expected, std::string_view line) {
  const auto parsed = json::parse(answer);
  const json::Value* shares = json::find(std::get<json::Value>(parsed), "shares");
  if (shares == nullptr) return;
  if (expected == Expected::as_computed && has_text(*shares)) return;
  const SchedulerRecord reported = with_shares(record, *shares);
  auto made = cases_of(reported, "f", {}, question);
  const auto* cases = std::get_if<std::vector<Case>>(&made);
  const auto is_in_units = [](const Case& one) { return one.units.has_value(); };
  // Whole units are fair by the method that hands them out.
  if (expected == Expected::fair && cases != nullptr && std::ranges::none_of(*cases, is_in_units)) {
    made = cases_of(reported, "f", {.rounding = Rounding::exact}, question);
    cases = std::get_if<std::vector<Case>>(&made);
  }
  if (cases == nullptr) return;  // nothing is fair here
  for (const Case& one : *cases) {
    const Verdict verdict = check_case(one, line);
    if (expected == Expected::fair) {
      require(verdict.judgement == Judgement::fair, "fair shares are judged fair", line);
    } else {
      const auto& comparison = verdict.division.comparison;
      require(comparison && comparison->matches, "computed shares are as computed", line);
    }
  }
}

void check_record(const SchedulerRecord& record, const TreeOptions& question,
                  std::string_view line) {
  const bool is_tree = json::find(record.value, "tree") != nullptr;
  const auto answered = answer(record, "f", question);
  if (const auto* text = std::get_if<std::string>(&answered)) {
    require(fairshare::fuzz::is_json_object(*text), "an answer is one JSON object", line);
    const Expected expected = question.fair ? Expected::fair : Expected::as_computed;
    // Shares of trees are in the release's types, which may not hold the exact numbers.
    if (!(is_tree && question.fair)) check_reported(record, *text, question, expected, line);
  } else {
    const auto& error = std::get<InputError>(answered);
    require(error.code.starts_with("FS") && error.file == "f", "an error has its code", line);
  }
  const auto cases = cases_of(record, "f", {}, question);
  if (const auto* made = std::get_if<std::vector<Case>>(&cases)) {
    for (const Case& one : *made) check_case(one, line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, line] = *given;
  const auto schedulers = fairshare::schedulers::all_schedulers();
  const std::size_t whose = choice / 8U % (schedulers.size() + 1);
  const TreeOptions question{
      .fair = (choice & 1U) != 0, .details = (choice & 2U) != 0, .steady = (choice & 4U) != 0};

  const auto read = read_any_record(line, "f", 1, whose > 0 ? schedulers[whose - 1].name : "");
  if (const auto* record = std::get_if<SchedulerRecord>(&read)) {
    check_record(*record, question, line);
  }
  return 0;
}
