// Certificates with one thing changed, and an independent check of whether they are still true.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/certificate.h"
#include "fairshare/properties/certify.h"
#include "fairshare/properties/fairness.h"

namespace fairshare::tests {

using exact::Rational;
using properties::Branch;
using properties::Certificate;
using properties::Divided;

struct Mutant {
  std::string what;
  Certificate certificate;
  std::optional<std::size_t> branch = std::nullopt;  // the claimant whose branch is changed, if any
};

// 40/3 becomes 41/3, or 39/3.
inline Rational with_numerator_moved(const Rational& number, int by) {
  return Rational(numerator(number) + by) / Rational(denominator(number));
}

inline std::vector<Mutant> with_another_branch(const Certificate& certificate) {
  std::vector<Mutant> mutants;
  for (std::size_t i = 0; i < certificate.branches.size(); ++i) {
    for (const Branch branch : {Branch::at_min, Branch::proportional, Branch::at_max}) {
      if (branch == certificate.branches[i]) continue;
      mutants.push_back({"branch " + std::to_string(i), certificate, i});
      mutants.back().certificate.branches[i] = branch;
    }
  }
  return mutants;
}

// All claims with another number, or of another kind.
inline std::vector<Mutant> with_another_claim(const Certificate& certificate) {
  std::vector<Mutant> mutants;
  const auto add = [&](std::string what, properties::Claim claim) {
    mutants.push_back({std::move(what), {std::move(claim), certificate.branches}});
  };
  add("ratio 0", Divided{0});
  add("overcommitted by 1", Overcommitted<Rational>{1});
  add("surplus of 1", Surplus<Rational>{1});
  for (const int by : {-1, 1}) {
    if (const auto* over = std::get_if<Overcommitted<Rational>>(&certificate.claim)) {
      add("excess", Overcommitted<Rational>{with_numerator_moved(over->excess, by)});
    }
    if (const auto* surplus = std::get_if<Surplus<Rational>>(&certificate.claim)) {
      add("unclaimed", Surplus<Rational>{with_numerator_moved(surplus->unclaimed, by)});
    }
    const auto* divided = std::get_if<Divided>(&certificate.claim);
    if (divided == nullptr) continue;
    const auto& [ratio, ratios] = *divided;
    const Rational moved_low = with_numerator_moved(ratios->low, by);
    const Rational moved_high = with_numerator_moved(ratios->high.value_or(ratios->low), by);
    add("ratio", Divided{with_numerator_moved(ratio, by), ratios});
    add("ratio alone", Divided{with_numerator_moved(ratio, by)});
    add("least ratio", Divided{ratio, RatioInterval<Rational>{moved_low, ratios->high}});
    add("greatest ratio", Divided{ratio, RatioInterval<Rational>{ratios->low, moved_high}});
    add("no greatest ratio", Divided{ratio, RatioInterval<Rational>{ratios->low, std::nullopt}});
  }
  return mutants;
}

inline std::vector<Mutant> mutants_of(const Certificate& certificate) {
  std::vector<Mutant> mutants = with_another_branch(certificate);
  for (Mutant& mutant : with_another_claim(certificate)) mutants.push_back(std::move(mutant));
  return mutants;
}

// A tree's certificates with one of them changed, or such as do not fit the tree.
struct TreeMutant {
  std::string what;
  std::vector<Certificate> certificates;
};

// Every list in which one certificate has one thing changed. If that one is no longer of an
// allocation, also the list that ends there.
inline std::vector<TreeMutant> with_another_certificate(
    const std::vector<Certificate>& certificates) {
  std::vector<TreeMutant> mutants;
  for (std::size_t k = 0; k < certificates.size(); ++k) {
    for (Mutant& mutant : mutants_of(certificates[k])) {
      const bool is_divided = std::holds_alternative<Divided>(mutant.certificate.claim);
      TreeMutant other{std::to_string(k) + ": " + mutant.what, certificates};
      other.certificates[k] = std::move(mutant.certificate);
      mutants.push_back(other);
      if (is_divided || k + 1 == certificates.size()) continue;
      other.certificates.resize(k + 1);
      mutants.push_back({other.what + ", the last", std::move(other.certificates)});
    }
  }
  return mutants;
}

// One certificate is missing or occurs twice, or one branch is missing.
inline std::vector<TreeMutant> that_fit_another_tree(const std::vector<Certificate>& certificates) {
  std::vector<TreeMutant> mutants;
  for (std::size_t k = 0; k < certificates.size(); ++k) {
    const auto at = static_cast<std::ptrdiff_t>(k);
    TreeMutant less{std::to_string(k) + " left out", certificates};
    less.certificates.erase(less.certificates.begin() + at);
    mutants.push_back(std::move(less));
    TreeMutant twice{std::to_string(k) + " twice", certificates};
    twice.certificates.insert(twice.certificates.begin() + at, certificates[k]);
    mutants.push_back(std::move(twice));
    if (certificates[k].branches.empty()) continue;
    TreeMutant shorter{std::to_string(k) + ": a branch left out", certificates};
    shorter.certificates[k].branches.pop_back();
    mutants.push_back(std::move(shorter));
  }
  return mutants;
}

inline std::vector<TreeMutant> mutants_of(const std::vector<Certificate>& certificates) {
  std::vector<TreeMutant> mutants = with_another_certificate(certificates);
  for (TreeMutant& mutant : that_fit_another_tree(certificates)) {
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

// The share at R, by the definition.
inline Rational share_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const auto& [weight, min_share, max_share] = claimant;
  if (weight == 0) return min_share;
  const Rational at_least = std::max(min_share, Rational(weight * ratio));
  return max_share ? std::min(at_least, *max_share) : at_least;
}

// Whether a claimant may be in this branch at R. If its bounds are equal, R decides which of them
// it is at.
inline bool may_stand(const Claimant<Rational>& claimant, const Rational& ratio, Branch branch) {
  const auto& [weight, min_share, max_share] = claimant;
  if (weight == 0) return branch == Branch::at_min;
  const Rational share = share_at(claimant, ratio);
  if (branch == Branch::proportional) return share == weight * ratio;
  if (branch == Branch::at_max) return max_share == share && weight * ratio >= share;
  return min_share == share && weight * ratio <= share;
}

inline bool is_true_claim(const Problem<Rational>& problem, const Certificate& certificate,
                          const Divided& claim) {
  if (claim.ratio < 0) return false;
  std::vector<Rational> shares;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    const auto& claimant = problem.claimants[i];
    if (!may_stand(claimant, claim.ratio, certificate.branches[i])) return false;
    shares.push_back(share_at(claimant, claim.ratio));
  }
  if (properties::find_violation(problem, shares)) return false;
  const auto solution = exact::solve(problem);
  const auto& allocation = std::get<Allocation<Rational>>(solution);  // there are fair shares
  return !claim.ratios || *claim.ratios == exact::find_ratios(problem, allocation);
}

template <class Outcome>
bool is_true_claim(const Problem<Rational>& problem, const Certificate& certificate,
                   const Outcome& claim) {
  const auto solution = exact::solve(problem);
  const auto* outcome = std::get_if<Outcome>(&solution);
  return outcome != nullptr && *outcome == claim &&
         certificate.branches == properties::certify(problem, solution).branches;
}

// Whether the certificate is true, from the solver and from find_violation.
inline bool is_true(const Problem<Rational>& problem, const Certificate& certificate) {
  return std::visit([&](const auto& claim) { return is_true_claim(problem, certificate, claim); },
                    certificate.claim);
}

}  // namespace fairshare::tests
