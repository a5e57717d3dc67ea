#include "cli/paths.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <vector>

#include "exact/rational.h"
#include "formats/text/json.h"
#include "properties/z3/execution.h"

namespace fairshare::cli {
namespace {

using prover::Exploration;

std::string_view status_of(const Exploration& exploration) {
  if (exploration.refuted) return "refuted";
  return exploration.is_proof() ? "proved" : "unknown";
}

std::string human_row(const Exploration& one) {
  return fmt::format("{:28}{:>3}{:>10}{:>8}{:>10}{:>9}  {:8}{:>8.2f} s\n", one.name, one.n,
                     one.patterns, one.paths, one.queries, one.unknown, status_of(one),
                     one.seconds);
}

std::string json_line(const Exploration& one) {
  return fmt::format(
      "{{\"name\":{},\"n\":{},\"patterns\":{},\"paths\":{},\"queries\":{},\"unknown\":{},"
      "\"status\":{},\"seconds\":{:.3f}}}\n",
      formats::json::quoted(one.name), one.n, one.patterns, one.paths, one.queries, one.unknown,
      formats::json::quoted(status_of(one)), one.seconds);
}

// What fails, and for which numbers.
std::string complaint_about(const Exploration& one) {
  std::string complaint = fmt::format("{}, n = {}: {}", one.name, one.n, status_of(one));
  if (!one.refuted) return complaint;
  complaint += fmt::format(": {} fails for", one.refuted->claim);
  for (const auto& [name, value] : one.refuted->values) {
    complaint += fmt::format(" {} = {};", name, exact::to_text(value));
  }
  return complaint;
}

}  // namespace

int prove_paths(const PathsOptions& options, Console& console) {
  prover::Limits limits;
  limits.time = std::chrono::seconds(options.seconds);
  limits.seed = options.seed;
  if (!options.as_json) {
    console.print(fmt::format("{:28}{:>3}{:>10}{:>8}{:>10}{:>9}  {:8}{:>10}\n", "code", "n",
                              "patterns", "paths", "queries", "unknown", "status", "time"));
  }
  bool is_proof = true;
  for (std::uint32_t n = 1; n <= options.n_max; ++n) {
    for (const Exploration& one : prover::explore_all(n, limits)) {
      console.print(options.as_json ? json_line(one) : human_row(one));
      console.flush();
      if (one.is_proof()) continue;
      is_proof = false;
      console.warn(complaint_about(one));
    }
  }
  if (console.failed()) return 2;
  return is_proof ? 0 : 1;
}

}  // namespace fairshare::cli
