// The command `fairshare`: its options, and nothing else.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>

#include "cli/console.h"
#include "cli/explain.h"
#include "cli/fuzz.h"
#include "cli/lint.h"
#include "cli/merge.h"
#include "cli/parse.h"
#include "cli/plot.h"
#include "cli/preempt.h"
#include "cli/schedulers.h"
#include "cli/solve.h"
#include "cli/start_prover.h"
#include "cli/verify.h"
#include "formats/records/memory.h"
#include "formats/report/reporter.h"
#include "fuzz/harness/emit/languages.h"

namespace {

constexpr const char* description =
    "Fair division by weights, minimums and maximums, in exact arithmetic: each share is\n"
    "clamp(weight * R, min_share, max_share) for one ratio R, and the shares add up to the total.";

constexpr const char* examples = R"(Examples:
  echo '{"total":100,"claimants":[{},{"weight":2,"max_share":30},{"weight":3}]}' | fairshare solve
  fairshare verify scheduler.json --allocations fair-scheduler.xml
  fairshare fuzz --time 60s -- python3 my_adapter.py

`fairshare COMMAND --help` shows the examples of each command.

Exit status: 0 success: solved, nothing unfair, proved, or nothing found; 1 something is unfair or
not proved; 2 something could not be read, judged or written; 3 the adapter could not be run; 141
the reader of the output closed it.)";

constexpr const char* solve_examples = R"(Examples:
  echo '{"total":100,"claimants":[{},{"weight":2,"max_share":30},{"weight":3}]}' | fairshare solve
  fairshare solve --units webster records.ndjson
  fairshare solve --scheduler yarn-2.7 records.ndjson)";

constexpr const char* verify_examples = R"(Examples:
  fairshare verify records.ndjson --details --set etl.weight=5
  fairshare verify scheduler.json --allocations fair-scheduler.xml
  fairshare verify --csv --group-by time --map name=queue,weight=w shares.csv)";

constexpr const char* plot_examples = R"(Examples:
  echo '{"total":100,"claimants":[{},{"weight":2,"max_share":30}]}' | fairshare plot >picture.svg
  fairshare plot records.ndjson --division a >a.svg
  fairshare plot scheduler.json --allocations fair-scheduler.xml --division "root, memory" >root.svg)";

constexpr const char* lint_examples = R"(Examples:
  fairshare lint fair-scheduler.xml
  fairshare lint --cluster memory=1048576,vcores=256 fair-scheduler.xml
  fairshare lint --release 2.7 --format json fair-scheduler.xml

Exit status: 0 no warnings; 1 a warning: an ignored element, a minimum that cannot be met, a queue
whose share is always 0; 2 the release refuses a file, or a file could not be read.)";

constexpr const char* preempt_examples = R"(Examples:
  fairshare preempt snapshot.json
  fairshare preempt --scheduler yarn-2.7 snapshots.ndjson
  fairshare preempt --format json snapshots.ndjson

The rules article, mr1, yarn-2.2, yarn-2.5, yarn-2.7, ytsaurus-2018 and ytsaurus-2019 were read in
public sources. What mr1 and yarn-2.7 reclaim agrees with recordings of the real code.)";

constexpr const char* fuzz_examples = R"(Examples:
  fairshare fuzz --time 60s -- python3 my_adapter.py
  fairshare fuzz --emit go --replay failures.ndjson -- ./my_adapter >fair_shares_test.go
  fairshare fuzz --cases 10000 --shared-object ./my_divider.so)";

constexpr const char* merge_examples = R"(Examples:
  fairshare merge results
  fairshare merge node1/results node2/results
  fairshare merge --format json results | jq .missing

Exit status: as for one run without shards; 2 also if a shard is missing.)";

constexpr const char* explain_examples = R"(Examples:
  fairshare explain
  fairshare explain FS204
  fairshare explain FS204 --open --explorer build/web/index.html)";

constexpr const char* list_examples = R"(Examples:
  fairshare schedulers
  fairshare schedulers | less
  fairshare schedulers --format json)";

void add_files(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("FILES", files,
                     "Records, one JSON object per line, or documents of a scheduler; default or "
                     "\"-\": standard input");
}

