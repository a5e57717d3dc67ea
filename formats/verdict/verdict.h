// Verdicts as data: what was judged, what was found, and what would have been fair. Only the flaws
// of certificates are in words; formats/report/ words everything else. docs/verdicts.md lists the
// fields.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/ordering.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// `overcommitted`: no ratio gives the total, since the minimums exceed it, and the shares are those
// to be expected in that case: the minimums, or what the scheduler computes (docs/adr/0029).
enum class Judgement { fair, unfair, overcommitted };

// The question. Each has its own words for the verdict: "fair" and "unfair", "consistent" and
// "inconsistent", "holds" and "refused".
enum class Question { shares, ordering, certificate };

// The reason of a finding, in addition to the claimants that it names.
struct WrongSum {  // the shares do not add up to the total, or at a surplus to what can be claimed
  exact::Rational sum;
  exact::Rational total;
};
struct CouldHaveMore {  // the total is enough for all, but a claimant has less than it can have
  std::size_t claimant = 0;
  exact::Rational end;        // the most that it can have
  exact::Rational unclaimed;  // what is left of the total if each claimant has all it can claim
};
struct NotComputed {};   // the shares are not what the release computes
struct Overflows {};     // they are, but an integer wrapped while they were computed
struct NeverReturns {};  // the release never returns on this input
struct FlawedProof {     // a certificate does not hold
  std::string brief;     // why, with numbers shortened as for people
  std::string full;      // the same with every digit
};
using Reason = std::variant<properties::Violation, Overcommitted<exact::Rational>, CouldHaveMore,
                            WrongSum, NotComputed, Overflows, NeverReturns, FlawedProof>;

struct Finding {
  // FS101 total, FS102 below min, FS103 above max, FS106 certificate, FS204 pair, FS012
  // overcommitted, FS013 could have more; of the scheduler's model: FS301 not what it computes,
  // FS302 its integers overflow, FS303 it never returns.
  std::string code;
  std::string claimant;  // its name; FS204: the poorer; empty: all claimants
  std::string with;      // FS204: the richer; else empty
  Reason reason;
};

// What a certificate that holds proves.
struct Proved {
  std::string_view outcome;  // "allocation", "overcommitted" or "surplus"
  std::string brief;         // "allocation, R = 40/3 (13.33)", "surplus of 3 at prod/etl"
  bool is_tree = false;      // of nodes, not of claimants
};

struct Verdict {
  Question question = Question::shares;
  Judgement judgement = Judgement::fair;
  Case division = {};         // what was judged
  std::size_t claimants = 0;  // their number; `division` may omit them if all is fair
  std::vector<Finding> findings = {};
  // The fair shares of what is divided; absent if there are none, or if they were not asked for. If
  // the list of shares is empty, only the ratio is known. If the total exceeds what can be claimed,
  // each claimant has the most that it can have.
  std::optional<Allocation<exact::Rational>> fair = std::nullopt;
  std::optional<exact::Rational> distance = std::nullopt;  // from the fair shares, if known
  // How much the total exceeds what can be claimed, or the minimums exceed the total.
  std::optional<exact::Rational> unclaimed = std::nullopt;
  std::optional<exact::Rational> excess = std::nullopt;
  bool is_to_within_resolution = false;  // fair to within the release's resolution
  // The intervals of the reported shares in the findings: those of the division, or wider by the
  // scheduler's resolution.
  std::vector<properties::Interval> intervals = {};
  // The ratios of a consistent ordering; and what a certificate that holds proves.
  std::variant<std::monostate, properties::RatioRange, Proved> answer = {};
};

// Judges by properties::find_violation.
//
// If the total exceeds what can be claimed, the fair shares are the most that each claimant can
// have: total 10, maximums 3 and 4 -> 3 and 4 are fair, 3 is unclaimed. 2 and 1 are unfair: FS013
// for each, since each could have more.
//
// If the minimums exceed the total, there is no fair division. Shares that equal the minimums, or
// that the scheduler computes without an overflow, are `overcommitted`. Others are unfair: FS012,
// and FS102 or FS103 for each claimant that is out of its bounds.
//
// Whole units are judged by the method of `division.units`, which also gives their fair shares; if
// others are tied for the last units, a note of the division names them.
//
// If a scheduler with a model reported the shares, shares that are off by at most its resolution
// count as fair (or as the minimums), and every verdict says whether they are what that release
// computes.
Verdict judge(Case division);

// Judges whether some ratio gives the shares, ignoring the total: FS102, FS103 or FS204, never
// FS101.
Verdict judge_ordering(Case division);

// The overall verdict of several about one record: unfair if any is, else overcommitted if any is.
// Asserts that there is at least one.
Judgement worst_of(std::span<const Verdict> verdicts);

// True if the sum of the shares exceeds what it may be at most.
bool hands_out_too_much(const Case& division);

// The sum of the reported shares, without what was paid.
exact::Rational sum_of_reported(const Case& division);

}  // namespace fairshare::formats
