#include "fairshare/properties/z3/search_steps.h"

#include <cstddef>

#include "fairshare/properties/z3/definition.h"

namespace fairshare::prover {
namespace {

using Breakpoints = std::vector<SymbolicKeys::Breakpoint>;
using Line = reference::generic::Line<SymbolicKeys::Sum>;

void prove_beginning(const Problem<Symbolic>& problem, const Breakpoints& breakpoints,
                     const Line& line, FreeChoices& choices, Path& path) {
  const Beginning<Symbolic> beginning = beginning_of(problem, choices);
  path.prove("the breakpoints are those of what is left",
             path.truth(beginning.breakpoints == names_of(breakpoints)));
  path.prove("the line is that of what is left",
             path.equal(beginning.line.fixed.value, line.fixed.value) &&
                 path.equal(beginning.line.weight.value, line.weight.value));
}

// Any ratio, and what it gives in two problems.
struct Given {
  const Problem<Symbolic>& problem;
  const Problem<Symbolic>& left;
  Path& path;
  Symbolic ratio = path.number("any ratio");
  std::vector<Symbolic> shares = any_numbers("given", problem.claimants.size(), path);
  std::vector<Symbolic> shares_left =
      any_numbers("given of what is left", problem.claimants.size(), path);

  // That the ratio gives these shares to one claimant; below, to all.
  z3::expr is_premise(std::size_t i) const {
    return path.at_most(0, ratio) && is_given(problem.claimants[i], {ratio}, shares[i], path) &&
           is_given(left.claimants[i], {ratio}, shares_left[i], path);
  }
  z3::expr is_premise() const {
    z3::expr all = path.truth(true);
    for (std::size_t i = 0; i < shares.size(); ++i) all = all && is_premise(i);
    return all;
  }
};

// How the search decided: by the line behind the lower part, at that part's last breakpoint. The
// ratio there, and each claimant's share on that line.
struct Trial {
  bool is_below_total;
  Symbolic ratio;
  std::vector<Symbolic> shares = {};
};

Symbolic last_ratio(const Breakpoints& breakpoints) {
  Symbolic last = breakpoints.front().ratio;
  for (const auto& breakpoint : breakpoints) {
    if (last < breakpoint.ratio) last = breakpoint.ratio;
  }
  return last;
}

Trial trial_of(const SymbolicKeys::Cut& cut, const Problem<Symbolic>& problem,
               FreeChoices& choices) {
  Trial trial{!cut.passed.empty(), {}};
  SymbolicKeys::Cut tried = cut;
  if (!trial.is_below_total) {  // for the trial, what is left was passed, and then the last one
    tried = {cut.left, {cut.dropped.begin() + 1, cut.dropped.end()}, {}, {}};
    tried.passed.push_back(cut.dropped.front());
  }
  trial.ratio = trial.is_below_total ? last_ratio(cut.passed) : cut.dropped.front().ratio;
  for (const auto& claimant : what_is_left(problem, tried).claimants) {
    const Line line = beginning_of<Symbolic>({problem.total, {claimant}}, choices).line;
    trial.shares.push_back(line.fixed.value + line.weight.value * trial.ratio);
  }
  return trial;
}

// About one claimant: on the side where the search continues, what is left gives the same share. On
// the other side both shares are beyond the one at the trial, so that their sums are on that side
// of the total. Or a share is above the total, since no line considers a maximum above the total.
std::vector<z3::expr> lemmas_of(std::size_t i, const Trial& trial, const Given& given) {
  Path& path = given.path;
  const Symbolic& total = given.problem.total;
  const auto is_before = [&](const Symbolic& a, const Symbolic& b) {
    return trial.is_below_total ? path.at_most(a, b) : path.at_most(b, a);
  };
  const auto is_beyond = [&](const Symbolic& share) {
    const z3::expr is_before_trial = is_before(share, trial.shares[i]);
    if (trial.is_below_total) return is_before_trial;
    return path.at_most(0, share) && (is_before_trial || path.less(total, share));
  };
  const Symbolic& share = given.shares[i];
  const Symbolic& share_left = given.shares_left[i];
  return {z3::implies(given.is_premise(i) && is_before(trial.ratio, given.ratio),
                      path.equal(share, share_left)),
          z3::implies(given.is_premise(i) && is_before(given.ratio, trial.ratio),
                      is_beyond(share) && is_beyond(share_left))};
}

}  // namespace

void prove_cut(const SymbolicKeys::Cut& cut, const Problem<Symbolic>& problem, FreeChoices& choices,
               Path& path) {
  const Problem<Symbolic> left = what_is_left(problem, cut);
  prove_beginning(left, cut.left, cut.line, choices, path);
  const Trial trial = trial_of(cut, problem, choices);
  const Given given{problem, left, path};
  std::vector<z3::expr> lemmas = {path.less(sum_of(trial.shares), problem.total) ==
                                  path.truth(trial.is_below_total)};
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    for (const z3::expr& lemma : lemmas_of(i, trial, given)) lemmas.push_back(lemma);
  }
  path.prove_by(
      lemmas, "what is left reaches the total where the whole does",
      z3::implies(given.is_premise(), path.less(sum_of(given.shares), problem.total) ==
                                          path.less(sum_of(given.shares_left), problem.total)));
}

void prove_beliefs(const SymbolicKeys::Beliefs& beliefs, const Problem<Symbolic>& problem,
                   const Symbolic& low, const Symbolic& high, FreeChoices& choices, Path& path) {
  prove_beginning(beliefs.problem, beliefs.breakpoints, beliefs.line, choices, path);
  const Given given{problem, beliefs.problem, path};
  const z3::expr is_between = path.at_most(low, given.ratio) && path.at_most(given.ratio, high);
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    path.prove("what is believed gives the same share",
               z3::implies(given.is_premise(i) && is_between,
                           path.equal(given.shares[i], given.shares_left[i])));
  }
}

}  // namespace fairshare::prover
