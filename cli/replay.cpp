#include "cli/replay.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"

namespace fairshare::cli {
namespace {

using prover::Symptom;
using schedulers::yarn::Release;

constexpr std::array releases = {Release::v2_2, Release::v2_5, Release::v2_7, Release::v3_0,
                                 Release::v3};

std::vector<schedulers::yarn::Schedulable> schedulables_of(const prover::IntProblem& problem) {
  std::vector<schedulers::yarn::Schedulable> list;
  for (const prover::IntClaimant& claimant : problem.claimants) {
    list.push_back({claimant.weight, claimant.min_share, claimant.max_share, true});
  }
  return list;
}

bool gives(std::int64_t sum, std::int64_t total, std::size_t n, Symptom symptom) {
  const auto size = static_cast<std::int64_t>(n);
  switch (symptom) {
    case Symptom::gives_nothing:
      return sum == 0 && total > 0;
    case Symptom::gives_half:
      return 2 * sum <= total && total > 0;
    case Symptom::gives_n_less_1_more:
      return sum == total + size - 1;
    case Symptom::gives_n_more:
      return sum >= total + size;
    case Symptom::none:
    case Symptom::never_ends:
      break;
  }
  return false;
}

}  // namespace

bool has_symptom(Symptom symptom, Release release, const prover::IntProblem& problem) {
  const auto computed = compute(release, problem.total, schedulables_of(problem));
  const auto* result = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (!result) return symptom == Symptom::never_ends;
  std::int64_t sum = 0;
  for (const std::int64_t share : result->shares) sum += share;
  return gives(sum, problem.total, problem.claimants.size(), symptom);
}

bool is_shown_by_releases(const prover::BugSearch& search, const prover::IntProblem& problem) {
  const auto shows_it = [&](const std::string& name) {
    const auto release = std::ranges::find_if(
        releases, [&](Release one) { return schedulers::name_of(one) == name; });
    return release != releases.end() && has_symptom(search.symptom, *release, problem);
  };
  return !search.releases.empty() && std::ranges::all_of(search.releases, shows_it);
}

}  // namespace fairshare::cli
