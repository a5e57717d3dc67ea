#include "fairshare/properties/z3/theorems.h"

#include <cassert>
#include <chrono>
#include <cstddef>
#include <variant>

namespace fairshare::prover {
namespace {

// The first answer that is not the expected one, and what it should have been.
std::string surprise_of(const Lemma& lemma, const LemmaResult& result) {
  for (std::size_t i = 0; i < result.answers.size() && i < lemma.queries.size(); ++i) {
    const LemmaAnswer& answer = result.answers[i];
    if (answer.is_expected) continue;
    const LemmaQuery& query = lemma.queries[i];
    const std::string where = query.about.empty() ? query.what : query.what + ", " + query.about;
    if (const auto* unknown = std::get_if<Unknown>(&answer.answer)) {
      return where + ": Z3 does not know (" + unknown->reason + ")";
    }
    return where + (query.has_model ? ": has no model" : ": has a model");
  }
  return "";
}

Status status_of(LemmaStatus status) {
  switch (status) {
    case LemmaStatus::proved:
      return Status::proved;
    case LemmaStatus::refuted:
      return Status::refuted;
    case LemmaStatus::unknown:
      break;
  }
  return Status::unknown;
}

Theorem theorem_of(const Lemma& lemma) {
  Theorem theorem{lemma.name, lemma.statement, lemma.n, "Z3", Claim::proved, {}, lemma.induction};
  if (lemma.claim == LemmaClaim::refuted) theorem.claim = Claim::refuted;
  theorem.decide = [lemma](const Limits& limits) {
    const LemmaResult result = check(lemma, limits);
    return Verdict{status_of(result.status), 0, surprise_of(lemma, result)};
  };
  return theorem;
}

Theorem unreadable(std::string_view path, const std::string& problem) {
  Theorem theorem{std::string(path), "(unreadable)", "none", "Z3", Claim::proved, {}};
  theorem.decide = [problem](const Limits&) { return Verdict{Status::unknown, 0, problem}; };
  return theorem;
}

}  // namespace

Theorem theorem_of(const LemmaFile& file) {
  const auto parsed = parse_lemma(file.path, file.text);
  if (const auto* problem = std::get_if<std::string>(&parsed))
    return unreadable(file.path, *problem);
  return theorem_of(std::get<Lemma>(parsed));
}

std::vector<Theorem> all_theorems() {
  std::vector<Theorem> theorems;
  for (const LemmaFile& file : all_lemma_files()) theorems.push_back(theorem_of(file));
  return theorems;
}

Verdict prove(const Theorem& theorem, const Limits& limits) {
  assert(theorem.decide);
  const auto start = std::chrono::steady_clock::now();
  Verdict verdict = theorem.decide(limits);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  verdict.seconds = time.count();
  return verdict;
}

bool is_as_claimed(const Theorem& theorem, const Verdict& verdict) {
  switch (theorem.claim) {
    case Claim::proved:
      return verdict.status == Status::proved;
    case Claim::refuted:
      return verdict.status == Status::refuted;
  }
  return false;
}

std::string name_of(Status status) {
  switch (status) {
    case Status::proved:
      return "proved";
    case Status::refuted:
      return "refuted";
    case Status::unknown:
      break;
  }
  return "unknown";
}

}  // namespace fairshare::prover
