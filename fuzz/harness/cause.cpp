#include "fuzz/harness/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <utility>
#include <variant>

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Verdict;

Cause cause_by(const Verdict& verdict, std::string fault, const Rational& difference) {
  const Rational total =
      verdict.division.problem.total + formats::paid_to_all(verdict.division.labels);
  return {std::move(fault), total == 0 ? Rational(1) : Rational(abs(difference) / total)};
}

Cause of_sum(const Verdict& verdict, const Rational& sum, const Rational& total) {
  return cause_by(verdict, sum > total ? "too much" : "too little", sum - total);
}

// The fault of an unfair pair: of both together.
std::string fault_of(const Verdict& verdict, const properties::Unequal& pair) {
  const auto& most = verdict.division.problem.claimants[pair.richer].max_share;
  const auto& least = verdict.division.problem.claimants[pair.poorer].min_share;
  const bool is_at_most = most && verdict.intervals[pair.richer].high >= *most;
  const bool is_at_least = verdict.intervals[pair.poorer].low <= least;
  return fmt::format("the richer {}, the poorer {}",
                     is_at_most ? "at its maximum" : "between its bounds",
                     is_at_least ? "at its minimum" : "between its bounds");
}

struct CauseOfViolation {
  const Verdict& verdict;

  Cause operator()(const properties::BelowMin& below) const {
    const Rational& high = verdict.intervals[below.claimant].high;
    const Rational& least = verdict.division.problem.claimants[below.claimant].min_share;
    return cause_by(verdict, high < 0 ? "negative" : "below its minimum", least - high);
  }
  Cause operator()(const properties::AboveMax& above) const {
    const auto& claimant = verdict.division.problem.claimants[above.claimant];
    const Rational& low = verdict.intervals[above.claimant].low;
    if (claimant.weight == 0) {
      return cause_by(verdict, "above its minimum, with a weight of 0", low - claimant.min_share);
    }
    return cause_by(verdict, "above its maximum", low - claimant.max_share.value_or(low));
  }
  Cause operator()(const properties::Unequal& pair) const {
    if (!verdict.distance) return {fault_of(verdict, pair)};
    return cause_by(verdict, fault_of(verdict, pair), *verdict.distance);
  }
  Cause operator()(const properties::WrongTotal& wrong) const {
    const Rational& total = verdict.division.problem.total;
    const Rational& nearest = wrong.totals.low > total ? wrong.totals.low : wrong.totals.high;
    return of_sum(verdict, nearest, total);
  }
};

struct CauseOfReason {
  const Verdict& verdict;

  Cause operator()(const properties::Violation& violation) const {
    return std::visit(CauseOfViolation{verdict}, violation);
  }
  Cause operator()(const Overcommitted<Rational>&) const { return {"not the minimums"}; }
  Cause operator()(const formats::CouldHaveMore& more) const {
    return cause_by(verdict, "less than it can claim",
                    more.end - verdict.intervals[more.claimant].high);
  }
  Cause operator()(const formats::WrongSum& wrong) const {
    return of_sum(verdict, wrong.sum, wrong.total);
  }
  Cause operator()(const formats::NotComputed&) const { return {"not what the release computes"}; }
  Cause operator()(const formats::Overflows&) const { return {"an integer overflows"}; }
  Cause operator()(const formats::NeverReturns&) const { return {"the release never returns"}; }
  Cause operator()(const formats::FlawedProof&) const { return {"the certificate does not hold"}; }
};

Magnitude magnitude_of(const Rational& deviation) {
  static const Rational rounding_max(exact::Integer(1), exact::Integer(1) << 40U);
  if (deviation <= rounding_max) return Magnitude::rounding;
  if (deviation <= Rational(1, 50)) return Magnitude::slight;
  return deviation < Rational(99, 100) ? Magnitude::gross : Magnitude::whole;
}

// The message without what is between quotation marks, and without the answer at its end.
std::string without_quotations(std::string_view message) {
  message = message.substr(0, message.find(answer_begins));
  std::string text;
  bool is_quoted = false;
  for (const char byte : message) {
    if (byte == '"') is_quoted = !is_quoted;
    text += is_quoted ? ' ' : byte;
  }
  return text;
}

}  // namespace

Cause cause_of(const Verdict& verdict) {
  Cause cause = std::visit(CauseOfReason{verdict}, verdict.findings.front().reason);
  // What one priority lacks, another may have been given.
  if (!verdict.division.label.empty()) cause.fault += ", in one part of several";
  return cause;
}

Cause cause_of(std::string_view message) {
  constexpr std::size_t words_max = 16;
  const std::string text = without_quotations(message);
  const auto is_of_word = [](char byte) {
    return byte == '_' || std::isalnum(static_cast<unsigned char>(byte)) != 0;
  };
  std::string fault;
  std::size_t words = 0;
  for (auto begin = text.begin(); begin != text.end() && words < words_max;) {
    const auto end = std::find_if_not(begin, text.end(), is_of_word);
    const bool has_digit = std::any_of(
        begin, end, [](char byte) { return std::isdigit(static_cast<unsigned char>(byte)) != 0; });
    if (end - begin > 1 && !has_digit) {
      fault += (words++ == 0 ? "" : " ") + std::string(begin, end);
    }
    begin = end == text.end() ? end : end + 1;
  }
  return {std::move(fault)};
}

Kind kind_of(const std::string& code, const Cause& cause) {
  return {code, cause.fault, cause.deviation ? magnitude_of(*cause.deviation) : Magnitude::gross};
}

bool may_stand_for(const Kind& simpler, const Kind& kind) {
  if (simpler.code != kind.code || simpler.fault != kind.fault) return false;
  if (kind.magnitude == Magnitude::rounding) return simpler.magnitude == Magnitude::rounding;
  return simpler.magnitude >= kind.magnitude;
}

std::string deviation_text(const Cause& cause) {
  const double deviation = cause.deviation ? exact::to_double(*cause.deviation) : 0;
  if (!cause.deviation || std::isinf(deviation)) return "";
  return fmt::format("{:.2g} of the total", deviation);
}

}  // namespace fairshare::harness
