// A division: one problem of the definition, as a scheduler's own rule states it, and the shares
// reported for it. Every input becomes divisions, and every verdict is about one of them.
//
//     text -> world -> divisions -> Case -> Verdict -> report
//
// A family (formats/hadoop, formats/ytsaurus, ...) makes them; `case_of` pairs them with what the
// reported numbers stand for. A division keeps its numbers as they were written; no number is
// parsed from printed text.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/schedulers/common/level.h"
#include "formats/text/fields.h"
#include "formats/verdict/case.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// A number of the input that is changed: the total, or one of a claimant. An absent value is no
// maximum.
struct Change {
  enum class Field { weight, min_share, max_share, total };

  Field field = Field::total;
  std::size_t claim = 0;  // which claimant, of a level
  std::optional<exact::Rational> value = std::nullopt;
};

// A level whose problem follows from what the input states.
struct Restatable {
  exact::Rational total = 0;  // as the input states it
  // What is divided by the scheduler's own rule after changes of what it reads, or why there is no
  // such division, as a sentence. The parts have all claimants together.
  std::function<std::variant<std::vector<schedulers::Part>, std::string>(
      const exact::Rational& total, std::span<const Change> changes)>
      restate = nullptr;
};

// Which numbers of a division `--set` cannot change, since they follow from others in the input,
// and nothing states them again.
enum class Following {
  nothing,
  total,             // from the bounds, or the bounds from it
  bounds,            // from demands, and from the bounds of claimants above and below
  bounds_and_total,  // both; shares are parts of the whole cluster
  everything,        // the division covers only what others leave
};

struct Division {
  std::string path = {};  // which division of the input: "/prod", "root.prod"; empty: the only one
  // The claimant whose share is divided is this node; absent: it is called `path`, if there is one.
  std::optional<std::size_t> node = std::nullopt;
  std::string label = {};     // what else distinguishes it, for people: "priority 50"
  std::string resource = {};  // "memory"; empty if there is only one resource, without a name
  Rule rule = Rule::floor;
  InputNames names = {};
  // Covers only what is above the labels' `paid`: the total, the bounds, and later the shares.
  Problem<exact::Rational> problem = {};
  std::vector<ClaimantLabel> labels = {};  // one per claimant

  // If the total was itself a reported share: that share, which stands for the same reals as any
  // share of the same text. Otherwise the reals that the total stands for, or nothing: itself.
  std::optional<WrittenNumber> reported_total = std::nullopt;
  std::optional<properties::Interval> total = std::nullopt;

  std::vector<WrittenNumber> shares = {};  // as reported, one per claimant, including what is paid
  Rounding usual = Rounding::written;      // of the shares, unless another rounding is given
  exact::Rational precision = 0;  // how far the release's arithmetic may put each share off
  // What `relative` is a fraction of; absent: the total plus what is paid.
  std::optional<exact::Rational> relative_to = std::nullopt;
  bool hands_out_all = false;  // the shares, with the usual rounding, add up to the total
  // Unless another tolerance is given, each share and their sum may be off by the scheduler's
  // resolution.
  bool is_beyond_resolution = false;
  std::vector<std::string> notes = {};  // what the reader assumed or changed, one sentence each
  std::optional<ModelComparison> comparison = std::nullopt;

  // Null if the problem is what the input states. Divisions that are the parts of one level share
  // it, and `claims` tells where each label is in it.
  std::shared_ptr<const Restatable> level = nullptr;
  std::vector<std::size_t> claims = {};
  Following following = Following::nothing;
};

// The record or document that a division is part of, for the cases made from it.
struct Source {
  std::string id = {};     // as JSON; empty: it has none
  std::string title = {};  // for people; followed by the divisions' paths and labels
  std::string file = {};
  std::size_t line = 0;
  bool is_document = false;  // else a record
};

// A claimant whose share cannot have been rounded this way: FS015, FS008.
struct ShareError {
  ClaimantLabel label;
  Complaint complaint;
};

// The division with its shares as intervals; `id`, `title`, `file` and `line` are left empty. What
// was paid is subtracted from shares and intervals, so that they match the problem.
//
// Asserts that there is a share for each claimant.
std::variant<Case, ShareError> case_of(Division division, const Tolerance& tolerance);

// The same with id, title, file and line, or an error with its place.
std::variant<Case, InputError> case_of(Division division, const Tolerance& tolerance,
                                       const Source& source);

// The cases of all divisions from one source, or the first error.
std::variant<std::vector<Case>, InputError> cases_of(std::vector<Division> divisions,
                                                     const Tolerance& tolerance,
                                                     const Source& source);

}  // namespace fairshare::formats
