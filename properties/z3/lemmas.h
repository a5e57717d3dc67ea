// The theorems for every n, kept as SMT-LIB files in properties/proofs/smt-lib/.
//
// A file states one theorem in English. It proves it by closed queries about one claimant (a lemma)
// and about one more claimant (an induction step), or it refutes it by a counterexample. Each query
// is between (push 1) and (pop 1) and states its expected answer. Two kinds of queries keep the
// others honest: `vacuity` shows that the hypotheses can be met at all, and `control` that without
// one of them the claim would fail.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

struct LemmaFile {
  std::string_view path;  // "sum-is-monotone.smt2"
  std::string_view text;
};

// All files of the folder, in the order of their names. The build generates the source that defines
// this (cmake/embed_lemmas.cmake).
std::span<const LemmaFile> all_lemma_files();

struct LemmaQuery {
  std::string what;   // vacuity, base, lemma, induction step, conclusion or control
  std::string about;  // what it says, in English; may be empty
  bool has_model;     // the expected answer: true is `sat`, false is `unsat`
  std::string text;   // a script of its own, without (check-sat)
};

// What is claimed about the statement: that it is true, or that it is not.
enum class LemmaClaim { proved, refuted };

struct Lemma {
  std::string name;       // its file's, without the .smt2
  std::string statement;  // an English sentence
  std::string n;          // "every n"; for a counterexample "2"
  std::string lifts;      // why the queries together prove it for that n
  std::string induction;  // Coq's theorems with the induction, "Existence.v:exists_iff"; or "none"
  LemmaClaim claim;
  std::vector<LemmaQuery> queries;
};

// The lemma, or what is wrong with the file: "sum-is-monotone.smt2:7: ...". It refuses
//   - a missing, unknown, repeated or empty header, and a name that is not the file's;
//   - a query without `; expect:` right before its (push 1), or one that is never checked;
//   - a claim without vacuity, without control, or with nothing that is proved: a theorem needs
//     at least one `sat` vacuity, one `sat` control and one `unsat` query of the other kinds. Where
//     the claim is `refuted`, a `sat` conclusion (the counterexample) and an `unsat` control (the
//     hypothesis which was missing) are needed;
//   - an expectation that is the wrong way round for its kind.
std::variant<Lemma, std::string> parse_lemma(std::string_view path, std::string_view text);

enum class LemmaStatus { proved, refuted, unknown };

// The answer to one query, and whether it is the expected one.
struct LemmaAnswer {
  bool is_expected;
  Answer answer;  // NoModel, a Model, or Unknown with its reason
  double seconds;
};

struct LemmaResult {
  LemmaStatus status;
  std::vector<LemmaAnswer> answers;  // one per query, in their order
  double seconds;
};

// Asks Z3 every query, each in its own context; `limits` apply to each query.
//   - proved: all is as expected, and the claim is `proved`;
//   - refuted: all is as expected, and the claim is `refuted`; or some query that must have no
//     model has one, which its answer then holds;
//   - unknown: everything else. One unknown query, an impossible hypothesis or a control that is
//     proved is enough.
LemmaResult check(const Lemma& lemma, const Limits& limits);

}  // namespace fairshare::prover
