#include "cli/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/shard.h"
#include "fairshare/exact/rational.h"
#include "formats/text/json.h"

namespace fairshare::cli {
namespace {

using prover::Code;
using prover::Exploration;

std::string_view status_of(const Exploration& exploration) {
  if (exploration.refuted) return "refuted";
  return exploration.is_proof() ? "proved" : "unknown";
}

std::string human_row(const Exploration& one) {
  return fmt::format("{:30}{:>3}{:>10}{:>8}{:>10}{:>9}  {:8}{:>8.2f} s\n", one.name, one.n,
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

// All codes, or the named ones in the order of the names; nothing after a complaint.
std::optional<std::vector<Code>> find_codes(const std::vector<Code>& all,
                                            const std::vector<std::string>& names,
                                            Console& console) {
  if (names.empty()) return all;
  std::vector<Code> wanted;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Code::name);
    if (found == all.end()) {
      console.refuse_usage(fmt::format("unknown code {}; --paths 1 lists them", name));
      return std::nullopt;
    }
    wanted.push_back(*found);
  }
  return wanted;
}

}  // namespace

int prove_paths(const PathsOptions& options, const std::vector<Code>& all, Console& console) {
  const auto codes = find_codes(all, options.codes, console);
  if (!codes) return 2;
  const auto shard = options.shard.empty() ? Shard{} : find_shard(options.shard);
  if (!shard) {
    console.refuse_usage(no_shard(options.shard));
    return 2;
  }
  const std::uint64_t patterns = std::uint64_t{1} << options.n_max;
  if (shard->count > patterns) {
    console.refuse_usage(fmt::format("--shard {}: {} claimants have only {} patterns",
                                     options.shard, options.n_max, patterns));
    return 2;
  }
  prover::Limits limits;
  limits.time = std::chrono::seconds(options.seconds);
  limits.seed = options.seed;
  if (!options.as_json) {
    console.print(fmt::format("{:30}{:>3}{:>10}{:>8}{:>10}{:>9}  {:8}{:>10}\n", "code", "n",
                              "patterns", "paths", "queries", "unknown", "status", "time"));
  }
  bool is_proof = true;
  for (std::uint32_t n = options.shard.empty() ? 1 : options.n_max; n <= options.n_max; ++n) {
    for (const Code& code : *codes) {
      if (options.codes.empty() && n > code.n_max) {
        console.warn(fmt::format("{}, n = {}: left out because it takes long; --code {} proves it",
                                 code.name, n, code.name));
        continue;
      }
      const Exploration one = code.explore({n, shard->number - 1, shard->count}, limits);
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
