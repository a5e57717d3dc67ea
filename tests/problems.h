// The adversary's problems for tests in plain loops: a family and a seed name one, and a problem
// that fails is printed as a record.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fairshare/exact/solve.h"
#include "fairshare/model/problem.h"
#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"

namespace fairshare::tests {

inline Problem<double> problem_from(fuzz::Family family, std::uint64_t seed, std::size_t size_max) {
  fuzz::Choices choices(seed ^ static_cast<std::uint64_t>(family) << 56U);
  return fuzz::adversarial_problem(family, choices, size_max);
}

// One JSON line that `fairshare solve` reads, and that is the same problem.
inline std::string to_record(const Problem<double>& problem, std::string_view id) {
  const fuzz::Kinds doubles{fuzz::Kind::float64, fuzz::Kind::float64};
  return fuzz::record_of(fuzz::challenge_of(exact::widen(problem), doubles),
                         fmt::format(R"("id":"{}","numbers":"double",)", id));
}

}  // namespace fairshare::tests