void add_jobs(CLI::App& command, std::size_t& jobs) {
  command.add_option("--jobs", jobs, "Process N records in parallel; the output keeps their order")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

void add_explorer(CLI::App& command, std::string& explorer) {
  command
      .add_option("--explorer", explorer,
                  "The address or file of the explorer, which --open opens and to which "
                  "--format html links (docs/explorer.md)")
      ->type_name("ADDRESS")
      ->envname("FAIRSHARE_EXPLORER");
}

void add_measure(CLI::App& command, fairshare::cli::Measure& measure) {
  CLI::Option* rounding = command.add_option(
      "--rounding", measure.rounding,
      "How the shares were rounded: exact; written (within half a unit of the last digit); to "
      "a double or float; or to whole units: nearest, down, or apportioned (adding up to the "
      "total). Default: what the record or the adapter says, else the type of its numbers if that "
      "is double or float, else written; for YARN, down");
  rounding->check(
      CLI::IsMember({"exact", "written", "double", "float", "nearest", "down", "apportioned"}));
  CLI::Option* within = command.add_option(
      "--within", measure.within, "Accept shares up to X from fair, in the units of the total");
  within->type_name("X");
  CLI::Option* relative = command.add_option("--relative", measure.relative,
                                             "Accept shares up to X times the total from fair; "
                                             "5 percent is 0.05");
  relative->type_name("X");
  command
      .add_option("--units", measure.units,
                  "The shares are whole units, handed out by METHOD: hamilton (largest "
                  "remainders), webster, dhondt or adams")
      ->type_name("METHOD")
      ->check(CLI::IsMember(fairshare::units_names))
      ->excludes(rounding)
      ->excludes(within)
      ->excludes(relative);
}

void add_documents(CLI::App& command, fairshare::cli::DocumentArguments& documents) {
  command
      .add_option("--allocations", documents.allocations,
                  "YARN's fair-scheduler.xml, for YARN responses; with --scheduler mr1, that of "
                  "MR1, for records of pools")
      ->type_name("FILE");
  command
      .add_option("--release", documents.release,
                  "The Hadoop release whose rules apply to YARN responses: 2.7 (2.6 to 2.7.3) or "
                  "3 (3.3 and later)")
      ->check(CLI::IsMember({"2.7", "3"}))
      ->default_str("3");
  command
      .add_option("--metrics", documents.metrics,
                  "The /metrics page of the scheduler or API server, for dumps of Kubernetes "
                  "objects")
      ->type_name("FILE");
  command
      .add_option("--total", documents.totals,
                  "The amount of a resource in the cluster, if the dump does not give it: cpu=96, "
                  "memory=512Gi; repeat it for each resource")
      ->type_name("RESOURCE=AMOUNT")
      ->allow_extra_args(false);
}

// Spellings of options' values, which main converts.
struct Spellings {
  std::string numbers = "exact";
  std::string units = {};
  std::string solve_format = "json";
  std::string list_format = "human";
};

void add_settings(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "What if: print the fair shares before and after NAME.weight=5, NAME.min=2, "
                  "NAME.max=unlimited or total=9; may be given several times")
      ->type_name("NAME.FIELD=VALUE")
      ->allow_extra_args(false);
}

