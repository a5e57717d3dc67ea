// The theorems: each is an English sentence that Z3 proves, or refutes if that is the claim.
//
// Those about the rule are in SMT-LIB files (lemmas.h), those about YARN's ints in found_bugs.h.
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
  std::string details = {};  // why it is unknown, the counterexample, or what was asked
};

struct Theorem {
  std::string name;       // "sum-is-monotone"
  std::string statement;  // an English sentence
  std::string n;          // the number of claimants: "every n", "2"
  std::string tool;       // "Z3"
  Claim claim;
  std::function<Verdict(const Limits&)> decide = {};  // the limits of each query
  std::string induction = "none";  // as in lemmas.h: where Coq proves it for lists of claimants
};

// The theorem of a file. A file that cannot be read becomes a theorem named after its path; its
// verdict is unknown, and the details say what is wrong with the file.
Theorem theorem_of(const LemmaFile& file);

// The theorems of all files, in their order; names are unique.
std::vector<Theorem> all_theorems();

// The verdict. A theorem counts as proved only if its hypotheses can be met, its claim fails
// without one of them, and no query is unknown. It is refuted only by a counterexample that has
// been replayed: by the claim's own definitions for a lemma's file, on the models of its releases
// for YARN.
Verdict prove(const Theorem& theorem, const Limits& limits);

// Whether the verdict is what the theorem claims.
bool is_as_claimed(const Theorem& theorem, const Verdict& verdict);

// "proved", "refuted", "unknown".
std::string name_of(Status status);

}  // namespace fairshare::prover
