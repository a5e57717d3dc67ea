// A record of what a Hadoop release returned, and what its model returns for it.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/model_result.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "formats/text/json.h"

namespace fairshare::tests {

inline const std::map<std::string, schedulers::yarn::Release, std::less<>> yarn_releases = {
    {"yarn-2.2", schedulers::yarn::Release::v2_2}, {"yarn-2.5", schedulers::yarn::Release::v2_5},
    {"yarn-2.7", schedulers::yarn::Release::v2_7}, {"yarn-3.0", schedulers::yarn::Release::v3_0},
    {"yarn-3", schedulers::yarn::Release::v3},
};

struct HadoopRecord {
  std::string scheduler;
  double mr1_total = 0;
  std::vector<schedulers::mr1::Schedulable> mr1 = {};
  std::int64_t yarn_total = 0;
  std::vector<schedulers::yarn::Schedulable> yarn = {};
  std::string outcome;                   // "shares", "overflow", "nan" or "hang"
  std::vector<std::string> shares = {};  // as written
};

// Both sides of a comparison, what was recorded and what is computed, in one form. Doubles are
// compared as bits, so 0 and -0 differ; all NaNs are equal.
struct HadoopAnswer {
  std::string outcome;
  std::vector<std::int64_t> shares = {};

  friend bool operator==(const HadoopAnswer&, const HadoopAnswer&) = default;
};

template <class Number>
Number number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error("not such a number: " + std::string(text));
  }
  return number;
}

inline const std::string& text_of(const formats::json::Value& value) {
  if (const auto* number = std::get_if<formats::json::Number>(&value.is)) return number->text;
  return std::get<std::string>(value.is);
}

template <class Number>
Number member(const formats::json::Value& value, std::string_view key, Number fallback) {
  const auto* found = formats::json::find(value, key);
  return found ? number_in<Number>(text_of(*found)) : fallback;
}

inline HadoopRecord read_hadoop_record(std::string_view line) {
  using formats::json::find;
  const auto reading = formats::json::read(line);
  if (reading.error) throw std::runtime_error("malformed: " + std::string(line));
  const auto& value = reading.value;
  HadoopRecord record{text_of(*find(value, "scheduler")), 0, {}, 0, {},
                      text_of(*find(value, "outcome")),   {}};
  const bool is_mr1 = record.scheduler == "mr1";
  if (is_mr1) {
    record.mr1_total = member<double>(value, "total", 0);
  } else {
    record.yarn_total = member<std::int64_t>(value, "total", 0);
  }
  for (const auto& claimant : std::get<formats::json::Array>(find(value, "claimants")->is)) {
    const auto weight = member<double>(claimant, "weight", 1);
    if (is_mr1) {
      record.mr1.push_back({weight, member<std::int32_t>(claimant, "min_share", 0),
                            member<std::int32_t>(claimant, "demand", 0)});
    } else {
      const auto unbounded = amount_max(yarn_releases.at(record.scheduler));
      record.yarn.push_back({static_cast<float>(weight),
                             member<std::int64_t>(claimant, "min_share", 0),
                             member<std::int64_t>(claimant, "max_share", unbounded), true});
    }
  }
  if (const auto* shares = find(value, "shares")) {
    for (const auto& share : std::get<formats::json::Array>(shares->is)) {
      record.shares.push_back(text_of(share));
    }
  }
  return record;
}

inline std::int64_t bits_of(double number) {
  if (std::isnan(number)) return std::bit_cast<std::int64_t>(std::nan(""));
  return std::bit_cast<std::int64_t>(number);
}

inline HadoopAnswer recorded_answer(const HadoopRecord& record) {
  HadoopAnswer answer{record.outcome, {}};
  for (const std::string& share : record.shares) {
    if (share == "NaN") {
      answer.shares.push_back(bits_of(std::nan("")));
    } else if (record.scheduler == "mr1") {
      answer.shares.push_back(bits_of(number_in<double>(share)));
    } else {
      answer.shares.push_back(number_in<std::int64_t>(share));
    }
  }
  return answer;
}

inline HadoopAnswer answer_of(const schedulers::Computed<double>& computed) {
  const auto* result = std::get_if<schedulers::Shares<double>>(&computed);
  if (!result) return {"hang", {}};
  HadoopAnswer answer{std::string(schedulers::outcome_of(result->fault)), {}};
  for (const double share : result->shares) answer.shares.push_back(bits_of(share));
  return answer;
}

inline HadoopAnswer answer_of(const schedulers::Computed<std::int64_t>& computed) {
  const auto* result = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (!result) return {"hang", {}};
  return {std::string(schedulers::outcome_of(result->fault)), result->shares};
}

inline HadoopAnswer computed_answer(const HadoopRecord& record) {
  if (record.scheduler == "mr1") {
    return answer_of(schedulers::mr1::compute(record.mr1_total, record.mr1));
  }
  return answer_of(schedulers::yarn::compute(yarn_releases.at(record.scheduler), record.yarn_total,
                                             record.yarn));
}

inline schedulers::FairProblem fair_problem_of(const HadoopRecord& record) {
  if (record.scheduler == "mr1") {
    return schedulers::mr1::fair_problem(record.mr1_total, record.mr1);
  }
  return schedulers::yarn::fair_problem(yarn_releases.at(record.scheduler), record.yarn_total,
                                        record.yarn);
}

}  // namespace fairshare::tests
