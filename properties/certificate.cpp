// Why `find_flaw` is sound: at a ratio R >= 0, each branch's test says that its formula is
// clamp(weight R, min_share, max_share), and the sum says that these shares add up to the total:
// that is the definition, with R as the witness, and shares that obey it are unique. Why it is
// complete: a clamped number is its lower bound, its upper bound, or itself, so that at the ratio
// of any fair division every claimant has a branch whose test it passes. Since R is stated, no
// separate case is needed if no claimant is proportional (no weight determines R). Coq has the same
// steps, and proves them for every n: properties/proofs/coq/Flaw.v; of trees, TreeFlaw.v.
#include "fairshare/properties/certificate.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fairshare::properties {
namespace {

bool stands_at(const Claimant<Rational>& claimant, const Rational& ratio, Branch branch) {
  if (claimant.weight == 0) return branch == Branch::at_min;
  const auto& [weight, min_share, max_share] = claimant;
  const Rational proportional = weight * ratio;
  switch (branch) {
    case Branch::at_min:
      return proportional <= min_share;
    case Branch::proportional:
      return min_share <= proportional && (!max_share || proportional <= *max_share);
    case Branch::at_max:
      return max_share && proportional >= *max_share;
  }
  return false;
}

// Whether the claimant gets the share at this ratio, too.
bool gets(const Claimant<Rational>& claimant, const Rational& ratio, const Rational& share) {
  const auto& [weight, min_share, max_share] = claimant;
  if (weight == 0) return share == min_share;
  const Rational at_least = std::max(min_share, Rational(weight * ratio));
  return share == (max_share ? std::min(at_least, *max_share) : at_least);
}

// Given that the claimant gets this share at this ratio: whether it gets less below the ratio; and
// likewise, whether it gets more above.
bool less_below(const Claimant<Rational>& claimant, const Rational& ratio, const Rational& share) {
  return share > claimant.min_share && share == claimant.weight * ratio;
}

bool is_at_its_end(const Claimant<Rational>& claimant, const Rational& share) {
  return claimant.weight == 0 || claimant.max_share == share;
}

bool more_above(const Claimant<Rational>& claimant, const Rational& ratio, const Rational& share) {
  return !is_at_its_end(claimant, share) && share == claimant.weight * ratio;
}

// Checks both ends of the interval of ratios against the shares, which are the fair ones.
std::optional<Flaw> find_wrong_end(const Problem<Rational>& problem,
                                   const RatioInterval<Rational>& ratios,
                                   const std::vector<Rational>& shares) {
  const auto& [low, high] = ratios;
  bool all_get_theirs_at_low = true;
  bool is_least = low == 0;  // below 0 each has its minimum, so there is no least ratio
  bool all_get_theirs_at_high = true;
  bool is_greatest = !high;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    all_get_theirs_at_low &= gets(claimant, low, shares[i]);
    is_least |= less_below(claimant, low, shares[i]);
    all_get_theirs_at_high &=
        high ? gets(claimant, *high, shares[i]) : is_at_its_end(claimant, shares[i]);
    is_greatest |= high && more_above(claimant, *high, shares[i]);
  }
  if (!all_get_theirs_at_low || !is_least) return WrongEnd{false};
  if (!all_get_theirs_at_high || !is_greatest) return WrongEnd{true};
  return std::nullopt;
}

std::optional<Flaw> find_flaw_of(const Problem<Rational>& problem, const Certificate& certificate,
                                 const Divided& claim) {
  if (claim.ratio < 0) return NegativeRatio{};
  Rational clamped = 0;  // the shares of those at a bound
  Rational weights = 0;  // of those that are proportional
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    const Branch branch = certificate.branches[i];
    if (!stands_at(claimant, claim.ratio, branch)) return WrongBranch{i};
    if (branch == Branch::at_min) clamped += claimant.min_share;
    if (branch == Branch::proportional) weights += claimant.weight;
    if (branch == Branch::at_max) clamped += *claimant.max_share;
  }
  Rational sum = clamped + weights * claim.ratio;
  if (sum != problem.total) return WrongSum{std::move(sum)};
  if (!claim.ratios) return std::nullopt;
  return find_wrong_end(problem, *claim.ratios, shares_of(problem, certificate));
}

// No ratio gives less than all minimums.
std::optional<Flaw> find_flaw_of(const Problem<Rational>& problem, const Certificate& certificate,
                                 const Overcommitted<Rational>& claim) {
  Rational sum = 0;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    if (certificate.branches[i] != Branch::at_min) return WrongBranch{i};
    sum += problem.claimants[i].min_share;
  }
  if (claim.excess > 0 && sum == problem.total + claim.excess) return std::nullopt;
  return WrongSum{std::move(sum)};
}