CLI::App* add_solve(CLI::App& app, fairshare::cli::SolveOptions& options, Spellings& spellings) {
  CLI::App* solve = app.add_subcommand(
      "solve",
      "Print the fair shares, or what a scheduler computes, for records or for documents, such as "
      "a YARN response, an Orchid or a dump of Kubernetes objects");
  add_files(*solve, options.files);
  solve
      ->add_option("--numbers", spellings.numbers,
                   "exact: fractions; double: the double nearest to each exact answer")
      ->check(CLI::IsMember({"exact", "double"}))
      ->capture_default_str();
  CLI::Option* units = solve->add_option(
      "--units", spellings.units,
      "Print whole units that add up to the total: by largest remainders (hamilton), or by a "
      "divisor method (webster, dhondt, adams)");
  units->type_name("METHOD")->check(CLI::IsMember(fairshare::units_names));
  solve
      ->add_flag("--apportion", options.apportion,
                 "Print the shares of --units hamilton without naming ties")
      ->excludes(units);
  solve
      ->add_option(
          "--scheduler", options.scheduler,
          "Print what scheduler NAME computes, bit for bit; `fairshare schedulers` lists the names")
      ->type_name("NAME");
  solve->add_flag("--fair", options.fair,
                  "Print the fair shares by the scheduler's own rule, in fractions; --scheduler or "
                  "the record names the scheduler");
  solve->add_flag("--details", options.details,
                  "For trees: print every field that the scheduler computes");
  solve->add_flag("--steady", options.steady, "For YARN: print the steady fair shares");
  solve->add_flag(
      "--certificate", options.certificate,
      "Print each record with its answer and a proof; pipe it into verify --certificate");
  solve
      ->add_option("--smt-lib", options.smt_folder,
                   "Also write each record's claims into DIR, one file per record, as formulas "
                   "that z3 and cvc5 decide")
      ->type_name("DIR");
  add_documents(*solve, options.documents);
  add_settings(*solve, options.settings);
  add_jobs(*solve, options.jobs);
  solve->add_option("--format", spellings.solve_format, "json: one answer per line")
      ->check(CLI::IsMember({"json"}))
      ->capture_default_str();
  solve->footer(solve_examples);
  return solve;
}

CLI::App* add_verify(CLI::App& app, fairshare::cli::VerifyOptions& options) {
  CLI::App* verify =
      app.add_subcommand("verify",
                         "Check whether reported shares are fair, in records or in documents, such "
                         "as a YARN response, an Orchid or a dump of Kubernetes objects");
  add_files(*verify, options.files);
  add_measure(*verify, options.measure);
  verify
      ->add_option(
          "--format", options.format,
          "How to print verdicts: for people, programs, CI and monitoring (docs/verdicts.md)")
      ->check(CLI::IsMember(fairshare::formats::format_names()))
      ->capture_default_str();
  add_explorer(*verify, options.explorer);
  verify
      ->add_option("--scheduler", options.scheduler,
                   "Judge all records by the rule of scheduler NAME; \"fair\": the definition. "
                   "Default: what the record says")
      ->type_name("NAME");
  verify->add_flag(
      "--csv", options.table.is_csv,
      "FILES are tables (RFC 4180, with a header): one row for each claimant (docs/csv.md)");
  verify
      ->add_option("--group-by", options.table.group_by,
                   "Rows with the same value in COLUMN make one record; they must be adjacent. "
                   "Default: all rows are one record")
      ->type_name("COLUMN");
  verify
      ->add_option("--map", options.table.maps,
                   "The columns of the fields " +
                       fmt::format("{}", fmt::join(fairshare::formats::csv_fields, ", ")) +
                       ", if they have other names: name=queue,weight=w")
      ->type_name("FIELD=COLUMN,...")
      ->allow_extra_args(false);
  add_documents(*verify, options.documents);
  verify->add_flag("--steady", options.steady, "For YARN: judge the steady fair shares");
  verify
      ->add_flag(
          "--strict", options.documents.is_strict,
          "For YARN: report what it ignores in fair-scheduler.xml as an error, not a warning")
      ->needs(verify->get_option("--allocations"));
  verify->add_flag("--certificate", options.certificate,
                   "Check the records' certificates, without solving anything");
  verify->add_flag(
      "--ordering", options.ordering,
      "Check only that some ratio gives the shares, whatever the total: for "
      "schedulers that order and compute no shares (Kueue, YuniKorn, Mesos, Spark, Slurm, mClock)");
  add_settings(*verify, options.settings);
  add_jobs(*verify, options.jobs);
  verify
      ->add_option("--shard", options.shard,
                   "Judge only part I of N: every N-th record or document, from the I-th")
      ->type_name("I/N");
  verify->add_option("--save", options.save, "Write a summary for `fairshare merge` into FOLDER")
      ->type_name("FOLDER");
  verify->add_flag("--details", options.details,
                   "Show every claimant with its bounds, its fair share and the reason for it");
  verify->add_flag("--quiet", options.quiet, "Show only what is not fair, and the last line");
  verify->add_flag("--summary", options.summary, "Show only the last line");
  verify->add_flag("--exit-zero", options.exit_zero, "Exit with 0 instead of 1");
  verify->add_flag("--allow-empty", options.allow_empty,
                   "Exit with 0, not 2, if there is nothing to judge");
  verify->footer(verify_examples);
  return verify;
}

