// The command `fairshare`: its options, and nothing else.
#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "cli/console.h"
#include "cli/explain.h"
#include "cli/fuzz.h"
#include "cli/parse.h"
#include "cli/preempt.h"
#include "cli/schedulers.h"
#include "cli/solve.h"
#include "cli/start_prover.h"
#include "cli/verify.h"
#include "formats/report/reporter.h"

namespace {

constexpr const char* description =
    "Fair division by weights, minimums and maximums, in exact arithmetic: each share is\n"
    "clamp(weight * R, min_share, max_share) for one ratio R, and the shares add up to the total.";

constexpr const char* examples = R"(Examples:
  echo '{"total":100,"claimants":[{},{"weight":2,"max_share":30},{"weight":3}]}' | fairshare solve
  fairshare solve --apportion records.ndjson
  fairshare solve --scheduler yarn-2.7 records.ndjson
  fairshare verify --rounding nearest records.ndjson
  fairshare verify scheduler.json --allocations fair-scheduler.xml
  fairshare verify orchid.json
  fairshare solve --certificate records.ndjson | fairshare verify --certificate
  fairshare preempt snapshot.json
  fairshare fuzz --time 60s -- python3 my_adapter.py
  fairshare prove
  fairshare explain FS204

Exit status: 0 all fair, or solved, or proved, or nothing found; 1 something is unfair, or not
proved; 2 something could not be read or judged, or written; 3 the adapter could not be run.)";

void add_files(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("FILES", files,
                     "Records, one JSON object a line; none or \"-\": standard input");
}

