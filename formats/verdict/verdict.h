// Verdicts: fair, unfair, or cannot judge; as data, then as text and as JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

enum class Judgement { fair, unfair, cannot_judge };

struct Finding {
  // FS101 total, FS102 below min, FS103 above max, FS204 pair, FS012, FS013; of the scheduler's
  // model: FS301 not what it computes, FS302 its integers overflow, FS303 it never returns.
  std::string code;
  std::string claimant;  // name; FS204: the poorer; empty: about all
  std::string with;      // FS204: the richer; else empty
  std::string message;   // one line, every number in full
};

// What the model of the scheduler that reported the shares adds.
struct ModelOpinion {
  std::string scheduler;
  std::optional<exact::Rational> resolution;  // none where the scheduler gives no answer
  bool as_computed;                           // the shares are what that release computes
  // False where that is not found out: its answer depends on an order, not all orders were tried,
  // and the shares are none of the answers found.
  bool is_known = true;
};

struct Verdict {
  Judgement judgement;
  std::vector<Finding> findings;
  std::optional<exact::Rational> distance;  // from the fair shares; none where there are none
  std::optional<exact::Rational> ratio;     // of the fair shares
  std::optional<ModelOpinion> model = std::nullopt;
  std::string text;  // for people, several lines, no colour, ends in a newline
};

// What of a verdict is wanted: each part takes longer than finding out which verdict it is.
enum class Parts {
  all,
  text,  // not the message of each finding, nor the distance where the shares are fair
  data,  // not the text
};

// Judges by properties::find_violation and explains with properties::explain. A problem without a
// fair allocation cannot be judged: FS012 where its minimums exceed the total, FS013 where the
// total exceeds what can be claimed.
//
// Where a scheduler with a model reported the shares, shares that are off by no more than its
// resolution are fair, and every verdict says whether they are what that release computes.
//
// The text starts with "fair" or "error[FSnnn]". Numbers that would fill the line are abbreviated
// in it, and names are made printable.
Verdict judge(const Case& reported, Parts parts = Parts::all);

// What `judge` says of a record with fair shares, where it has been found out elsewhere that they
// are; `title` as in Case.
Verdict fair_verdict(std::string_view title, std::size_t claimants, exact::Rational ratio,
                     exact::Rational distance, Parts parts);

// One verdict about a whole tree, from those about its dividers, the top first: unfair where one of
// them is, else not to be judged where one of them is not; all findings, the largest distance and
// resolution, the ratio of the top; as computed where every one is.
Verdict combine(std::span<const Verdict> dividers);

// {"id":"a","verdict":"unfair","findings":[{"code":"FS204","claimant":"x","with":"y","message":"..."}],"distance":"10/3","ratio":"40/3"}
// With a scheduler's model also "scheduler", "resolution" (where it has one) and "as_computed"
// (where that is known).
// For YARN "queue" and "resource" stand in place of the id; `distance` and `ratio` are absent where
// there is none; `findings` is there always.
std::string verdict_json(const Case& reported, const Verdict& verdict);
// The same of a record, of which no more than its id is needed: as JSON, or empty.
std::string verdict_json(std::string_view id, const Verdict& verdict);

// The text with everything that could steer a terminal escaped: control characters as \u001b, line
// breaks as \n, marks that turn the direction of writing as \u202e. Backslashes stay single.
std::string printable(std::string_view text);

}  // namespace fairshare::formats
