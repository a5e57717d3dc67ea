// If something does not hold, prints the input for which it does not hold, and ends the program. A
// problem is printed as a record that `fairshare solve` and `verify` read.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "fairshare/exact/solve.h"
#include "fairshare/model/problem.h"
#include "fuzz/challenge.h"

namespace fairshare::fuzz {

inline void require(bool holds, const char* what, std::string_view input) {
  if (holds) return;
  std::fprintf(stderr, "it does not hold that %s, for\n%.*s\n", what,
               static_cast<int>(input.size()), input.data());
  std::abort();
}

// The record is made only if it is printed, since that takes longer than many oracles.
inline void require(bool holds, const char* what, const Challenge& challenge) {
  if (!holds) require(false, what, record_of(challenge));
}

inline void require(bool holds, const char* what, const Problem<exact::Rational>& problem) {
  if (!holds) require(false, what, challenge_of(problem, {}));
}

inline void require(bool holds, const char* what, const Problem<double>& problem) {
  if (holds) return;
  const Challenge challenge = challenge_of(exact::widen(problem), {Kind::float64, Kind::float64});
  require(false, what, record_of(challenge, "\"numbers\":\"double\","));
}

}  // namespace fairshare::fuzz
