#include "fairshare/properties/z3/symbolic.h"

#include <algorithm>
#include <cassert>
#include <variant>

#include "fairshare/properties/z3/limits.h"

namespace fairshare::prover {
namespace {

using exact::Rational;

// Thrown if a run cannot go on; caught by `explore`. Only an exception gets out of code that knows
// nothing of proofs.
struct Halted {};

// Thrown if a run has seen enough.
struct Ended {};

// Thrown if a run takes a path that no values lead to.
struct Abandoned {};

Path* path_of(const Symbolic& a, const Symbolic& b) {
  assert(a.path == nullptr || b.path == nullptr || a.path == b.path);
  return a.path != nullptr ? a.path : b.path;
}

// An unknown that can be expressed by the others if `above` is `below` times a quotient: one that
// occurs only once, without a factor.
std::optional<unsigned> find_dependent(const Polynomial& above, const Polynomial& below) {
  const auto contains = [](const Polynomial& polynomial, unsigned unknown) {
    return std::ranges::count_if(polynomial.terms, [&](const auto& term) {
      return std::ranges::binary_search(term.first, unknown);
    });
  };
  for (const auto& [monomial, coefficient] : above.terms) {
    if (monomial.size() != 1) continue;
    const unsigned unknown = monomial[0];
    if (contains(above, unknown) == 1 && contains(below, unknown) == 0) return unknown;
  }
  return std::nullopt;
}

// The unknown, if the polynomial is one unknown times a positive coefficient.
std::optional<unsigned> find_unknown(const Polynomial& polynomial) {
  if (polynomial.terms.size() != 1) return std::nullopt;
  const auto& [monomial, coefficient] = *polynomial.terms.begin();
  if (monomial.size() != 1 || coefficient < 0) return std::nullopt;
  return monomial[0];
}

// a - b if that is evidently the same for all values that lead here.
std::optional<Rational> find_difference(const Symbolic& a, const Symbolic& b) {
  const Path* const path = path_of(a, b);
  const Polynomial difference = a.value - b.value;
  return find_constant(path != nullptr ? path->normal(difference) : difference);
}

// If products are compared, the incremental core takes minutes; nlsat, started anew for every
// query, takes milliseconds.
z3::solver make_solver(z3::context& context) {
  const auto tactic = [&](const char* name) { return z3::tactic(context, name); };
  return (tactic("simplify") & tactic("solve-eqs") & tactic("tseitin-cnf") & tactic("nlsat"))
      .mk_solver();
}

}  // namespace

void Symbolic::assert_that(bool holds, const char* condition) const {
  if (holds) return;
  assert(path != nullptr);
  path->refute(std::string("asserts ") + condition);
}

Symbolic Symbolic::operator-() const {
  return Symbolic(0) - *this;
}

Symbolic& Symbolic::operator+=(const Symbolic& other) {
  return *this = *this + other;
}

Symbolic operator+(const Symbolic& a, const Symbolic& b) {
  return {a.value + b.value, path_of(a, b)};
}

Symbolic operator-(const Symbolic& a, const Symbolic& b) {
  return {a.value - b.value, path_of(a, b)};
}

Symbolic operator*(const Symbolic& a, const Symbolic& b) {
  return {a.value * b.value, path_of(a, b)};
}

Symbolic operator/(const Symbolic& a, const Symbolic& b) {
  if (const auto divisor = find_constant(b.value); divisor && *divisor != 0) {
    return {a.value * constant(Rational(1 / *divisor)), a.path};
  }
  Path* const path = path_of(a, b);
  assert(path != nullptr);
  if (b > 0) return path->quotient(a, b);
  if (b < 0) return path->quotient(-a, -b);
  path->refute("no divisor is 0");
}

bool operator==(const Symbolic& a, const Symbolic& b) {
  if (const auto value = find_difference(a, b)) return *value == 0;
  Path& path = *path_of(a, b);
  return path.decide(path.equal(a, b));
}

bool operator<(const Symbolic& a, const Symbolic& b) {
  if (const auto value = find_difference(a, b)) return *value < 0;
  Path& path = *path_of(a, b);
  return path.decide(path.less(a, b));
}

Path::Path(const Limits& limits, Exploration& exploration)
    : solver_(make_solver(context_)),
      lemma_solver_(context_, z3::solver::simple()),
      time_(limits.time),
      exploration_(exploration) {
  set_memory_and_seed(solver_, limits);
  set_memory_and_seed(lemma_solver_, limits);
}

Symbolic Path::number(const std::string& name) {
  if (unknowns_asked_ == unknowns_.size()) {
    const std::string shown = name.empty() ? "quotient " + std::to_string(unknowns_asked_) : name;
    unknowns_.push_back(context_.real_const(shown.c_str()));
    names_.push_back(name);
  }
  assert(names_[unknowns_asked_] == name);
  is_positive_.push_back(false);
  return {unknown(static_cast<unsigned>(unknowns_asked_++)), this};
}

Symbolic Path::non_negative(const std::string& name) {
  const Symbolic number = this->number(name);
  assume(at_most(0, number));
  return number;
}

Symbolic Path::quotient(const Symbolic& a, const Symbolic& b) {
  const Polynomial numerator = normal(a.value);
  const Polynomial denominator = normal(b.value);
  if (const auto divisor = find_unknown(denominator)) {
    is_positive_[*divisor] = true;
    const Monomial factor = common_factor(numerator);
    const Rational scale = 1 / denominator.terms.begin()->second;
    if (std::ranges::binary_search(factor, *divisor)) {
      return {divide(numerator, {*divisor}) * constant(scale), this};
    }
  }
  const Symbolic quotient = number("");
  assume(term(numerator) == term(denominator * quotient.value));
  if (const auto dependent = find_dependent(numerator, denominator)) {
    const Polynomial alone = unknown(*dependent);
    const Rational coefficient = numerator.terms.at({*dependent});
    const Polynomial rest = numerator - alone * constant(coefficient);
    rewritten_.emplace_back(
        *dependent, (denominator * quotient.value - rest) * constant(Rational(1 / coefficient)));
  }
  return quotient;
}

Polynomial Path::normal(const Polynomial& polynomial) const {
  Polynomial normal = polynomial;
  for (const auto& [unknown, value] : rewritten_) normal = substitute(normal, unknown, value);
  return normal;
}

z3::expr Path::less(const Symbolic& a, const Symbolic& b) {
  return sign_term(a - b) < 0;
}

z3::expr Path::at_most(const Symbolic& a, const Symbolic& b) {
  return sign_term(a - b) <= 0;
}

z3::expr Path::equal(const Symbolic& a, const Symbolic& b) {
  return sign_term(a - b) == 0;
}

z3::expr Path::truth(bool value) {
  return context_.bool_val(value);
}

void Path::assume(const z3::expr& statement) {
  if (repeat()) return;
  std::optional<z3::model> model;
  if (ask(statement, model) == z3::unsat) refute("something can be assumed");
  witness_ = model;
  take({statement, true, true});
}

bool Path::decide(const z3::expr& statement) {
  if (const auto answer = find_answer(statement)) return *answer;
  if (const auto step = repeat()) return step->answer;
  // The way of the witness is possible, so Z3 is only asked about the other way.
  std::optional<z3::model> other;
  bool answer = true;
  bool is_fork = false;
  if (witness_) {
    answer = witness_->eval(statement, true).is_true();
    is_fork = ask(answer ? !statement : statement, other) != z3::unsat;
  } else {
    answer = ask(statement, witness_) != z3::unsat;
    is_fork = answer && ask(!statement, other) != z3::unsat;
  }
  take({answer ? statement : !statement, answer, is_fork, is_fork, false, other});
  return answer;
}

bool Path::choose() {
  if (const auto step = repeat()) return step->answer;
  take({truth(true), true, false, true, true, witness_});
  return true;
}

void Path::only_if(const z3::expr& statement) {
  if (repeat()) return;
  std::optional<z3::model> model = witness_;
  if (!model || !model->eval(statement, true).is_true()) {
    model.reset();
    if (ask(statement, model) == z3::unsat) throw Abandoned{};
  }
  witness_ = model;
  take({statement, true, true});
}

void Path::end() {
  throw Ended{};
}

void Path::prove(const std::string& claim, const z3::expr& statement) {
  if (repeat()) return;
  std::optional<z3::model> model;
  if (ask(!statement, model) == z3::sat) halt(claim, *model, !statement);
  take({statement, true, false});
}

void Path::prove_by(const std::vector<z3::expr>& lemmas, const std::string& claim,
                    const z3::expr& statement) {
  if (repeat()) return;
  lemma_solver_.push();
  for (const z3::expr& lemma : lemmas) {
    if (is_impossible(solver_, !lemma)) lemma_solver_.add(lemma);
  }
  const bool follows = is_impossible(lemma_solver_, !statement);
  lemma_solver_.pop();
  if (!follows) return prove(claim, statement);
  take({statement, true, false});
}

void Path::refute(const std::string& claim) {
  std::optional<z3::model> model;
  const z3::check_result result = ask(truth(true), model);
  if (result == z3::sat) halt(claim, *model, truth(true));
  if (result == z3::unsat) throw Abandoned{};
  throw Halted{};  // Z3 did not know; that is counted
}

bool Path::turn_back() {
  unknowns_asked_ = 0;
  steps_taken_ = 0;
  rewritten_.clear();
  is_positive_.clear();
  while (!steps_.empty() && !steps_.back().is_open) {
    if (steps_.back().is_narrowing) solver_.pop();
    steps_.pop_back();
  }
  if (steps_.empty()) return false;
  Step& step = steps_.back();
  unknowns_.resize(step.unknowns, truth(true));
  names_.resize(step.unknowns);
  if (!step.is_choice) {
    solver_.pop();
    step.statement = step.answer ? !step.statement : step.statement.arg(0);
    solver_.push();
    solver_.add(step.statement);
  }
  step.answer = !step.answer;
  step.is_open = false;
  witness_ = step.other;
  step.other.reset();
  return true;
}

std::optional<Path::Step> Path::repeat() {
  if (steps_taken_ == steps_.size()) return std::nullopt;
  return steps_[steps_taken_++];
}

void Path::take(Step step) {
  step.unknowns = unknowns_asked_;
  if (step.is_narrowing) {
    solver_.push();
    solver_.add(step.statement);
  }
  steps_.push_back(std::move(step));
  ++steps_taken_;
}

// The answer if the question was already asked on this path: the code asks some more than once.
std::optional<bool> Path::find_answer(const z3::expr& statement) const {
  for (std::size_t i = 0; i < steps_taken_; ++i) {
    const z3::expr& known = steps_[i].statement;
    if (z3::eq(known, statement)) return true;
    if (known.is_not() && z3::eq(known.arg(0), statement)) return false;
  }
  return std::nullopt;
}

z3::check_result Path::check(z3::solver& solver) {
  const Deadline deadline(context_, time_);
  return solver.check();
}

bool Path::is_impossible(z3::solver& solver, const z3::expr& statement) {
  ++exploration_.queries;
  solver.push();
  solver.add(statement);
  const z3::check_result result = check(solver);
  solver.pop();
  return result == z3::unsat;
}

z3::check_result Path::ask(const z3::expr& statement, std::optional<z3::model>& model) {
  ++exploration_.queries;
  solver_.push();
  solver_.add(statement);
  const z3::check_result result = check(solver_);
  if (result == z3::sat) model = solver_.get_model();
  if (result == z3::unknown) ++exploration_.unknown;
  solver_.pop();
  return result;
}

// The model's value, or if that is irrational, a rational one near it, if there is one.
exact::Rational Path::value_of(const z3::expr& unknown, z3::model& model, bool& is_exact) {
  const auto rational = [](const z3::expr& value) {
    const auto number = exact::parse_number(Z3_get_numeral_string(value.ctx(), value));
    return std::get<exact::TextNumber>(number).value;
  };
  const z3::expr value = model.eval(unknown, true);
  if (!value.is_algebraic()) return rational(value);
  for (const unsigned digits : {1U, 3U, 10U}) {
    for (const z3::expr& near : {value.algebraic_lower(digits), value.algebraic_upper(digits)}) {
      solver_.push();
      solver_.add(unknown == near);
      if (check(solver_) == z3::sat) {
        model = solver_.get_model();
        return rational(near);
      }
      solver_.pop();
    }
  }
  is_exact = false;
  return rational(value.algebraic_lower(10));
}

void Path::halt(const std::string& claim, const z3::model& model, const z3::expr& negation) {
  Refutation refutation;
  refutation.claim = claim;
  z3::model values = model;
  solver_.add(negation);
  for (std::size_t i = 0; i < unknowns_asked_; ++i) {
    if (names_[i].empty()) continue;
    refutation.values.emplace_back(names_[i], value_of(unknowns_[i], values, refutation.exact));
    solver_.add(unknowns_[i] == values.eval(unknowns_[i], true));
  }
  for (std::size_t i = 0; i < steps_taken_; ++i) {
    if (steps_[i].is_choice) refutation.choices.push_back(steps_[i].answer);
  }
  exploration_.refuted = refutation;
  throw Halted{};
}

z3::expr Path::term(const Polynomial& polynomial) {
  z3::expr sum = context_.real_val(0);
  for (const auto& [monomial, coefficient] : polynomial.terms) {
    z3::expr product = context_.real_val(exact::to_text(coefficient).c_str());
    for (const unsigned number : monomial) product = product * unknowns_[number];
    sum = sum + product;
  }
  return sum;
}

// A polynomial with the number's sign for all values that lead here: without the factors that are
// positive for all of them.
z3::expr Path::sign_term(const Symbolic& number) {
  const Polynomial polynomial = normal(number.value);
  Monomial factor = common_factor(polynomial);
  std::erase_if(factor, [&](unsigned unknown) { return !is_positive_[unknown]; });
  return term(divide(polynomial, factor));
}

Exploration explore(const std::function<void(Path&)>& run, const Limits& limits) {
  Exploration exploration;
  const auto start = std::chrono::steady_clock::now();
  try {
    Path path(limits, exploration);
    do {
      ++exploration.paths;
      try {
        run(path);
      } catch (const Ended&) {
      } catch (const Abandoned&) {
        --exploration.paths;
      }
    } while (path.turn_back());
  } catch (const Halted&) {
  } catch (const z3::exception&) {
    ++exploration.unknown;
  }
  exploration.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return exploration;
}

}  // namespace fairshare::prover
