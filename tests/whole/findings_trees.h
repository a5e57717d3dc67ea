// Replays the trees of docs/findings.md.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/inputs.h"
#include "formats/text/json.h"
#include "tests/whole/findings_page.h"

namespace fairshare::tests {

// The line that `fairshare solve --scheduler NAME` prints for a record, or the code of an error.
inline std::string solved(const std::string& line, std::string_view scheduler,
                          const formats::TreeOptions& question = {}) {
  const auto record = formats::read_any_record(line, "findings", 1, scheduler);
  const auto* known = std::get_if<formats::SchedulerRecord>(&record);
  if (known == nullptr) return "not read";
  const auto answered = formats::answer(*known, "findings", question);
  if (const auto* error = std::get_if<formats::InputError>(&answered)) return error->code;
  return std::get<std::string>(answered);
}

// "yarn" of "yarn-2.7".
inline std::string_view product_of(std::string_view name) {
  return name.substr(0, name.find_first_of("-_"));
}

// The releases of the same product whose records have the same form.
inline std::vector<std::string_view> others_like(const schedulers::Scheduler& scheduler) {
  std::vector<std::string_view> names;
  for (const auto& other : schedulers::all_schedulers()) {
    if (other.tree.index() == scheduler.tree.index() &&
        product_of(other.name) == product_of(scheduler.name)) {
      names.push_back(other.name);
    }
  }
  return names;
}

inline std::string scheduler_in(const std::string& line) {
  return std::get<std::string>(
      formats::json::find(formats::json::read(line).value, "scheduler")->is);
}

// Each record's answer is its scheduler's, and the releases that give that answer to one of the
// records are those that the finding lists.
inline Finding expect_replayed(const std::string& number) {
  const Finding finding = find_finding(number);
  EXPECT_FALSE(finding.records.empty());
  std::set<std::string> answer_so;
  for (const auto& [line, answer] : finding.records) {
    const std::string name = scheduler_in(line);
    EXPECT_EQ(solved(line, name), answer) << line;
    const auto scheduler = schedulers::find_scheduler(name);
    if (!scheduler) throw std::runtime_error("no scheduler: " + name);
    for (const std::string_view other : others_like(*scheduler)) {
      if (solved(line, other) == answer) answer_so.emplace(other);
    }
  }
  EXPECT_EQ(answer_so, finding.release_names());
  return finding;
}

// Replays the finding, and expects these fair answers by its scheduler's own rule, one per record.
inline Finding expect_finding(const std::string& number, const std::vector<std::string>& fair) {
  const Finding finding = expect_replayed(number);
  EXPECT_EQ(finding.records.size(), fair.size());
  for (std::size_t i = 0; i < finding.records.size() && i < fair.size(); ++i) {
    const std::string& line = finding.records[i].line;
    EXPECT_EQ(solved(line, scheduler_in(line), {.fair = true}), fair[i]) << line;
  }
  return finding;
}

inline std::string allocation(const std::string& ratio, const std::string& shares) {
  return R"({"outcome":"allocation","ratio":")" + ratio + R"(","shares":[)" + shares + "]}";
}

}  // namespace fairshare::tests
