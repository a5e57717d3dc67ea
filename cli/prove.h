// `fairshare prove`: the theorems, proved again on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "fairshare/properties/z3/theorems.h"

namespace fairshare::cli {

struct ProveOptions {
  std::vector<std::string> names = {};  // none: all
  std::uint32_t paths = 0;              // above 0: cli/paths.h instead of the theorems, with
  std::vector<std::string> codes = {};  // these
  std::string shard = {};               // and this
  std::uint32_t seconds = 60;           // for each query; at least 1
  std::uint32_t seed = 0;
  std::string format = "human";  // "json" or "markdown"
};

// properties/proofs/coq/theorems.txt, embedded by the build. Each line is a theorem that Coq
// proves: its name, file, n and statement, separated by tabs.
extern const std::string_view coq_theorems;

// Proves `all` theorems, or only the named ones.
//
// human: a table; json: one object per line; markdown: the page of theorems, including Coq's, with
// nothing that differs from run to run. A row is printed as soon as its theorem is decided. Results
// that are not as claimed go to standard error, with the reason. Coq itself is never run here.
//
// The exit status: 0 if each is proved, or refuted if that is the claim; 1 if one is not; 2 for an
// unknown name (then nothing is proved), or an output that cannot be written.
int prove(const ProveOptions& options, const std::vector<prover::Theorem>& all, Console& console);

}  // namespace fairshare::cli
