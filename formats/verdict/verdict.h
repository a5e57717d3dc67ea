// Verdicts, as data: what was judged, what was found, and what would have been fair. Only what
// certificates say is in words; formats/report/ finds all others. docs/verdicts.md has the fields.
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

// `overcommitted`: no ratio gives the total, since the minimums exceed it, and the shares are what
// can be expected then: the minimums, or what the scheduler computes (docs/adr/0029).
enum class Judgement { fair, unfair, overcommitted };

// What was asked. Each has words of its own for its judgements: "fair" and "unfair", "consistent"
// and "inconsistent", "holds" and "refused".
enum class Question { shares, ordering, certificate };

// What a finding says, beside the claimants that it names.
struct WrongSum {  // the reported shares do not add up to the total
  exact::Rational sum;
  exact::Rational total;
};
struct CouldHaveMore {  // there is enough for all, and a claimant has less than it can
  std::size_t claimant = 0;
  exact::Rational end;        // the most that it can have
  exact::Rational unclaimed;  // what is left of the total where each claimant has that
};
struct NotComputed {};   // the shares are not what the release computes
struct Overflows {};     // they are, and an integer wrapped on the way to them
struct NeverReturns {};  // the release computes nothing here
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
  std::string claimant;  // name; FS204: the poorer; empty: about all
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
  std::size_t claimants = 0;  // how many; `division` may lack them where all is fair
  std::vector<Finding> findings = {};
  // The fair shares of what is divided; absent where there are none, or where they were not asked
  // for. Without shares only its ratio is known. Where the total exceeds what can be claimed, each
  // claimant has the most that it can have.
  std::optional<Allocation<exact::Rational>> fair = std::nullopt;
  std::optional<exact::Rational> distance = std::nullopt;  // from the fair shares, where known
  // By which the total exceeds what can be claimed, or the minimums exceed the total.
  std::optional<exact::Rational> unclaimed = std::nullopt;
  std::optional<exact::Rational> excess = std::nullopt;
  bool is_to_within_resolution = false;  // fair, but for what the release cannot divide
  // For which numbers the reported shares stand in the findings: those of the division, or wider by
  // the scheduler's resolution.
  std::vector<properties::Interval> intervals = {};
  // Of an ordering that is consistent its ratios; what a certificate that holds proves.
  std::variant<std::monostate, properties::RatioRange, Proved> answer = {};
};

// Judges by properties::find_violation.
//
// Where the total exceeds what can be claimed, the fair shares are the most that each claimant can
// have: total 10, maximums 3 and 4 -> 3 and 4 are fair, 3 are unclaimed. 2 and 1 are unfair: FS013
// for each, since each could have more.
//
// Where the minimums exceed the total, there is no fair division. Shares that are the minimums, or
// that the scheduler computes without an overflow, are `overcommitted`. Others are unfair: FS012,
// and FS102 or FS103 for each claimant that is out of its bounds.
//
// Whole units are judged by the method of `division.units`, and their fair shares are by that
// method; where others are tied for the last units, a note of the division names them.
//
// Where a scheduler with a model reported the shares, shares that are off by no more than its
// resolution are fair, or the minimums, and every verdict says whether they are what that release
// computes.
Verdict judge(Case division);

// Whether there is some ratio that gives the shares, whatever the total is: FS102, FS103 or FS204,
// never FS101.
Verdict judge_ordering(Case division);

// Of several verdicts about one record: unfair where one of them is, else overcommitted where one
// of them is. Asserts that there is one.
Judgement worst_of(std::span<const Verdict> verdicts);

// What was paid to all claimants before anything was divided.
exact::Rational paid_to_all(const Case& division);

// True where together the shares are more than they may be at most.
bool hands_out_too_much(const Case& division);

// What the reported shares add up to, without what was paid.
exact::Rational sum_of_reported(const Case& division);

}  // namespace fairshare::formats
