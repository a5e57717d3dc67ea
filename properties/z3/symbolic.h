// A number that is a term: code that computes with it computes for all values of its unknowns at
// once.
//
// A template over its Number runs on Symbolic as it runs on rationals. Arithmetic makes
// polynomials. A comparison asks Z3 which answers are possible for the values that lead here. If
// both are, this run takes one and a later run the other, until every path has been run.
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

  // Called for each assertion in the code under proof; a failure is a refutation.
  void assert_that(bool holds, const char* condition) const;

  Symbolic operator-() const;
  Symbolic& operator+=(const Symbolic& other);
  Symbolic& operator-=(const Symbolic& other) { return *this += -other; }
  friend Symbolic operator+(const Symbolic& a, const Symbolic& b);
  friend Symbolic operator-(const Symbolic& a, const Symbolic& b);
  friend Symbolic operator*(const Symbolic& a, const Symbolic& b);
  // Proves that b is not 0 here; if it can be, that is a refutation. The quotient q is a new
  // unknown with b * q = a.
  friend Symbolic operator/(const Symbolic& a, const Symbolic& b);

  friend bool operator==(const Symbolic& a, const Symbolic& b);
  friend bool operator<(const Symbolic& a, const Symbolic& b);
  friend bool operator>(const Symbolic& a, const Symbolic& b) { return b < a; }
  friend bool operator<=(const Symbolic& a, const Symbolic& b) { return !(b < a); }
  friend bool operator>=(const Symbolic& a, const Symbolic& b) { return !(a < b); }
};

// Values for which a claim or an assertion fails, or a divisor is 0, in the order of the unknowns.
struct Refutation {
  std::string claim;
  std::vector<std::pair<std::string, exact::Rational>> values;
  bool exact = true;               // false: Z3's own values are irrational, and these are near them
  std::vector<bool> choices = {};  // of Path::choose, in order
};

// The result of running all paths. It is a proof if nothing is refuted and nothing unknown.
struct Exploration {
  std::string name = {};
  std::size_t n = 0;
  std::size_t patterns = 1;  // of absent and present maximums
  std::size_t paths = 0;
  std::size_t queries = 0;
  std::size_t unknown = 0;                 // queries that Z3 did not answer
  std::optional<Refutation> refuted = {};  // the exploration ends at the first one
  double seconds = 0;

  bool is_proof() const { return unknown == 0 && !refuted && paths > 0; }
};

// The way of one run through the code, and the claims at its end. A run must be deterministic: as
// long as it gets the same answers, it asks for the same unknowns in the same order.
class Path {
 public:
  Path(const Limits& limits, Exploration& exploration);

  // The next unknown: any real number, or any real number that is not negative.
  Symbolic number(const std::string& name);
  Symbolic non_negative(const std::string& name);

  // a/b; b must be positive for all values that lead here.
  Symbolic quotient(const Symbolic& a, const Symbolic& b);

  // The polynomial in terms of quotients, if there are any: l is w*q once q = l/w is known. So
  // products of unknowns cancel, and most queries to Z3 have none.
  Polynomial normal(const Polynomial& polynomial) const;

  // Statements about numbers, to assume or to prove: nothing is decided by them.
  z3::expr less(const Symbolic& a, const Symbolic& b);
  z3::expr at_most(const Symbolic& a, const Symbolic& b);
  z3::expr equal(const Symbolic& a, const Symbolic& b);
  z3::expr truth(bool value);

  // From here on, only values for which it holds count. If there are none, that is a refutation.
  void assume(const z3::expr& statement);
  // Whether it holds. If both answers are possible, this run gets one and a later run the other.
  bool decide(const z3::expr& statement);
  // Either answer, for code that must be right with both: this run gets one, a later run the other.
  bool choose();
  // From here on, only values for which it holds count: the choices before were free only for
  // these. A run without such values ends here, and does not count as a path.
  void only_if(const z3::expr& statement);
  // Ends this run. It counts as a path; only its claims so far are proved.
  [[noreturn]] void end();
  // Proves that it holds for all values that lead here.
  void prove(const std::string& claim, const z3::expr& statement);
  // The same in steps, for claims that Z3 finds hard in one: first each of the lemmas, then that
  // the claim follows from those that hold, regardless of the way here. If that fails, the claim is
  // proved or refuted without lemmas.
  void prove_by(const std::vector<z3::expr>& lemmas, const std::string& claim,
                const z3::expr& statement);
  // Called where `claim` fails for all values that lead here. If no value leads here, this run
  // ends, and does not count as a path.
  [[noreturn]] void refute(const std::string& claim);

  // Goes back to the start, to take the last turn that has not been taken. False if all have been.
  bool turn_back();

 private:
  // The steps of a run, in order. The next run repeats them up to the last open turn.
  struct Step {
    z3::expr statement;  // as it holds on this way
    bool answer = true;
    bool is_narrowing = false;  // not all values that lead here go on, so Z3 is told
    bool is_open = false;       // the other way is possible, and has not been taken
    bool is_choice = false;
    std::optional<z3::model> other = {};  // values that lead the other way, while it is open
    std::size_t unknowns = 0;             // how many there were
  };

  std::optional<Step> repeat();
  void take(Step step);
  std::optional<bool> find_answer(const z3::expr& statement) const;
  z3::check_result check(z3::solver& solver);
  // Also false if Z3 does not know.
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
  std::vector<std::string> names_ = {};  // empty for a quotient
  std::size_t unknowns_asked_ = 0;
  std::vector<std::pair<unsigned, Polynomial>> rewritten_ = {};  // in this run, as is the next:
  std::vector<bool> is_positive_ = {};
  std::vector<Step> steps_ = {};
  std::size_t steps_taken_ = 0;
  std::optional<z3::model> witness_ = {};  // values that lead here
};

// Runs `run` along every path. Never throws: an exception of Z3's counts as an unknown answer.
Exploration explore(const std::function<void(Path&)>& run, const Limits& limits);

}  // namespace fairshare::prover
