// The schedulers that have a model here, by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "schedulers/hadoop/yarn.h"
#include "schedulers/kubernetes/koordinator.h"
#include "schedulers/kubernetes/volcano.h"
#include "schedulers/ytsaurus/scalar.h"

namespace fairshare::schedulers {

struct Mr1 {};
struct Yarn {
  yarn::Release release;
};
struct YtsaurusScalar {
  ytsaurus::scalar::Era era;
};
struct YtsaurusVector {};  // 2023
struct Apf {};
struct Koordinator {
  koordinator::Release release;
};
struct Volcano {
  volcano::Release release;
};
struct Kai {};
struct Armada {};

// Which model it is.
using Model =
    std::variant<Mr1, Yarn, YtsaurusScalar, YtsaurusVector, Apf, Koordinator, Volcano, Kai, Armada>;

// One line of `fairshare schedulers`. Every text is one sentence, or less, without a line break.
struct Scheduler {
  std::string_view name;      // "yarn-2.7", as records name it
  std::string_view releases;  // whose code the model follows
  std::string_view rule;      // "floor" or "base", and its formula
  std::string_view arithmetic;
  std::string_view wins;         // which bound, of a maximum below the minimum
  std::string_view infeasible;   // what becomes of minimums that exceed the total
  std::string_view zero_weight;  // what it gets
  std::string_view rounding;     // of the shares, to what
  std::string_view units;        // in which it counts what it divides
  std::string_view resolution;
  std::string_view deviations;  // numbers of docs/findings.md
  Model model;
};

// In the order in which they are listed.
std::span<const Scheduler> all_schedulers();

// The scheduler of that name; nothing for others, and for "fair", which is no scheduler.
std::optional<Scheduler> find_scheduler(std::string_view name);

// "yarn-2.7" for its release.
std::string_view name_of(yarn::Release release);

}  // namespace fairshare::schedulers
