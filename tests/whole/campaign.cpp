// Generated problems by the million, over all families: the reference solver, one by one and as a
// batch, on every instruction set that this processor has, against the exact one, bit for bit; and
// properties::check_rounded, which solves nothing, on each answer. With more than 100,000 claimants
// the exact solver is not asked, and the other answers must equal the one on the first instruction
// set.
//
//     campaign [--cases N] [--seed S] [--jobs J] [--size-max M] [--shard I/N]
//              [--log FILE --commit HASH]
//     campaign --table FILE
//
// Prints for each family the cases, their outcomes, the differences and the time; exit status 1 on
// any difference, which is printed as a record, 2 on a wrong command line. The cases are the same
// whatever the number of jobs. Each of N shards makes every N-th batch of 16,000 cases (of 16 if
// --size-max is above 100,000), so that pieces of a long campaign have no case in common. Other
// seeds have other cases.
//
// With --log, what was compared becomes a row of a table: tests/campaigns.tsv has everything that
// has run so far, and --table adds it up for tests/README.md, by commit. Cases that were compared
// more than once on a commit count once.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/rounded.h"
#include "fairshare/reference/instruction_set.h"
#include "fairshare/reference/solve.h"
#include "fuzz/adversary.h"
#include "tests/arguments.h"
#include "tests/problems.h"
#include "tests/rounded.h"

namespace fairshare::tests {
namespace {

using fuzz::families;
using fuzz::name_of;
using Clock = std::chrono::steady_clock;

struct Options {
  std::uint64_t cases = 100'000;
  std::uint64_t seed = 1;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t size_max = 40;
  std::uint64_t shard = 1;  // from 1
  std::uint64_t shards = 1;
  std::string log = {};
  std::string commit = {};
  std::string table = {};
};

struct Tally {
  std::uint64_t cases = 0;
  std::array<std::uint64_t, 3> outcomes = {};  // allocation, overcommitted, surplus
  std::uint64_t claimants = 0;
  std::uint64_t differences = 0;
  Clock::duration time = {};

  void add(const Tally& other) {
    cases += other.cases;
    for (std::size_t k = 0; k < outcomes.size(); ++k) outcomes[k] += other.outcomes[k];
    claimants += other.claimants;
    differences += other.differences;
    time += other.time;
  }
};

using Tallies = std::array<Tally, families.size()>;

// Differences are few, and one line each: stdio keeps the lines of several threads apart.
void report(const Problem<double>& problem, const std::string& id) {
  std::puts(to_record(problem, id).c_str());
}

struct Case {
  std::size_t family;
  std::uint64_t seed;
  Problem<double> problem;
  Solution<double> expected;
  bool is_refused;  // the expected answer, by check_rounded
};

constexpr std::size_t exact_size_max = 100'000;

Case make_case(std::uint64_t number, const Options& options) {
  const std::size_t family = number % families.size();
  // Seeds of neighbouring cases and of neighbouring campaigns differ in many bits.
  const std::uint64_t seed = (options.seed << 40) + number / families.size();
  Problem<double> problem = problem_from(families[family], seed, options.size_max);
  Solution<double> expected = problem.claimants.size() <= exact_size_max
                                  ? rounded(exact::solve(exact::widen(problem)))
                                  : reference::solve(problem);
  const bool is_refused = properties::check_rounded(problem, expected).has_value();
  return {family, seed, std::move(problem), std::move(expected), is_refused};
}

void count(const Case& one, Clock::duration time, Tallies& tallies) {
  Tally& tally = tallies[one.family];
  ++tally.cases;
  ++tally.outcomes[one.expected.index()];
  tally.claimants += one.problem.claimants.size();
  tally.time += time;
  if (!one.is_refused) return;
  ++tally.differences;
  report(one.problem, fmt::format("{}-{}-refused", name_of(families[one.family]), one.seed));
}

Solution<double> solution_of(const reference::Outcome& outcome, const std::vector<double>& shares) {
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  return Allocation<double>{std::get<reference::Ratio>(outcome).ratio, shares};
}

void compare(const Case& one, const std::string& instruction_set, Tallies& tallies) {
  if (reference::solve(one.problem) == one.expected) return;
  ++tallies[one.family].differences;
  report(one.problem,
         fmt::format("{}-{}-{}", name_of(families[one.family]), one.seed, instruction_set));
}

// All problems of a job as one batch.
void compare_batch(const std::vector<const Case*>& cases, const std::string& instruction_set,
                   Tallies& tallies) {
  std::vector<double> total, weight, min_share, max_share;
  std::vector<std::size_t> begin{0};
  for (const Case* one : cases) {
    total.push_back(one->problem.total);
    for (const Claimant<double>& claimant : one->problem.claimants) {
      weight.push_back(claimant.weight);
      min_share.push_back(claimant.min_share);
      max_share.push_back(claimant.max_share.value_or(std::numeric_limits<double>::infinity()));
    }
    begin.push_back(weight.size());
  }
  std::vector<double> shares(weight.size());
  std::vector<reference::Outcome> outcomes(cases.size());
  reference::Workspace workspace;
  reference::solve_batch({total, begin, {weight, min_share, max_share}}, shares, outcomes,
                         workspace);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::vector<double> own(shares.begin() + static_cast<std::ptrdiff_t>(begin[k]),
                                  shares.begin() + static_cast<std::ptrdiff_t>(begin[k + 1]));
    if (solution_of(outcomes[k], own) == cases[k]->expected) continue;
    ++tallies[cases[k]->family].differences;
    report(cases[k]->problem, fmt::format("{}-{}-{}-batch", name_of(families[cases[k]->family]),
                                          cases[k]->seed, instruction_set));
  }
}

// act(job, tallies of that job), side by side.
template <class Act>
void run_jobs(std::vector<Tallies>& of_jobs, Act act) {
  std::vector<std::jthread> threads;
  for (std::uint64_t job = 0; job < of_jobs.size(); ++job) {
    threads.emplace_back([&act, job, &tallies = of_jobs[job]] { act(job, tallies); });
  }
}

// Some thousand cases at a time, since the instruction set is one for the whole process: each case
// is made once, then all are solved on one set after the other.
Tallies run(const Options& options) {
  // With a large problem in each of them: fewer, since all are held.
  const std::uint64_t cases_at_once = options.size_max <= exact_size_max ? 16'000 : 16;
  const std::vector<std::string> instruction_sets = reference::instruction_sets();
  std::vector<Tallies> of_jobs(options.jobs);
  std::vector<Case> cases(std::min(cases_at_once, options.cases));
  const std::uint64_t stride = cases_at_once * options.shards;
  for (std::uint64_t begin = cases_at_once * (options.shard - 1); begin < options.cases;
       begin += stride) {
    const std::uint64_t count_now = std::min(cases_at_once, options.cases - begin);
    run_jobs(of_jobs, [&](std::uint64_t job, Tallies& tallies) {
      for (std::uint64_t k = job; k < count_now; k += options.jobs) {
        const Clock::time_point start = Clock::now();
        cases[k] = make_case(begin + k, options);
        count(cases[k], Clock::now() - start, tallies);
      }
    });
    for (const std::string& instruction_set : instruction_sets) {
      reference::use_instruction_set(instruction_set);
      run_jobs(of_jobs, [&](std::uint64_t job, Tallies& tallies) {
        std::vector<const Case*> batch;
        for (std::uint64_t k = job; k < count_now; k += options.jobs) {
          compare(cases[k], instruction_set, tallies);
          batch.push_back(&cases[k]);
        }
        compare_batch(batch, instruction_set, tallies);
      });
    }
  }
  Tallies sum = {};
  for (const Tallies& tallies : of_jobs) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k].add(tallies[k]);
  }
  return sum;
}

