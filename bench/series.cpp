#include "bench/series.h"

#include <variant>

#include "bench/answers.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {

Series make_series(NamedFamily family, std::size_t claimants) {
  Series series{family, claimants, {}};
  for (std::size_t index = 0; index < inputs_at(claimants); ++index) {
    series.inputs.push_back(make_input(family.family, claimants, index));
  }
  return series;
}

void solve_and_check(Series& series) {
  if (series.error || !series.expected.empty()) return;
  reference::Workspace workspace;
  workspace.reserve(series.claimants);
  for (const Input& input : series.inputs) {
    std::vector<double> shares(series.claimants);
    const auto outcome = reference::solve(input.total, input.columns(), shares, workspace);
    const auto* ratio = std::get_if<reference::Ratio>(&outcome);
    series.error = ratio == nullptr ? "reference: no allocation, though there is one"
                                    : find_error(input, ratio->ratio, shares);
    if (series.error) return;
    series.expected.push_back(std::move(shares));
  }
}

}  // namespace fairshare::bench