void add_jobs(CLI::App& command, std::size_t& jobs) {
  command.add_option("--jobs", jobs, "Records at once, on as many cores; their order is kept")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

void add_measure(CLI::App& command, fairshare::cli::Measure& measure) {
  command
      .add_option(
          "--rounding", measure.rounding,
          "How the shares were rounded: exact; written (half a unit of the last digit); to a "
          "double or float; to whole units: nearest, down, or apportioned, so that they add "
          "up to the total. Records: as they say, else written; YARN: down")
      ->check(
          CLI::IsMember({"exact", "written", "double", "float", "nearest", "down", "apportioned"}));
  command.add_option("--within", measure.within, "Accept shares that are off by X units")
      ->type_name("X");
  command
      .add_option("--relative", measure.relative, "Accept shares that are off by X of the total")
      ->type_name("X");
}

void add_documents(CLI::App& command, fairshare::cli::DocumentArguments& documents) {
  command
      .add_option("--allocations", documents.allocations,
                  "The fair-scheduler.xml; every one of FILES is then a YARN response")
      ->type_name("FILE");
  command.add_option("--release", documents.release, "Of Hadoop, whose rules hold for min and max")
      ->check(CLI::IsMember({"2.7", "3"}))
      ->capture_default_str();
  command
      .add_option(
          "--metrics", documents.metrics,
          "What the scheduler or API server shows at /metrics; every one of FILES is then a "
          "dump of Kubernetes objects")
      ->type_name("FILE");
  command
      .add_option("--total", documents.totals,
                  "What the cluster has of a resource, where its dump does not say it: cpu=96, "
                  "memory=512Gi; may be repeated")
      ->type_name("RESOURCE=AMOUNT")
      ->allow_extra_args(false);
}

// The spelling of an option's value, and what main makes of it.
struct Spellings {
  std::string numbers = "exact";
  std::string solve_format = "json";
  std::string list_format = "human";
  std::string preempt_format = "human";
  std::string fuzz_format = "human";
  std::string code = {};
};

CLI::App* add_solve(CLI::App& app, fairshare::cli::SolveOptions& options, Spellings& spellings) {
  CLI::App* solve = app.add_subcommand(
      "solve",
      "Print the fair shares of each record or division, or what a scheduler makes of it: of "
      "records, a YARN response, YTsaurus's Orchid, or a dump of Kubernetes objects");
  add_files(*solve, options.files);
  solve
      ->add_option("--numbers", spellings.numbers,
                   "exact: in fractions; double: in doubles, each answer the nearest double")
      ->check(CLI::IsMember({"exact", "double"}))
      ->capture_default_str();
  solve->add_flag("--apportion", options.apportion, "Whole units that add up to the total");
  solve
      ->add_option("--scheduler", options.scheduler,
                   "What that one computes, bit for bit; `fairshare schedulers` lists them")
      ->type_name("NAME");
  solve->add_flag(
      "--fair", options.fair,
      "What is fair by the scheduler's own rule, in fractions; also without --scheduler "
      "for records that name one");
  solve->add_flag("--details", options.details, "Trees: every field that the scheduler computes");
  solve->add_flag("--steady", options.steady, "YARN: the steady fair shares");
  solve->add_flag(
      "--certificate", options.certificate,
      "The record with its answer and what proves it; pipe it into verify --certificate");
  solve
      ->add_option("--smt-lib", options.smt_folder,
                   "Also write each record's claims as formulas that z3 and cvc5 decide, one file "
                   "each into DIR")
      ->type_name("DIR");
  add_documents(*solve, options.documents);
  add_jobs(*solve, options.jobs);
  solve->add_option("--format", spellings.solve_format, "json: one answer a line")
      ->check(CLI::IsMember({"json"}))
      ->capture_default_str();
  return solve;
}

CLI::App* add_verify(CLI::App& app, fairshare::cli::VerifyOptions& options) {
  CLI::App* verify = app.add_subcommand(
      "verify",
      "Say whether reported shares are fair: records with shares, a YARN response, YTsaurus's "
      "Orchid, or a dump of Kubernetes objects");
  add_files(*verify, options.files);
  add_measure(*verify, options.measure);
  verify
      ->add_option("--format", options.format,
                   "human; json: one verdict a line (docs/verdicts.md); junit: for CI")
      ->check(CLI::IsMember(fairshare::formats::reporter_names()))
      ->capture_default_str();
  verify
      ->add_option("--scheduler", options.scheduler,
                   "Whose records these are, whatever they say; \"fair\": the definition's")
      ->type_name("NAME");
  add_documents(*verify, options.documents);
  verify->add_flag("--steady", options.steady, "YARN: judge the steady fair shares");
  verify->add_flag("--certificate", options.certificate,
                   "Say whether the records' certificates hold, without solving anything");
  verify->add_flag("--ordering", options.ordering,
                   "Say only whether some ratio gives the shares, whatever the total: for "
                   "schedulers that order and compute no shares (Kueue, YuniKorn, Mesos, Slurm)");
  add_jobs(*verify, options.jobs);
  verify->add_flag("--exit-zero", options.exit_zero, "Exit with 0 in place of 1");
  return verify;
}

CLI::App* add_preempt(CLI::App& app, fairshare::cli::PreemptOptions& options,
                      Spellings& spellings) {
  CLI::App* preempt = app.add_subcommand(
      "preempt", "Say who is starved in a snapshot, and which tasks are warned and killed for it");
  preempt->add_option("FILES", options.files,
                      "Snapshots, one JSON object a line; none or \"-\": standard input");
  preempt
      ->add_option("--scheduler", options.scheduler,
                   "By whose rule, whatever the snapshots say: see docs/preemption.md")
      ->type_name("NAME");
  preempt->add_option("--format", spellings.preempt_format, "human, or json: one answer a line")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();
  preempt->footer(
      "article, mr1, yarn-2.2, yarn-2.5, yarn-2.7, ytsaurus-2018 and ytsaurus-2019 are read in\n"
      "public sources; none of them was recorded from the real code.");
  return preempt;
}

CLI::App* add_fuzz(CLI::App& app, fairshare::cli::FuzzOptions& options, Spellings& spellings) {
  CLI::App* fuzz = app.add_subcommand(
      "fuzz", "Put adversarial problems to your scheduler, and shrink those on which it fails");
  fuzz->add_option("COMMAND", options.command,
                   "The adapter, behind \"--\": it answers lines of JSON with lines of JSON");
  fuzz->add_option("--shared-object", options.shared_object,
                   "In place of a command: FILE exports fairshare_candidate")
      ->type_name("FILE");
  fuzz->add_option("--serve-shared-object", options.serve)->group("");
  fuzz->add_option("--replay", options.replay,
                   "Ask the records of FILE again, and nothing else; or what a YARN response, an "
                   "Orchid or a dump of Kubernetes objects divides")
      ->type_name("FILE");
  add_documents(*fuzz, options.documents);
  fuzz->add_option("--scheduler", options.scheduler,
                   "By whose rule to judge; \"fair\": the definition's. Else as the adapter says")
      ->type_name("NAME");
  fuzz->add_option("--numbers", options.numbers,
                   "The type in which the adapter holds numbers. Else as it says, else exact")
      ->check(CLI::IsMember({"exact", "double", "float32", "int64", "int32"}));
  add_measure(*fuzz, options.measure);
  fuzz->add_option("--time", options.time, "How long: 60s, 5m, 1h")->type_name("TIME");
  fuzz->add_option("--cases", options.cases, "How many problems; neither of both: 60s")
      ->type_name("N");
  fuzz->add_option("--seed", options.seed,
                   "The same problems again; another seed each time without")
      ->type_name("N");
  fuzz->add_option("--jobs", options.jobs, "Adapters at once")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  fuzz->add_option("--deadline", options.deadline, "For each answer")
      ->type_name("TIME")
      ->capture_default_str();
  fuzz->add_option("--families", options.families, "Of problems: ties,zeros; all without")
      ->type_name("LIST");
  fuzz->add_option("--size-max", options.size_max, "The most claimants of a problem")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  fuzz->add_flag("--trees", options.trees, "Trees too");
  fuzz->add_flag("--no-demands", options.without_demands, "No claimant has a demand");
  fuzz->add_flag("--infeasible", options.infeasible, "Problems without a fair allocation too");
  fuzz->add_flag("--first", options.until_first, "End with the first failure");
  fuzz->add_option("--save", options.save, "Where the records that fail are written; \"\": nowhere")
      ->type_name("FOLDER")
      ->capture_default_str();
  fuzz->add_option("--format", spellings.fuzz_format, "human, json or junit")
      ->check(CLI::IsMember({"human", "json", "junit"}))
      ->capture_default_str();
  return fuzz;
}

// Its own options are those of fairshare-prove.
CLI::App* add_prove(CLI::App& app) {
  CLI::App* prove =
      app.add_subcommand("prove", "Prove the theorems about fair division again, by Z3");
  prove->prefix_command();
  prove->set_help_flag();
  return prove;
}

}  // namespace

