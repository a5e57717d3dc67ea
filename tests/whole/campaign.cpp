// Generated problems by the million, over all families: the reference solver, one by one and as a
// batch, on every instruction set that this processor has, against the exact one, bit for bit.
//
//     campaign [--cases N] [--seed S] [--jobs J] [--size-max M]
//
// Prints for each family the cases, their outcomes, the differences and the time; exit status 1 on
// any difference, which is printed as a record, 2 on a wrong command line. The cases are the same
// however many jobs there are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "exact/solve.h"
#include "fuzz/adversary.h"
#include "reference/settle.h"
#include "reference/solve.h"
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
};

Case make_case(std::uint64_t number, const Options& options) {
  const std::size_t family = number % families.size();
  // Seeds of neighbouring cases and of neighbouring campaigns differ in many bits.
  const std::uint64_t seed = (options.seed << 40) + number / families.size();
  Problem<double> problem = problem_from(families[family], seed, options.size_max);
  Solution<double> expected = rounded(exact::solve(exact::widen(problem)));
  return {family, seed, std::move(problem), std::move(expected)};
}

void count(const Case& one, Clock::duration time, Tallies& tallies) {
  Tally& tally = tallies[one.family];
  ++tally.cases;
  ++tally.outcomes[one.expected.index()];
  tally.claimants += one.problem.claimants.size();
  tally.time += time;
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
  constexpr std::uint64_t cases_at_once = 16'000;
  const std::vector<std::string> instruction_sets = reference::instruction_sets();
  std::vector<Tallies> of_jobs(options.jobs);
  std::vector<Case> cases(std::min(cases_at_once, options.cases));
  for (std::uint64_t begin = 0; begin < options.cases; begin += cases_at_once) {
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

bool read_number(std::string_view text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end;
}

bool read_options(const std::vector<std::string_view>& arguments, Options& options) {
  for (std::size_t k = 0; k < arguments.size(); k += 2) {
    if (k + 1 == arguments.size()) return false;
    std::uint64_t* wanted = nullptr;
    if (arguments[k] == "--cases") wanted = &options.cases;
    if (arguments[k] == "--seed") wanted = &options.seed;
    if (arguments[k] == "--jobs") wanted = &options.jobs;
    if (arguments[k] == "--size-max") wanted = &options.size_max;
    if (wanted == nullptr || !read_number(arguments[k + 1], *wanted)) return false;
  }
  return options.jobs > 0;
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
  return all.differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fairshare::tests

int main(int argc, char** argv) {
  fairshare::tests::Options options;
  if (!fairshare::tests::read_options({argv + 1, argv + argc}, options)) {
    std::fputs("usage: campaign [--cases N] [--seed S] [--jobs J] [--size-max M]\n", stderr);
    return 2;
  }
  return fairshare::tests::run_campaign(options);
}
