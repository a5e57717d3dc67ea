// `fairshare prove`: the theorems, proved again on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "fairshare/properties/z3/theorems.h"

namespace fairshare::cli {

enum class ProveFormat { human, json, markdown };

struct ProveOptions {
  std::vector<std::string> names = {};  // none: all
  std::uint32_t paths = 0;              // above 0: cli/paths.h in place of the theorems, with
  std::vector<std::string> codes = {};  // these
  std::string shard = {};               // and this
  std::uint32_t seconds = 60;           // for each query; at least 1
  std::uint32_t seed = 0;
  ProveFormat format = ProveFormat::human;
};

// properties/proofs/coq/theorems.txt, embedded by the build: a line for each theorem that Coq
// proves, its name, file, n and statement between tabs.
extern const std::string_view coq_theorems;

// Proves `all`, or those of them that are named.
//
// human: a table; json: one object per line; markdown: the page of theorems, with Coq's, which says
// nothing that differs from run to run. A row is printed as soon as its theorem is decided; what is
// not as claimed, and why, goes to standard error. Coq itself is never run here.
//
// The exit status: 0 where each is proved or, where that is the claim, refuted; 1 where one is not;
// 2 for an unknown name (and nothing is proved), or an output that cannot be written.
int prove(const ProveOptions& options, const std::vector<prover::Theorem>& all, Console& console);

}  // namespace fairshare::cli
