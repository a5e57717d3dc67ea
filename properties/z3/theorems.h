// The theorems: each an English sentence that Z3 proves, or refutes where that is the claim.
//
// Those about the rule stand in SMT-LIB files (lemmas.h), those about YARN's ints in found_bugs.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fairshare/properties/z3/lemmas.h"
#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

enum class Claim { proved, refuted };
enum class Status { proved, refuted, unknown };

struct Verdict {
  Status status;
  double seconds = 0;
  std::string details = {};  // why it is unknown; the counterexample; or what was asked
};

struct Theorem {
  std::string name;       // "sum-is-monotone"
  std::string statement;  // an English sentence
  std::string n;          // for how many claimants: "every n", "2"
  std::string tool;       // "Z3"
  Claim claim;
  std::function<Verdict(const Limits&)> decide = {};  // the limits of each query
  std::string induction = "none";  // as in lemmas.h: where Coq says it of lists of claimants
};

// The theorem of a file. A file that cannot be read is a theorem named by its path, whose verdict
// is unknown, with what is wrong with the file as its details.
Theorem theorem_of(const LemmaFile& file);

// Those of the files, in their order; each name once.
std::vector<Theorem> all_theorems();

// Never proved unless its hypotheses can be met, its claim without one of them fails, and no query
// is unknown. Refuted only by a counterexample that has been replayed: in a lemma's file by the
// claim's own definitions, of YARN on the models of its releases.
Verdict prove(const Theorem& theorem, const Limits& limits);

// Whether the verdict is what the theorem claims.
bool is_as_claimed(const Theorem& theorem, const Verdict& verdict);

// "proved", "refuted", "unknown".
std::string name_of(Status status);

}  // namespace fairshare::prover
