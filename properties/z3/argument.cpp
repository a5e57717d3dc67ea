#include "properties/z3/argument.h"

#include <optional>
#include <utility>
#include <variant>

#include "properties/z3/terms.h"

namespace fairshare::prover {
namespace {

Query query_of(z3::context& context, const Argument& argument, std::string name,
               const std::vector<z3::expr>& assertions) {
  Query query{std::move(name), argument.engine, z3::expr_vector(context)};
  for (const z3::expr& assertion : assertions) query.assertions.push_back(assertion);
  return query;
}

std::vector<z3::expr> contrary_of(const Sentence& sentence) {
  std::vector<z3::expr> assertions = sentence.hypotheses;
  assertions.push_back(!sentence.claim);
  return assertions;
}

std::string text_of(const Model& model) {
  std::string text;
  for (const auto& [name, value] : model.values) {
    text += (text.empty() ? "" : ", ") + name + " = " + value;
  }
  return text;
}

// What is wrong where an answer should have been a model, or none.
std::optional<std::string> find_surprise(const Query& query, bool has_model, const Limits& limits,
                                         const std::string& surprise) {
  const Answer answer = ask(query, limits);
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    return query.name + ": Z3 does not know (" + unknown->reason + ")";
  }
  if (std::holds_alternative<Model>(answer) == has_model) return std::nullopt;
  const auto* model = std::get_if<Model>(&answer);
  return query.name + ": " + surprise + (model ? ": " + text_of(*model) : "");
}

// Hypotheses, lemmas and control: what must be in order before the theorem's own query counts.
std::optional<std::string> find_flaw(z3::context& context, const Argument& argument, Claim claim,
                                     const std::string& where, const Limits& limits) {
  std::vector<z3::expr> met = argument.theorem.hypotheses;
  met.insert(met.end(), argument.example.begin(), argument.example.end());
  const Query hypotheses = query_of(context, argument, where + "hypotheses", met);
  if (auto flaw = find_surprise(hypotheses, true, limits, "nothing meets them")) return flaw;

  for (const Sentence& lemma : argument.lemmas) {
    const Query possible = query_of(context, argument, where + "lemma", lemma.hypotheses);
    if (auto flaw = find_surprise(possible, true, limits, "nothing meets it")) return flaw;
    const Query contrary = query_of(context, argument, where + "lemma", contrary_of(lemma));
    if (auto flaw = find_surprise(contrary, false, limits, "it is wrong")) return flaw;
  }
  const Query control =
      query_of(context, argument, where + "control", contrary_of(argument.control));
  const bool must_fail = claim == Claim::proved;
  return find_surprise(control, must_fail, limits,
                       must_fail ? "the claim holds without the hypothesis"
                                 : "the claim fails with the hypothesis as well");
}

Verdict decide_for(const FixedTheorem& theorem, std::size_t n, const Limits& limits) {
  const std::string where = theorem.name + ", n = " + std::to_string(n) + ", ";
  z3::context context;
  const Argument argument = theorem.argument(context, n);
  if (auto flaw = find_flaw(context, argument, theorem.claim, where, limits)) {
    return {Status::unknown, 0, *flaw};
  }
  const Query query =
      query_of(context, argument, where + "contrary", contrary_of(argument.theorem));
  const Answer answer = ask(query, limits);
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    return {Status::unknown, 0, query.name + ": Z3 does not know (" + unknown->reason + ")"};
  }
  if (std::holds_alternative<NoModel>(answer)) return {Status::proved};
  const auto& model = std::get<Model>(answer);
  if (!theorem.replay || !theorem.replay(model, n)) {
    return {Status::unknown, 0, query.name + ": not confirmed by a replay: " + text_of(model)};
  }
  return {Status::refuted, 0, "n = " + std::to_string(n) + ": " + text_of(model)};
}

}  // namespace

Verdict decide(const FixedTheorem& theorem, const Limits& limits) {
  const Status claimed = theorem.claim == Claim::proved ? Status::proved : Status::refuted;
  Verdict verdict{Status::unknown, 0, "for no n at all"};
  try {
    for (std::size_t n = theorem.n_min; n <= theorem.n_max; ++n) {
      verdict = decide_for(theorem, n, limits);
      if (verdict.status != claimed) return verdict;
    }
  } catch (const z3::exception& error) {
    return {Status::unknown, 0, error.msg()};
  }
  return verdict;
}

Theorem listed(FixedTheorem theorem) {
  const std::string first = std::to_string(theorem.n_min);
  const std::string last = std::to_string(theorem.n_max);
  const std::string n = first == last ? first : first + " to " + last;
  Theorem entry{theorem.name, theorem.statement, n, "Z3", theorem.claim, {}};
  entry.decide = [fixed = std::move(theorem)](const Limits& limits) {
    return decide(fixed, limits);
  };
  return entry;
}

}  // namespace fairshare::prover
