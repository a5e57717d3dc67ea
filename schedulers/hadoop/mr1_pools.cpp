#include "fairshare/schedulers/hadoop/mr1_pools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "fairshare/schedulers/common/fair_problem.h"

namespace fairshare::schedulers::mr1 {
namespace {

using exact::Rational;

constexpr std::array<double, 5> priority_factors = {4, 2, 1, 0.5, 0.25};  // by Priority

// The sum of two ints as in Java.
std::int32_t wrapping_sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

// The pool's demand if integers had no limits, cut to the pool's maximum.
std::int32_t unwrapped_demand(const Pool& pool, TaskType type) {
  std::int64_t sum = pool.further_demand.of(type);
  for (const Job& job : pool.jobs) sum += job_demand(job, type);
  constexpr std::int64_t low = std::numeric_limits<std::int32_t>::min();
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(sum, low, pool.max_share.of(type)));
}

template <class Demand>
PoolDivision among_pools(const PoolTree& tree, TaskType type, Demand demand) {
  PoolDivision division;
  division.schedulables.reserve(tree.pools.size());
  for (const Pool& pool : tree.pools) {
    division.schedulables.push_back({pool.weight, pool.min_share.of(type), demand(pool, type)});
  }
  return division;
}

PoolDivision among_jobs(const PoolTree& tree, std::size_t pool, TaskType type) {
  PoolDivision division{pool, {}};
  division.schedulables.reserve(tree.pools[pool].jobs.size());
  for (const Job& job : tree.pools[pool].jobs) {
    division.schedulables.push_back({job_weight(tree, job, type), 0, job_demand(job, type)});
  }
  return division;
}

// `divide(division, total)` gives the shares of one division, or nothing, which ends everything.
template <class Number, class Demand, class Divide>
std::optional<PoolShares<Number>> descend(const PoolTree& tree, TaskType type, Demand demand,
                                          Divide divide) {
  PoolShares<Number> shares;
  auto pools = divide(among_pools(tree, type, demand), Number(tree.cluster.of(type)));
  if (!pools) return std::nullopt;
  shares.pools = std::move(*pools);
  for (std::size_t i = 0; i < tree.pools.size(); ++i) {
    const Pool& pool = tree.pools[i];
    if (pool.mode == Mode::fifo) {
      shares.jobs.emplace_back(pool.jobs.size(), Number(0));
      continue;
    }
    auto jobs = divide(among_jobs(tree, i, type), shares.pools[i]);
    if (!jobs) return std::nullopt;
    shares.jobs.push_back(std::move(*jobs));
  }
  return shares;
}

// The rule for a total that is not a double. The rule divides the total or the demanded sum,
// whichever is less; so the fair problem of the largest total has the demanded sum.
std::variant<FairProblem, Defect> problem_of(const PoolDivision& division, const Rational& total) {
  for (std::size_t i = 0; i < division.schedulables.size(); ++i) {
    if (!std::isfinite(division.schedulables[i].weight)) return Defect{Rule::weight_is_finite, i};
  }
  FairProblem fair = fair_problem(std::numeric_limits<double>::max(), division.schedulables);
  fair.problem.total = std::min(fair.problem.total, total);
  if (const auto defect = find_defect(fair.problem)) return *defect;
  return fair;
}

}  // namespace

double NewJobWeightBooster::operator()(const Job& job, TaskType, double weight) const {
  const auto age = static_cast<std::int64_t>(static_cast<std::uint64_t>(now) -
                                             static_cast<std::uint64_t>(job.start_time));
  return age < duration ? weight * static_cast<double>(factor) : weight;
}

double job_weight(const PoolTree& tree, const Job& job, TaskType type) {
  if (!job.is_runnable) return 1;
  if (job.weight) return *job.weight;
  double weight = 1;
  if (tree.size_based_weight) {
    weight = std::log1p(static_cast<double>(job.demand.of(type))) / std::numbers::ln2;
  }
  weight *= priority_factors[static_cast<std::size_t>(job.priority)];
  return tree.adjust_weight ? tree.adjust_weight(job, type, weight) : weight;
}

std::int32_t job_demand(const Job& job, TaskType type) {
  return job.is_runnable ? job.demand.of(type) : 0;
}

std::int32_t pool_demand(const Pool& pool, TaskType type) {
  std::int32_t sum = pool.further_demand.of(type);
  for (const Job& job : pool.jobs) sum = wrapping_sum(sum, job_demand(job, type));
  return std::min(sum, pool.max_share.of(type));
}

std::vector<PoolDivision> divisions(const PoolTree& tree, TaskType type) {
  std::vector<PoolDivision> result;
  if (!tree.pools.empty()) result.push_back(among_pools(tree, type, pool_demand));
  for (std::size_t i = 0; i < tree.pools.size(); ++i) {
    const Pool& pool = tree.pools[i];
    if (pool.mode == Mode::fair && !pool.jobs.empty()) {
      result.push_back(among_jobs(tree, i, type));
    }
  }
  return result;
}

std::variant<PoolShares<double>, PoolHang> compute_pools(const PoolTree& tree, TaskType type) {
  PoolHang hang;
  bool has_nan = false;
  const auto divide = [&](const PoolDivision& division,
                          double total) -> std::optional<std::vector<double>> {
    auto computed = compute(total, division.schedulables);
    hang.at = division.at;
    auto* shares = std::get_if<Shares<double>>(&computed);
    if (shares == nullptr) return std::nullopt;
    has_nan = has_nan || shares->fault == Fault::nan;
    return std::move(shares->shares);
  };
  auto shares = descend<double>(tree, type, pool_demand, divide);
  if (!shares) return hang;
  shares->has_nan = has_nan;
  return *std::move(shares);
}

std::variant<PoolShares<Rational>, PoolNoAllocationAt> solve_pools_exactly(const PoolTree& tree,
                                                                           TaskType type) {
  PoolNoAllocationAt none;
  const auto divide = [&](const PoolDivision& division,
                          const Rational& total) -> std::optional<std::vector<Rational>> {
    none.at = division.at;
    const auto fair = problem_of(division, total);
    if (const auto* defect = std::get_if<Defect>(&fair)) {
      none.reason = *defect;
      return std::nullopt;
    }
    auto shares = find_fair_shares(std::get<FairProblem>(fair).problem);
    if (auto* found = std::get_if<std::vector<Rational>>(&shares)) return std::move(*found);
    none.reason = std::get<NoAllocation>(std::move(shares));
    return std::nullopt;
  };
  auto shares = descend<Rational>(tree, type, unwrapped_demand, divide);
  if (!shares) return none;
  return *std::move(shares);
}

}  // namespace fairshare::schedulers::mr1