CLI::App* add_plot(CLI::App& app, fairshare::cli::PlotOptions& options) {
  CLI::App* plot = app.add_subcommand("plot",
                                      "Draw a division as SVG: the sum of all shares at each R, "
                                      "and the ratios that each share allows");
  add_files(*plot, options.files);
  plot->add_option("--division", options.division,
                   "Draw the division NAME; needed if there are several")
      ->type_name("NAME");
  add_measure(*plot, options.measure);
  plot->add_option("--scheduler", options.scheduler,
                   "Draw all records by the rule of scheduler NAME; \"fair\": the definition. "
                   "Default: what the record says")
      ->type_name("NAME");
  add_documents(*plot, options.documents);
  plot->add_flag("--steady", options.steady, "For YARN: draw the steady fair shares");
  plot->footer(plot_examples);
  return plot;
}

CLI::App* add_lint(CLI::App& app, fairshare::cli::LintOptions& options) {
  CLI::App* lint =
      app.add_subcommand("lint",
                         "Check a fair-scheduler.xml without a response: what YARN ignores in it, "
                         "which minimums cannot be met, and the steady shares");
  lint->add_option("FILES", options.files,
                   "Allocations files, of YARN or of MR1; default or \"-\": standard input");
  lint->add_option("--cluster", options.cluster,
                   "The cluster's resources, memory in MB: memory=8192,vcores=8; for MR1 maps=40,"
                   "reduces=20. Default: shares are fractions of the cluster")
      ->type_name("RESOURCE=AMOUNT,...")
      ->join(',');
  lint->add_option("--release", options.release, "The Hadoop release whose YARN reads the file")
      ->check(CLI::IsMember({"2.7", "3"}))
      ->capture_default_str();
  lint->add_option("--format", options.format, "human; json: one warning, error or queue per line")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();
  lint->footer(lint_examples);
  return lint;
}

CLI::App* add_preempt(CLI::App& app, fairshare::cli::PreemptOptions& options) {
  CLI::App* preempt = app.add_subcommand("preempt",
                                         "Show which claimants in a snapshot are starved, and "
                                         "which tasks are warned or killed for them");
  preempt->add_option("FILES", options.files,
                      "Snapshots, one JSON object per line; default or \"-\": standard input");
  preempt
      ->add_option(
          "--scheduler", options.scheduler,
          "Apply the rule of scheduler NAME (docs/preemption.md). Default: what the snapshot says; "
          "needed if it says none")
      ->type_name("NAME");
  preempt->add_option("--format", options.format, "human; json: one answer per line")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();
  preempt->footer(preempt_examples);
  return preempt;
}

