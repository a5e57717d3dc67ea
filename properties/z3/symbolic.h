// A number that is a term: code computes with it for all values of its unknowns at once.
//
// A template over its Number runs on Symbolic as it runs on rationals. Arithmetic makes
// polynomials. A comparison asks Z3 which answers are possible for the values that lead here: of
// two possible ones a run takes one, and a later run the other, until every path is run.
#pragma once

#include <z3++.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/properties/z3/polynomial.h"
#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

class Path;

struct Symbolic {
  Polynomial value = {};
  Path* path = nullptr;  // where its unknowns are from; a constant has none

  Symbolic() = default;
  Symbolic(int number) : value(constant(number)) {}
  Symbolic(const exact::Rational& number) : value(constant(number)) {}
  Symbolic(Polynomial polynomial, Path* p) : value(std::move(polynomial)), path(p) {}

  // Called where the code under proof asserts something: its failure is a refutation.
  void assert_that(bool holds, const char* condition) const;

  Symbolic operator-() const;
  Symbolic& operator+=(const Symbolic& other);
  Symbolic& operator-=(const Symbolic& other) { return *this += -other; }
  friend Symbolic operator+(const Symbolic& a, const Symbolic& b);
  friend Symbolic operator-(const Symbolic& a, const Symbolic& b);
  friend Symbolic operator*(const Symbolic& a, const Symbolic& b);
  // Proves that b is not 0 here: a b that can be is a refutation. The quotient is a new unknown,
  // of which is known that b times it is a.
  friend Symbolic operator/(const Symbolic& a, const Symbolic& b);

  friend bool operator==(const Symbolic& a, const Symbolic& b);
  friend bool operator<(const Symbolic& a, const Symbolic& b);
  friend bool operator>(const Symbolic& a, const Symbolic& b) { return b < a; }
  friend bool operator<=(const Symbolic& a, const Symbolic& b) { return !(b < a); }
  friend bool operator>=(const Symbolic& a, const Symbolic& b) { return !(a < b); }
};

// Values for which a claim fails, or an assertion, or a divisor is 0; in the order of the unknowns.
struct Refutation {
  std::string claim;
  std::vector<std::pair<std::string, exact::Rational>> values;
  bool exact = true;               // false: Z3's own values are irrational, and these are near them
  std::vector<bool> choices = {};  // of Path::choose, in order
};

// What came of a run of all paths. It is a proof where nothing is refuted and nothing unknown.
struct Exploration {
  std::string name = {};
  std::size_t n = 0;
  std::size_t patterns = 1;  // of absent and present maximums
  std::size_t paths = 0;
  std::size_t queries = 0;
  std::size_t unknown = 0;                 // queries that Z3 did not answer
  std::optional<Refutation> refuted = {};  // the first one, at which the exploration ended
  double seconds = 0;

  bool is_proof() const { return unknown == 0 && !refuted && paths > 0; }
};

// One run's way through the code, and the claims at its end. A run is deterministic: it must ask
// for the same unknowns in the same order as long as it gets the same answers.
class Path {
 public:
  Path(const Limits& limits, Exploration& exploration);

  // The next unknown: any real number, or any that is not negative.
  Symbolic number(const std::string& name);
  Symbolic non_negative(const std::string& name);

  // a/b, where b is positive for all values that lead here.
  Symbolic quotient(const Symbolic& a, const Symbolic& b);

  // In terms of quotients where there are some: l is w*q once q = l/w is known. So products of
  // unknowns cancel, and most of what Z3 is asked has none.
  Polynomial normal(const Polynomial& polynomial) const;

  // Statements about numbers, to assume or to prove: nothing is decided by them.
  z3::expr less(const Symbolic& a, const Symbolic& b);
  z3::expr at_most(const Symbolic& a, const Symbolic& b);
  z3::expr equal(const Symbolic& a, const Symbolic& b);
  z3::expr truth(bool value);

  // From here on only the values for which it holds; that there are none is a refutation.
  void assume(const z3::expr& statement);
  // Whether it holds: one answer, where both are possible; the other one is for a later run.
  bool decide(const z3::expr& statement);
  // Either answer, for code that must be right with both: this run takes one, a later one the
  // other.
  bool choose();
  // From here on only the values for which it holds: the choices before were free only there. A run
  // that has no such value ends here, and does not count as a path.
  void only_if(const z3::expr& statement);
  // Ends this run: it counts as a path, and its claims are all that is said of it.
  [[noreturn]] void end();
  // That it holds for all values that lead here.
  void prove(const std::string& claim, const z3::expr& statement);
  // The same, in steps where Z3 finds it hard at once: first each of the lemmas, and then that the
  // claim follows from those that hold, without a look at the way here. A lemma may fail: then the
  // claim is proved, or refuted, as if there were none.
  void prove_by(const std::vector<z3::expr>& lemmas, const std::string& claim,
                const z3::expr& statement);
  // That no value leads here, since `claim` fails for all that do. Where none does, this run ends
  // here, and does not count as a path.
  [[noreturn]] void refute(const std::string& claim);

  // Back to the start, to take the last way not taken; false where all are.
  bool turn_back();

 private:
  // Where a run went on, in order: what the next run must repeat up to the last open turn.
  struct Step {
    z3::expr statement;  // as it is on this way
    bool answer = true;
    bool is_narrowing = false;  // not all values that lead here go on: Z3 is told
    bool is_open = false;       // the other way is possible, and still to do
    bool is_choice = false;
    std::optional<z3::model> other = {};  // values that lead the other way, while it is open
    std::size_t unknowns = 0;             // that there were
  };

  std::optional<Step> repeat();
  void take(Step step);
  std::optional<bool> find_answer(const z3::expr& statement) const;
  z3::check_result check(z3::solver& solver);
  // False also where Z3 does not know.
  bool is_impossible(z3::solver& solver, const z3::expr& statement);
  z3::check_result ask(const z3::expr& statement, std::optional<z3::model>& model);
  [[noreturn]] void halt(const std::string& claim, const z3::model& model,
                         const z3::expr& negation);
  z3::expr term(const Polynomial& polynomial);
  z3::expr sign_term(const Symbolic& number);
  exact::Rational value_of(const z3::expr& unknown, z3::model& model, bool& is_exact);

  z3::context context_;
  z3::solver solver_;
  z3::solver lemma_solver_;         // knows the lemmas alone
  std::chrono::milliseconds time_;  // for each query
  Exploration& exploration_;
  std::vector<z3::expr> unknowns_ = {};
  std::vector<std::string> names_ = {};  // a quotient has none
  std::size_t unknowns_asked_ = 0;
  std::vector<std::pair<unsigned, Polynomial>> rewritten_ = {};  // of this run, as are these:
  std::vector<bool> is_positive_ = {};
  std::vector<Step> steps_ = {};
  std::size_t steps_taken_ = 0;
  std::optional<z3::model> witness_ = {};  // values that lead here
};

// Runs `run` along every path. Never throws: an exception of Z3's counts as one more unknown.
Exploration explore(const std::function<void(Path&)>& run, const Limits& limits);

}  // namespace fairshare::prover
