// What holds of every case, whatever it was read from.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "exact/solve.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/verdict.h"
#include "fuzz/targets/require.h"
#include "model/problem.h"

namespace fairshare::fuzz {

inline bool is_json_object(std::string_view text) {
  const auto parsed = formats::json::parse(text);
  const auto* value = std::get_if<formats::json::Value>(&parsed);
  return value != nullptr && std::holds_alternative<formats::json::Object>(value->is) &&
         text.find('\n') == std::string_view::npos;
}

// "FS" and three digits, the first of which is one of `kinds`; and a message of one line.
inline bool is_whole(const formats::InputError& error, std::string_view kinds = "0") {
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  return error.code.size() == 5 && error.code.starts_with("FS") &&
         kinds.find(error.code[2]) != std::string_view::npos && is_digit(error.code[3]) &&
         is_digit(error.code[4]) && !error.message.empty() &&
         formats::describe(error).find('\n') == std::string::npos;
}

// A case is whole, its verdict is well-formed, and what is exactly fair is judged so.
inline formats::Verdict check_case(formats::Case one, std::string_view input) {
  const std::size_t count = one.problem.claimants.size();
  require(!find_defect(one.problem), "a case has a problem without defects", input);
  require(one.parties.size() == count && one.reported.size() == count,
          "a case has a party and a share for each claimant", input);
  const formats::Verdict verdict = formats::judge(one);
  require(is_json_object(formats::verdict_json(one, verdict)), "a verdict is JSON", input);
  require(verdict.text.starts_with(verdict.judgement == formats::Judgement::fair ? "fair" : "err"),
          "a verdict's text says what it is", input);

  const auto solution = exact::solve(one.problem);
  if (const auto* fair = std::get_if<Allocation<exact::Rational>>(&solution)) {
    for (std::size_t i = 0; i < count; ++i) {
      const exact::Rational& share = fair->shares[i];
      one.reported[i] = {exact::to_text(share), share, properties::exactly(share)};
    }
    one.total = std::nullopt;
    require(formats::judge(one).judgement == formats::Judgement::fair,
            "exactly fair shares are judged fair", input);
  }
  return verdict;
}

}  // namespace fairshare::fuzz