CLI::App* add_fuzz(CLI::App& app, fairshare::cli::FuzzOptions& options) {
  CLI::App* fuzz = app.add_subcommand(
      "fuzz", "Test your scheduler on adversarial problems, and shrink those on which it fails");
  fuzz->add_option("COMMAND", options.command,
                   "The adapter, after \"--\": it answers each line of JSON with a line of JSON");
  fuzz->add_option(
          "--shared-object", options.shared_object,
          "Call fairshare_candidate in the shared object FILE instead of running a command")
      ->type_name("FILE");
  fuzz->add_option("--serve-shared-object", options.serve)->group("");
  CLI::Option* replay =
      fuzz->add_option("--replay", options.replay,
                       "Run only the problems in FILES: records, or documents of a scheduler")
          ->type_name("FILES ...");
  add_documents(*fuzz, options.documents);
  fuzz->add_option("--scheduler", options.scheduler,
                   "Judge by the rule of scheduler NAME; \"fair\": the definition. Default: what "
                   "the adapter says")
      ->type_name("NAME");
  fuzz->add_option(
          "--numbers", options.numbers,
          "The type in which the adapter takes numbers. Default: what the adapter says, else "
          "multiples of 1/64 up to 2^46, which doubles and decimals represent exactly")
      ->check(CLI::IsMember({"exact", "double", "float32", "int64", "int32"}));
  fuzz->add_option(
          "--answers", options.answers,
          "The type of the adapter's shares. Default: what the adapter says, else as --numbers")
      ->check(CLI::IsMember({"exact", "double", "float32", "int64", "int32"}));
  add_measure(*fuzz, options.measure);
  fuzz->add_option("--time", options.time,
                   "Stop after this time: 60s, 5m, 1h; a bare number is seconds. Default: 60s, "
                   "unless --cases is given")
      ->type_name("TIME");
  fuzz->add_option("--cases", options.cases,
                   "Stop after N problems; with --time, at the limit that comes first")
      ->type_name("N");
  fuzz->add_option("--seed", options.seed,
                   "Repeat the problems of seed N. Default: a new seed each time")
      ->type_name("N");
  fuzz->add_option("--jobs", options.jobs, "Run N adapters in parallel")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  fuzz->add_option("--deadline", options.deadline, "Time limit for each answer")
      ->type_name("TIME")
      ->capture_default_str();
  fuzz->add_option("--first-deadline", options.first_deadline,
                   "Time limit for the first answer after each start of the adapter")
      ->type_name("TIME")
      ->capture_default_str();
  fuzz->add_option("--families", options.families,
                   "Families of problems, such as ties,zeros. Default: all")
      ->type_name("LIST");
  fuzz->add_option("--size-max", options.size_max, "At most N claimants per problem")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  fuzz->add_flag("--trees", options.trees, "Include trees");
  fuzz->add_flag("--no-demands", options.without_demands, "Leave out demands");
  fuzz->add_flag("--infeasible", options.infeasible,
                 "Include problems without a fair allocation, and those that the scheduler's "
                 "documentation excludes");
  fuzz->add_flag("--first", options.until_first, "Stop at the first failure");
  fuzz->add_flag("--allow-empty", options.allow_empty,
                 "Exit with 0, not 2, if no answer was judged");
  fuzz->add_option("--shard", options.shard,
                   "Send only part I of N of the problems; needs --seed, the same for all parts")
      ->type_name("I/N");
  fuzz->add_option("--save", options.save,
                   "Save failing records in FOLDER, and with --shard a summary for "
                   "`fairshare merge`; \"\": save none")
      ->type_name("FOLDER")
      ->capture_default_str();
  fuzz->add_option("--format", options.format, "human, json or junit")
      ->check(CLI::IsMember({"human", "json", "junit"}))
      ->capture_default_str();
  std::vector<std::string> languages;
  for (const auto& language : fairshare::harness::languages) languages.emplace_back(language.name);
  fuzz->add_option("--emit", options.emit,
                   "Print a test for each failure instead of a report: Go, JUnit 5, pytest or "
                   "GoogleTest with your function in it; or JUnit's XML")
      ->type_name("LANGUAGE")
      ->check(CLI::IsMember(languages));
  // Options such as --size-max say what new problems are like: ci/fuzz.sh passes them to replays
  // too.
  for (const char* campaign : {"--time", "--cases", "--seed", "--shard"}) {
    fuzz->get_option(campaign)->excludes(replay);
  }
  fuzz->footer(fuzz_examples);
  return fuzz;
}

CLI::App* add_merge(CLI::App& app, fairshare::cli::MergeOptions& options) {
  CLI::App* merge = app.add_subcommand(
      "merge",
      "Combine the summaries of a run's shards: what failed, and which shards are missing");
  merge->add_option("FOLDERS", options.folders, "The folders with the shards' summaries")
      ->required();
  merge->add_option("--format", options.format, "human; json: one object")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();
  merge->footer(merge_examples);
  return merge;
}

// Its options are those of fairshare-prove.
CLI::App* add_prove(CLI::App& app) {
  CLI::App* prove =
      app.add_subcommand("prove", "Prove the theorems about fair division again, with Z3");
  prove->footer("`fairshare prove --help`, or fairshare-prove(1), has its options.");
  prove->prefix_command();
  prove->set_help_flag();
  return prove;
}

void add_explain(CLI::App& app, fairshare::cli::ExplainOptions& options) {
  CLI::App* explain = app.add_subcommand("explain", "Explain a code, or list all codes");
  explain->add_option("CODE", options.code, "The code, such as FS204");
  explain->add_flag("--open", options.open, "Open the code's record in the explorer");
  add_explorer(*explain, options.explorer);
  explain->footer(explain_examples);
}

