// libFuzzer: no record, however built, makes a scheduler's model loop, crash or grow without bound.
//
// The first byte chooses the scheduler and the question, the rest is the record's line. Oracles:
//   - every answer is one well-formed JSON object;
//   - what a model computes for a flat record is judged "as computed" when it is reported;
//   - what is fair by Hadoop's own rule is fair when it is reported exactly.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "formats/json.h"
#include "formats/scheduler_records.h"
#include "formats/verdict.h"
#include "schedulers/schedulers.h"

namespace {

using namespace fairshare::formats;

void require(bool holds, const char* what, std::string_view line) {
  if (holds) return;
  std::fprintf(stderr, "%s does not hold for\n%.*s\n", what, static_cast<int>(line.size()),
               line.data());
  std::abort();
}

// The list after "shares": in an answer, as text; empty where there is none.
std::string shares_in(const std::string& answer) {
  const std::string key = "\"shares\":[";
  const auto begin = answer.find(key);
  if (begin == std::string::npos) return "";
  const auto from = begin + key.size() - 1;
  return answer.substr(from, answer.find(']', from) - from + 1);
}

// The record with these shares as what was reported.
SchedulerRecord with_shares(SchedulerRecord record, const std::string& shares) {
  auto list = std::get<json::Value>(json::parse(shares));
  auto& members = std::get<json::Object>(record.value.is);
  std::erase_if(members, [](const json::Member& member) { return member.key == "shares"; });
  members.push_back({"shares", std::move(list)});
  return record;
}

void check_reported(const SchedulerRecord& record, const std::string& answer, bool is_fair,
                    std::string_view line) {
  const std::string shares = shares_in(answer);
  if (shares.empty() || shares.find("NaN") != std::string::npos) return;
  Leniency leniency;
  if (is_fair) leniency.rounding = Rounding::exact;
  const auto made = cases_of(with_shares(record, shares), "f", leniency, {});
  const auto* cases = std::get_if<std::vector<Case>>(&made);
  if (cases == nullptr || cases->size() != 1) return;  // nothing is fair here
  const Verdict verdict = judge(cases->front());
  if (is_fair) {
    require(verdict.judgement == Judgement::fair, "fair shares are judged fair", line);
  } else {
    require(verdict.model && verdict.model->as_computed, "computed shares are as computed", line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto schedulers = fairshare::schedulers::all_schedulers();
  const auto& scheduler = schedulers[data[0] % schedulers.size()];
  const unsigned choice = data[0] / static_cast<unsigned>(schedulers.size());
  const TreeQuestion question{
      .fair = choice % 2 == 1, .details = choice / 2 % 2 == 1, .steady = choice / 4 % 2 == 1};
  const std::string_view line(reinterpret_cast<const char*>(data) + 1, size - 1);

  const auto read = read_any_record(line, "f", 1, scheduler.name);
  const auto* record = std::get_if<SchedulerRecord>(&read);
  if (record == nullptr) return 0;
  const auto answered = answer(*record, "f", question);
  if (const auto* text = std::get_if<std::string>(&answered)) {
    require(std::holds_alternative<json::Value>(json::parse(*text)), "an answer is JSON", line);
    const bool is_flat = json::find(record->value, "tree") == nullptr;
    if (is_flat && !question.steady) check_reported(*record, *text, question.fair, line);
  }
  const auto cases = cases_of(*record, "f", {}, question);
  if (const auto* made = std::get_if<std::vector<Case>>(&cases)) {
    for (const Case& one : *made) judge(one);
  }
  return 0;
}