double seconds(Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

void print(std::string_view name, const Tally& tally) {
  fmt::print("{:20}{:>10}{:>12}{:>12}{:>14}{:>10}{:>12}{:>9.1f}\n", name, tally.cases,
             tally.claimants, tally.outcomes[0], tally.outcomes[1], tally.outcomes[2],
             tally.differences, seconds(tally.time));
}

bool read_shard(std::string_view text, Options& options) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  return read_number(text.substr(0, slash), options.shard) && slash < text.size() &&
         read_number(text.substr(slash + 1), options.shards) && options.shard >= 1 &&
         options.shard <= options.shards;
}

bool read_option(std::string_view name, std::string_view value, Options& options) {
  const std::array<std::pair<std::string_view, std::uint64_t*>, 4> numbers = {
      {{"--cases", &options.cases},
       {"--seed", &options.seed},
       {"--jobs", &options.jobs},
       {"--size-max", &options.size_max}}};
  const std::array<std::pair<std::string_view, std::string*>, 3> texts = {
      {{"--log", &options.log}, {"--commit", &options.commit}, {"--table", &options.table}}};
  if (name == "--shard") return read_shard(value, options);
  for (const auto& [known, number] : numbers) {
    if (name == known) return read_number(value, *number);
  }
  for (const auto& [known, text] : texts) {
    if (name != known) continue;
    *text = value;
    return !value.empty() && value.find_first_of("\t\n") == std::string_view::npos;
  }
  return false;
}

bool read_options(const std::vector<std::string_view>& arguments, Options& options) {
  for (std::size_t k = 0; k < arguments.size(); k += 2) {
    if (k + 1 == arguments.size() || !read_option(arguments[k], arguments[k + 1], options))
      return false;
  }
  return options.jobs > 0 && options.log.empty() == options.commit.empty();
}

// The table of what has run.

// A row: commit, seed, shard, largest size, cases, differences.
struct Row {
  std::string commit = {};
  std::uint64_t seed = 0;
  std::string shard = {};
  std::uint64_t size_max = 0;
  std::uint64_t cases = 0;
  std::uint64_t differences = 0;
};

bool append_row(const Options& options, const Tally& all) {
  std::ofstream log(options.log, std::ios::app);
  log << fmt::format("{}\t{}\t{}/{}\t{}\t{}\t{}\n", options.commit, options.seed, options.shard,
                     options.shards, options.size_max, all.cases, all.differences);
  log.close();
  return !log.fail();
}