// No ratio gives more than all maximums, and at weight 0 none gives more than the minimum.
std::optional<Flaw> find_flaw_of(const Problem<Rational>& problem, const Certificate& certificate,
                                 const Surplus<Rational>& claim) {
  Rational sum = 0;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    if (certificate.branches[i] != (weight == 0 ? Branch::at_min : Branch::at_max)) {
      return WrongBranch{i};
    }
    if (weight > 0 && !max_share) return WrongBranch{i};
    sum += weight == 0 ? min_share : *max_share;
  }
  if (claim.unclaimed > 0 && sum + claim.unclaimed == problem.total) return std::nullopt;
  return WrongSum{std::move(sum)};
}

const std::vector<std::size_t>& among(const Children& children, const DividerIndex& at) {
  return at ? children.of_node[*at] : children.of_tree;
}

std::optional<Flaw> find_wrong_share(const std::vector<std::size_t>& nodes,
                                     const std::vector<Rational>& certified,
                                     const std::vector<Rational>& reported) {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (reported[nodes[k]] != certified[k]) return WrongShare{k, certified[k]};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Flaw> find_flaw(const Problem<Rational>& problem, const Certificate& certificate) {
  assert(!find_defect(problem));
  assert(certificate.branches.size() == problem.claimants.size());
  return std::visit(
      [&](const auto& claim) -> std::optional<Flaw> {
        return find_flaw_of(problem, certificate, claim);
      },
      certificate.claim);
}

std::vector<Rational> shares_of(const Problem<Rational>& problem, const Certificate& certificate) {
  assert(std::holds_alternative<Divided>(certificate.claim));
  const auto& [ratio, ratios] = std::get<Divided>(certificate.claim);
  assert(certificate.branches.size() == problem.claimants.size());
  std::vector<Rational> shares;
  shares.reserve(problem.claimants.size());
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    const Branch branch = certificate.branches[i];
    assert(branch != Branch::at_max || max_share);
    shares.push_back(branch == Branch::at_min   ? min_share
                     : branch == Branch::at_max ? *max_share
                                                : Rational(weight * ratio));
  }
  return shares;
}

std::vector<DividerIndex> dividers_of(const Tree<Rational>& tree) {
  const Children children = children_of(tree);
  std::vector<DividerIndex> dividers{std::nullopt};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!children.of_node[i].empty()) dividers.emplace_back(i);
  }
  return dividers;
}

bool fit(const Tree<Rational>& tree, std::span<const Certificate> certificates) {
  const Children children = children_of(tree);
  const std::vector<DividerIndex> dividers = dividers_of(tree);
  if (certificates.empty() || certificates.size() > dividers.size()) return false;
  for (std::size_t k = 0; k < certificates.size(); ++k) {
    if (certificates[k].branches.size() != among(children, dividers[k]).size()) return false;
    const bool is_last = k + 1 == certificates.size();
    const bool is_divided = std::holds_alternative<Divided>(certificates[k].claim);
    if (!is_last && !is_divided) return false;  // nothing is divided below what is not
    if (is_last && is_divided && certificates.size() < dividers.size()) return false;
  }
  return true;
}

std::optional<TreeFlaw> find_flaw(const Tree<Rational>& tree,
                                  std::span<const Certificate> certificates,
                                  const std::optional<std::vector<Rational>>& reported) {
  assert(!find_defect(tree));
  assert(fit(tree, certificates));
  assert(!reported || reported->size() == tree.nodes.size());
  const Children children = children_of(tree);
  const std::vector<DividerIndex> dividers = dividers_of(tree);
  std::vector<Rational> certified(tree.nodes.size());
  for (std::size_t k = 0; k < certificates.size(); ++k) {
    const DividerIndex at = dividers[k];
    const auto& nodes = among(children, at);
    const Rational& total = at ? certified[*at] : tree.total;
    const Problem<Rational> problem = problem_of(tree, nodes, total);
    if (auto flaw = find_flaw(problem, certificates[k])) return TreeFlaw{at, total, *flaw};
    if (!std::holds_alternative<Divided>(certificates[k].claim)) {
      if (reported) return TreeFlaw{at, total, SharesOfNothing{}};
      break;
    }
    const std::vector<Rational> shares = shares_of(problem, certificates[k]);
    if (reported) {
      if (auto flaw = find_wrong_share(nodes, shares, *reported)) return TreeFlaw{at, total, *flaw};
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) certified[nodes[i]] = shares[i];
  }
  return std::nullopt;
}

}  // namespace fairshare::properties