int main(int argc, char** argv) {
  fairshare::cli::Console console;
  fairshare::cli::SolveOptions to_solve;
  fairshare::cli::VerifyOptions to_verify;
  fairshare::cli::PreemptOptions to_preempt;
  fairshare::cli::FuzzOptions to_fuzz;
  Spellings spellings;

  CLI::App app(description, "fairshare");
  app.footer(examples);
  app.set_version_flag("--version", "fairshare " FAIRSHARE_VERSION);
  app.require_subcommand(1);
  const CLI::App* solve = add_solve(app, to_solve, spellings);
  const CLI::App* verify = add_verify(app, to_verify);
  const CLI::App* preempt = add_preempt(app, to_preempt, spellings);
  const CLI::App* fuzz = add_fuzz(app, to_fuzz, spellings);
  const CLI::App* prove = add_prove(app);
  CLI::App* explain =
      app.add_subcommand("explain", "Print what a code means; all codes without one");
  explain->add_option("CODE", spellings.code, "FS204, for example");
  CLI::App* list = app.add_subcommand("schedulers", "List the schedulers that have a model");
  list->add_option("--format", spellings.list_format, "human, or json: one a line")
      ->check(CLI::IsMember({"human", "json"}))
      ->capture_default_str();

  if (const auto status = fairshare::cli::parse(app, argc, argv, console)) return *status;

  to_solve.in_doubles = spellings.numbers == "double";
  to_preempt.as_json = spellings.preempt_format == "json";
  if (*solve) return fairshare::cli::solve(to_solve, console);
  if (*verify) return fairshare::cli::verify(to_verify, console);
  using fairshare::cli::FuzzFormat;
  to_fuzz.format = spellings.fuzz_format == "json"    ? FuzzFormat::json
                   : spellings.fuzz_format == "junit" ? FuzzFormat::junit
                                                      : FuzzFormat::human;
  if (*fuzz) return fairshare::cli::fuzz(to_fuzz, console);
  if (*prove) return fairshare::cli::start_prover(prove->remaining(), console);
  if (*preempt) return fairshare::cli::preempt(to_preempt, console);
  if (*list) return fairshare::cli::list_schedulers(spellings.list_format == "json", console);
  return fairshare::cli::explain(spellings.code, console);
}
