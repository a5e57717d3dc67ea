#include "fuzz/harness/terms.h"

#include <fmt/format.h>

#include "formats/scheduler_records.h"
#include "schedulers/registry.h"

namespace fairshare::harness {
namespace {

using formats::Numbers;
using formats::Rounding;
using fuzz::Kind;
using fuzz::Kinds;

Kind kind_of(Numbers numbers) {
  switch (numbers) {
    case Numbers::exact:
      return Kind::fraction;
    case Numbers::to_double:
      return Kind::float64;
    case Numbers::to_float:
      return Kind::float32;
    case Numbers::to_int64:
      return Kind::int64;
    case Numbers::to_int32:
      return Kind::int32;
  }
  return Kind::fraction;
}

struct FindingKinds {
  using Found = std::optional<Kinds>;

  Found operator()(schedulers::Mr1) const { return Kinds{Kind::float64, Kind::int32}; }
  Found operator()(schedulers::Yarn yarn) const {
    using schedulers::yarn::Release;
    const bool is_long = yarn.release == Release::v3_0 || yarn.release == Release::v3;
    return Kinds{Kind::float32, is_long ? Kind::int64 : Kind::int32};
  }
  // Its bounds are doubles, but its total is not.
  Found operator()(schedulers::Apf) const { return Kinds{Kind::float64, Kind::int64}; }
  Found operator()(schedulers::Koordinator) const { return Kinds{Kind::int64, Kind::int64}; }
  Found operator()(schedulers::Volcano) const { return Kinds{Kind::int32, Kind::float64}; }
  Found operator()(schedulers::Kai) const { return Kinds{Kind::float64, Kind::float64}; }
  // Of trees only, or of a total of 1.
  Found operator()(schedulers::YtsaurusScalar) const { return std::nullopt; }
  Found operator()(schedulers::YtsaurusVector) const { return std::nullopt; }
  Found operator()(schedulers::Armada) const { return std::nullopt; }
};

}  // namespace

bool is_in_units(const Terms& terms) {
  if (const auto rounding = terms.leniency.rounding) {
    return rounding == Rounding::nearest || rounding == Rounding::down ||
           rounding == Rounding::apportioned;
  }
  return terms.numbers == Numbers::to_int64 || terms.numbers == Numbers::to_int32;
}

std::variant<Terms, std::string> agree(const Wishes& wishes, const Hello& hello) {
  Terms terms{.scheduler = wishes.scheduler.empty() ? hello.scheduler : wishes.scheduler,
              .numbers = wishes.numbers.value_or(hello.numbers.value_or(Numbers::exact)),
              .leniency = formats::combined(wishes.leniency,
                                            {hello.rounding, hello.within, hello.relative}),
              .families = wishes.families,
              .taste = {.size_max = wishes.size_max,
                        .trees = wishes.trees || hello.trees,
                        .demands = wishes.demands,
                        .infeasible = wishes.infeasible}};
  if (terms.families.empty()) terms.families.assign(fuzz::families.begin(), fuzz::families.end());
  if (terms.scheduler == "fair") {
    const bool is_said = wishes.numbers || hello.numbers;
    const Kind kind = is_said ? kind_of(terms.numbers) : Kind::dyadic;
    terms.taste.kinds = {kind, kind};
    return terms;
  }
  const auto scheduler = schedulers::find_scheduler(terms.scheduler);
  if (!scheduler) {
    return fmt::format("there is no scheduler \"{}\"; there are {}", terms.scheduler,
                       formats::known_schedulers());
  }
  const auto kinds = std::visit(FindingKinds{}, scheduler->model);
  if (!kinds) {
    return fmt::format("{} divides {}, with which nobody is fuzzed here", terms.scheduler,
                       terms.scheduler == "armada" ? "a total of 1" : "trees of its own kind");
  }
  terms.taste.kinds = *kinds;
  terms.taste.trees = false;
  return terms;
}

}  // namespace fairshare::harness
