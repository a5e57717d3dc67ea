// What holds of every case, whatever it was read from; and what happens where it does not.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "exact/solve.h"
#include "formats/json.h"
#include "formats/verdict.h"
#include "model/problem.h"

namespace fairshare::fuzz {

// Ends the program, with the input, where `holds` does not.
inline void require(bool holds, const char* what, std::string_view input) {
  if (holds) return;
  std::fprintf(stderr, "it does not hold that %s, for\n%.*s\n", what,
               static_cast<int>(input.size()), input.data());
  std::abort();
}

inline bool is_json_object(std::string_view text) {
  const auto parsed = formats::json::parse(text);
  const auto* value = std::get_if<formats::json::Value>(&parsed);
  return value != nullptr && std::holds_alternative<formats::json::Object>(value->is) &&
         text.find('\n') == std::string_view::npos;
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
