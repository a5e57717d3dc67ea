// The command `fairshare-prove`, which `fairshare prove` starts: its options, and nothing else. It
// is a separate program because Z3 takes longer to build and to load than the rest of `fairshare`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <vector>

#include "cli/console.h"
#include "cli/parse.h"
#include "cli/paths.h"
#include "cli/prove.h"
#include "cli/replay.h"
#include "fairshare/properties/z3/found_bugs.h"

namespace {

constexpr const char* examples = R"(Examples:
  fairshare prove
  fairshare prove sum-is-monotone
  fairshare prove --paths 4 --code exact::solve --shard 1/16)";

void add_options(CLI::App& app, fairshare::cli::ProveOptions& options) {
  CLI::Option* names = app.add_option("NAME", options.names, "The theorems to prove. Default: all");
  CLI::Option* paths =
      app.add_option("--paths", options.paths,
                     "Instead, prove the C++ of the solvers and the checker on unknown numbers: "
                     "every path for 1 to N claimants (3 take minutes, 4 half an hour or more)")
          ->type_name("N")
          ->check(CLI::Range(1, 4))
          ->excludes(names);
  app.add_option("--code", options.codes,
                 "With --paths: only this code, however long it takes; repeat it for more")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(paths);
  app.add_option("--shard", options.shard,
                 "With --paths N: only N claimants, part I of M of their 2^N patterns of present "
                 "and absent maximums")
      ->type_name("I/M")
      ->needs(paths);
  app.add_option("--seconds", options.seconds, "Processor time limit for each query, in seconds")
      ->type_name("N")
      ->check(CLI::Range(1, 86'400))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Seed of Z3's choices")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--format", options.format,
                 "human; json: one theorem per line; markdown: the page of theorems")
      ->check(CLI::IsMember({"human", "json", "markdown"}))
      ->capture_default_str();
}

int run(const fairshare::cli::ProveOptions& options, fairshare::cli::Console& console) {
  namespace prover = fairshare::prover;
  if (options.paths == 0) {
    std::vector<prover::Theorem> theorems = prover::all_theorems();
    std::ranges::move(prover::theorems_of_found_bugs(fairshare::cli::is_shown_by_releases),
                      std::back_inserter(theorems));
    return fairshare::cli::prove(options, theorems, console);
  }
  if (options.format == "markdown") {
    console.refuse_usage("--format markdown cannot be combined with --paths");
    return 2;
  }
  return fairshare::cli::prove_paths({options.paths, options.codes, options.shard, options.seconds,
                                      options.seed, options.format == "json"},
                                     prover::all_codes(), console);
}

}  // namespace

int main(int argc, char** argv) {
  fairshare::cli::Console console;
  fairshare::cli::ProveOptions options;
  CLI::App app("Prove the theorems about fair division again, with Z3", "fairshare prove");
  add_options(app, options);
  app.footer(examples);
  if (const auto status = fairshare::cli::parse(app, argc, argv, console)) {
    return console.status_of(*status);
  }
  return console.status_of(run(options, console));
}