std::optional<Row> find_row(const std::string& line) {
  std::istringstream fields(line);
  Row row;
  fields >> row.commit >> row.seed >> row.shard >> row.size_max >> row.cases >> row.differences;
  return fields.fail() ? std::nullopt : std::optional(row);
}

std::string shards_of(const Row& row) {
  return row.shard.substr(row.shard.find('/') + 1);
}

// "1, 2, 3" and "1 to 9"
std::string seeds_text(const std::set<std::uint64_t>& seeds) {
  const bool is_range = seeds.size() > 2 && *seeds.rbegin() - *seeds.begin() + 1 == seeds.size();
  return is_range ? fmt::format("{} to {}", *seeds.begin(), *seeds.rbegin())
                  : fmt::format("{}", fmt::join(seeds, ", "));
}

struct Sum {
  std::set<std::uint64_t> seeds = {};
  std::uint64_t cases = 0;
  std::uint64_t differences = 0;
};

std::string sum_row(std::string_view commit, std::string_view seeds, const Sum& sum) {
  return fmt::format("| {} | {} | {} | {} |\n", commit, seeds, sum.cases, sum.differences);
}

// The rows without those that another row contains: of the same shard, the longer one stays.
// Nothing, after a message, if a line is not a row, or if a seed was divided into shards in two
// ways, which overlap.
std::optional<std::vector<Row>> read_rows(const std::string& file) {
  std::ifstream log(file);
  std::vector<Row> rows;
  std::size_t number = 0;
  for (std::string line; std::getline(log, line);) {
    const auto row = find_row(line);
    ++number;
    const auto is_same_seed = [&](const Row& one) {
      return row && one.commit == row->commit && one.seed == row->seed &&
             one.size_max == row->size_max;
    };
    const auto other = std::ranges::find_if(rows, is_same_seed);
    if (!row || (other != rows.end() && shards_of(*other) != shards_of(*row))) {
      fmt::print(stderr, "{}:{}: {}\n", file, number,
                 row ? "this seed was divided otherwise before" : "not a row");
      return std::nullopt;
    }
    const auto same = std::ranges::find_if(
        rows, [&](const Row& one) { return is_same_seed(one) && one.shard == row->shard; });
    if (same == rows.end()) {
      rows.push_back(*row);
    } else if (row->cases > same->cases) {
      *same = *row;
    }
  }
  return rows;
}

int print_table(const std::string& file) {
  const auto rows = read_rows(file);
  if (!rows || rows->empty()) {
    fmt::print(stderr, "{}: no rows\n", file);
    return 2;
  }
  std::vector<std::string> commits;  // in the order of the file
  std::map<std::string, Sum> sums;
  Sum all;
  for (const Row& row : *rows) {
    if (!sums.contains(row.commit)) commits.push_back(row.commit);
    for (Sum* sum : {&sums[row.commit], &all}) {
      sum->seeds.insert(row.seed);
      sum->cases += row.cases;
      sum->differences += row.differences;
    }
  }
  std::string text = "| commit | seeds | cases | differences |\n|---|---|---|---|\n";
  for (const std::string& commit : commits) {
    text += sum_row(commit, seeds_text(sums[commit].seeds), sums[commit]);
  }
  fmt::print("{}{}", text, sum_row("all", "", all));
  return all.differences == 0 ? 0 : 1;
}

int run_campaign(const Options& options) {
  const Clock::time_point begin = Clock::now();
  const Tallies tallies = run(options);
  const double elapsed = seconds(Clock::now() - begin);

  fmt::print("{:20}{:>10}{:>12}{:>12}{:>14}{:>10}{:>12}{:>9}\n", "family", "cases", "claimants",
             "allocation", "overcommitted", "surplus", "differences", "seconds");
  Tally all;
  for (std::size_t k = 0; k < tallies.size(); ++k) {
    print(name_of(families[k]), tallies[k]);
    all.add(tallies[k]);
  }
  print("all", all);
  fmt::print("{} cases in {:.1f} s by {} jobs, seed {}, on {}: {} differences\n", all.cases,
             elapsed, options.jobs, options.seed, fmt::join(reference::instruction_sets(), ", "),
             all.differences);
  if (!options.log.empty() && !append_row(options, all)) {
    fmt::print(stderr, "{}: cannot write\n", options.log);
    return 2;
  }
  return all.differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fairshare::tests

int main(int argc, char** argv) {
  fairshare::tests::Options options;
  if (!fairshare::tests::read_options({argv + 1, argv + argc}, options)) {
    std::fputs(
        "usage: campaign [--cases N] [--seed S] [--jobs J] [--size-max M] [--shard I/N]\n"
        "                [--log FILE --commit HASH]\n"
        "       campaign --table FILE\n",
        stderr);
    return 2;
  }
  if (!options.table.empty()) return fairshare::tests::print_table(options.table);
  return fairshare::tests::run_campaign(options);
}
