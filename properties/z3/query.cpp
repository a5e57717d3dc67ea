#include "fairshare/properties/z3/query.h"

#include <exception>
#include <set>

#include "fairshare/properties/z3/limits.h"

namespace fairshare::prover {
namespace {

// The symbols of a query: found in one walk through its terms.
struct Vocabulary {
  std::vector<z3::func_decl> symbols = {};  // in the order of their first appearance
  bool has_quantifiers = false;
  bool has_functions = false;
  bool has_bit_vectors = false;
  bool has_integers = false;
  bool has_reals = false;
  bool has_products = false;  // a product of two unknowns, or a quotient by one
};

bool is_product(const z3::expr& term) {
  const Z3_decl_kind kind = term.decl().decl_kind();
  if (kind == Z3_OP_MUL) {
    unsigned unknowns = 0;
    for (unsigned i = 0; i < term.num_args(); ++i) {
      if (!term.arg(i).is_numeral()) ++unknowns;
    }
    return unknowns > 1;
  }
  const bool divides = kind == Z3_OP_DIV || kind == Z3_OP_IDIV || kind == Z3_OP_MOD;
  return (divides && !term.arg(1).is_numeral()) || kind == Z3_OP_POWER;
}

void note(const z3::expr& term, std::set<unsigned>& seen, Vocabulary& vocabulary) {
  const z3::sort sort = term.get_sort();
  vocabulary.has_bit_vectors |= sort.is_bv();
  vocabulary.has_integers |= sort.is_int();
  vocabulary.has_reals |= sort.is_real();
  vocabulary.has_quantifiers |= term.is_quantifier();
  if (!term.is_app()) return;
  vocabulary.has_products |= is_product(term);
  if (term.decl().decl_kind() != Z3_OP_UNINTERPRETED) return;
  vocabulary.has_functions |= term.num_args() > 0;
  if (seen.insert(term.decl().id()).second) vocabulary.symbols.push_back(term.decl());
}

// Without recursion, since terms may be deeper than the stack. A shared term is visited once.
Vocabulary vocabulary_of(const z3::expr_vector& assertions) {
  Vocabulary vocabulary;
  std::set<unsigned> seen;
  std::vector<z3::expr> open;
  for (unsigned i = assertions.size(); i > 0; --i) {
    open.push_back(assertions[static_cast<int>(i) - 1]);
  }
  while (!open.empty()) {
    const z3::expr term = open.back();
    open.pop_back();
    if (!seen.insert(term.id()).second) continue;
    note(term, seen, vocabulary);
    if (term.is_quantifier()) open.push_back(term.body());
    if (!term.is_app()) continue;
    for (unsigned i = term.num_args(); i > 0; --i) open.push_back(term.arg(i - 1));
  }
  return vocabulary;
}

std::string logic_of(const Vocabulary& vocabulary) {
  const bool is_arithmetic = vocabulary.has_integers || vocabulary.has_reals;
  if (is_arithmetic && vocabulary.has_bit_vectors) return "ALL";
  std::string logic = vocabulary.has_quantifiers ? "" : "QF_";
  if (vocabulary.has_functions) logic += "UF";
  if (vocabulary.has_bit_vectors) return logic + "BV";
  if (!is_arithmetic) return vocabulary.has_functions ? logic : logic + "UF";
  logic += vocabulary.has_products ? "N" : "L";
  if (vocabulary.has_integers) logic += "I";
  if (vocabulary.has_reals) logic += "R";
  return logic + "A";
}

z3::solver solver_for(Engine engine, z3::context& context) {
  switch (engine) {
    case Engine::simple:
      return {context, z3::solver::simple()};
    case Engine::linear:
      return {context, "QF_LRA"};
    case Engine::nonlinear:
      return {context, "QF_NRA"};
    case Engine::bit_vectors:
      return {context, "QF_BV"};
    case Engine::automatic:
      break;
  }
  return {context};
}

// On one line: Z3 breaks the lines of long numbers.
std::string value_text(const z3::expr& value) {
  std::string text;
  for (const char c : value.to_string()) {
    const bool is_space = c == ' ' || c == '\n';
    if (!is_space || !text.ends_with(' ')) text += is_space ? ' ' : c;
  }
  return text;
}

// All values are Z3's own. This checks once more that they satisfy the assertions.
Answer model_of(const Query& query, const z3::model& model) {
  for (unsigned i = 0; i < query.assertions.size(); ++i) {
    if (model.eval(query.assertions[static_cast<int>(i)], true).is_false()) {
      return Unknown{"Z3's model does not satisfy the query"};
    }
  }
  Model answer;
  for (const z3::func_decl& symbol : vocabulary_of(query.assertions).symbols) {
    if (symbol.arity() != 0) continue;
    answer.values.emplace_back(symbol.name().str(), value_text(model.eval(symbol(), true)));
  }
  return answer;
}

}  // namespace

Answer ask(const Query& query, const Limits& limits) {
  try {
    z3::solver solver = solver_for(query.engine, query.assertions.ctx());
    set_memory_and_seed(solver, limits);
    for (unsigned i = 0; i < query.assertions.size(); ++i) {
      solver.add(query.assertions[static_cast<int>(i)]);
    }
    const Deadline deadline(query.assertions.ctx(), limits.time);
    switch (solver.check()) {
      case z3::unsat:
        return NoModel{};
      case z3::sat:
        return model_of(query, solver.get_model());
      case z3::unknown:
        break;
    }
    return Unknown{solver.reason_unknown()};
  } catch (const z3::exception& error) {
    return Unknown{error.msg()};
  } catch (const std::exception& error) {
    return Unknown{error.what()};
  }
}

std::string smt_lib(const Query& query) {
  const Vocabulary vocabulary = vocabulary_of(query.assertions);
  std::string text = "; " + query.name + "\n(set-logic " + logic_of(vocabulary) + ")\n";
  for (const z3::func_decl& symbol : vocabulary.symbols) text += symbol.to_string() + "\n";
  for (unsigned i = 0; i < query.assertions.size(); ++i) {
    text += "(assert " + query.assertions[static_cast<int>(i)].to_string() + ")\n";
  }
  return text + "(check-sat)\n";
}

}  // namespace fairshare::prover
