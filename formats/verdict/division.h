// A division: one problem of the definition, as a scheduler's own rule states it, and the shares
// that were reported of it. Every input becomes divisions, and every verdict is about one of them.
//
//     text -> world -> divisions -> Case -> Verdict -> report
//
// A family (formats/hadoop, formats/ytsaurus, ...) makes them; `case_of` pairs them with what the
// reported numbers stand for. A division has its numbers as they were written; no number is read
// from text that was printed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"
#include "formats/text/fields.h"
#include "formats/verdict/case.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

struct Division {
  std::string path = {};      // which one of its world: "/prod", "root.prod"; empty: the only one
  std::string label = {};     // what else tells it from others, for people: "priority 50"
  std::string resource = {};  // "memory"; empty where there is but one, without a name
  Rule rule = Rule::floor;
  BoundNames names = {};
  // Of what is above the labels' `paid`: total, bounds, and later the shares.
  Problem<exact::Rational> problem = {};
  std::vector<ClaimantLabel> labels = {};  // one a claimant

  // What the total was taken from, where that is itself a reported share: it stands for the same
  // reals as a share of the same text. Else the reals for which the total stands in any case, or
  // nothing: for itself.
  std::optional<WrittenNumber> reported_total = std::nullopt;
  std::optional<properties::Interval> total = std::nullopt;

  std::vector<WrittenNumber> shares =
      {};                              // as they were reported, one a claimant, with what is paid
  Rounding usual = Rounding::written;  // of the shares, where nothing else is said
  exact::Rational precision = 0;  // by which each share may be off for the release's arithmetic
  // What `relative` is a part of; absent: the total and what is paid.
  std::optional<exact::Rational> relative_to = std::nullopt;
  bool hands_out_all = false;  // the shares as usually rounded add up to the total
  // Without another tolerance the shares may be off by the scheduler's resolution, each of them and
  // all together.
  bool is_beyond_resolution = false;
  std::vector<std::string> notes = {};  // what the reader assumed or changed, a sentence each
  std::optional<ModelComparison> comparison = std::nullopt;
};

// What a division is part of, for the cases made of it.
struct Source {
  std::string id = {};     // as JSON; empty: it has none
  std::string title = {};  // for people; the divisions' paths and labels follow it
  std::string file = {};
  std::size_t line = 0;
  bool is_document = false;  // else a record
};

// Whose share cannot have been rounded this way: FS015, FS008.
struct ShareError {
  ClaimantLabel label;
  Complaint complaint;
};

// The division with its shares as intervals; `id`, `title`, `file` and `line` are left empty. What
// was paid is taken off shares and intervals, so that they are of what the problem divides.
//
// Asserts that there is a share for each claimant.
std::variant<Case, ShareError> case_of(Division division, const Tolerance& tolerance);

// The same with id, title, file and line, and an error in its place.
std::variant<Case, InputError> case_of(Division division, const Tolerance& tolerance,
                                       const Source& source);

// The cases of all divisions of one source, or the first error.
std::variant<std::vector<Case>, InputError> cases_of(std::vector<Division> divisions,
                                                     const Tolerance& tolerance,
                                                     const Source& source);

}  // namespace fairshare::formats
