// Condat's projection onto the simplex as its author publishes it: the only peer that is not
// rewritten here. Its licence (CeCILL) is not ours, so it is loaded from a shared object;
// bench/README.md says how to build that.
//
// L. Condat, Fast projection onto the simplex and the l1 ball (Math. Program. 158, 2016).
#pragma once

#include <benchmark/benchmark.h>

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "bench/series.h"

namespace fairshare::bench {

// The nearest to `points` of all vectors without negative numbers that add up to 1.
using Projection = void (*)(double* points, double* projected, int* length);

// `simplexproj_condat_` of the shared object that the environment's FAIRSHARE_CONDAT names; null
// without that variable. An error if the object cannot be loaded or has no such function.
std::variant<Projection, std::string> find_condat();

// Takes inputs of the family simplex, whose totals are 1 more than the sum of their minimums. The
// negated minimums are projected, and the result is what each claimant has beyond its minimum. It
// adds no minimum and writes no ratio, so it does less than the reference solver. An error if an
// answer is wrong;
// `shares` is as long as an input.
std::optional<std::string> time_condat(benchmark::State& state, const Series& series,
                                       Projection project, std::span<double> shares);

}  // namespace fairshare::bench