// The arguments of a run, except those that may differ between its shards: "--seed 7 --cases 3000".
std::string run_of(const CLI::App& command) {
  constexpr std::array<std::string_view, 12> own = {
      "--shard",   "--save",  "--jobs",    "--format",    "--explorer",    "--emit",
      "--details", "--quiet", "--summary", "--exit-zero", "--allow-empty", "--shared-object"};
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (name == "FILES" && option->count() == 0) words += "-";  // standard input
    if (option->count() == 0 || name == "COMMAND" || std::ranges::find(own, name) != own.end()) {
      continue;
    }
    const bool is_flag = option->get_items_expected_max() == 0;
    if (!option->get_positional()) words += fmt::format("{}{}", words.empty() ? "" : " ", name);
    if (is_flag) continue;
    for (const std::string& value : option->results()) {
      words += fmt::format("{}{}", words.empty() ? "" : " ", value);
    }
  }
  return words;
}

int run(int argc, char** argv, fairshare::cli::Console& console) {
  fairshare::cli::SolveOptions to_solve;
  fairshare::cli::VerifyOptions to_verify;
  fairshare::cli::PlotOptions to_plot;
  fairshare::cli::LintOptions to_lint;
  fairshare::cli::PreemptOptions to_preempt;
  fairshare::cli::FuzzOptions to_fuzz;
  fairshare::cli::MergeOptions to_merge;
  fairshare::cli::ExplainOptions to_explain;
  Spellings spellings;

  CLI::App app(description, "fairshare");
  app.footer(examples);
  app.set_version_flag("--version", "fairshare " FAIRSHARE_VERSION);
  app.require_subcommand(1);
  const CLI::App* solve = add_solve(app, to_solve, spellings);
  const CLI::App* verify = add_verify(app, to_verify);
  const CLI::App* plot = add_plot(app, to_plot);
  const CLI::App* lint = add_lint(app, to_lint);
  const CLI::App* preempt = add_preempt(app, to_preempt);
  const CLI::App* fuzz = add_fuzz(app, to_fuzz);
  const CLI::App* merge = add_merge(app, to_merge);
  const CLI::App* prove = add_prove(app);
  add_explain(app, to_explain);
  CLI::App* list = app.add_subcommand("schedulers", "List the schedulers that fairshare models");
  list->add_option("--format", spellings.list_format, "human; json: one scheduler per line")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();
  list->footer(list_examples);

  if (const auto status = fairshare::cli::parse(app, argc, argv, console)) return *status;

  // Takes the adapter's words unchanged: CLI11 removes the brackets from "[a,b]" and makes two
  // words of it. It also refuses words both before and after the dashes.
  char** const dashes = std::find(argv, argv + argc, std::string_view("--"));
  if (dashes != argv + argc) to_fuzz.command.assign(dashes + 1, argv + argc);

  to_solve.in_doubles = spellings.numbers == "double";
  to_solve.units = fairshare::find_units(spellings.units);
  if (*solve) return fairshare::cli::solve(to_solve, console);
  to_verify.run = run_of(*verify);
  to_fuzz.run = run_of(*fuzz);
  if (*verify) return fairshare::cli::verify(to_verify, console);
  if (*plot) return fairshare::cli::plot(to_plot, console);
  if (*lint) return fairshare::cli::lint(to_lint, console);
  if (*fuzz) return fairshare::cli::fuzz(to_fuzz, console);
  if (*merge) return fairshare::cli::merge(to_merge, console);
  if (*prove) return fairshare::cli::start_prover(prove->remaining(), console);
  if (*preempt) return fairshare::cli::preempt(to_preempt, console);
  if (*list) return fairshare::cli::list_schedulers(spellings.list_format == "json", console);
  return fairshare::cli::explain(to_explain, console);
}

}  // namespace

int main(int argc, char** argv) {
  fairshare::cli::Console console;
  try {
    return console.status_of(run(argc, argv, console));
  } catch (const std::bad_alloc&) {  // not in a record, but for example while a line is read
    console.flush();
    console.complain(fairshare::formats::out_of_memory("", 0));
    return 2;
  }
}
