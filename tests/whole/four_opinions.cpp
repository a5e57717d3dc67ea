// One problem, four independent opinions: the reference solver, the exact one, Z3 from the
// conditions only, and the program extracted from the Coq proof. Do they agree?
//
//     four_opinions [--cases N] [--seed S] [--jobs J] [--size-max M] [--oracle PROGRAM]
//
// Z3 has to say that the exact solver's shares are fair, that no others are, and that they are not
// if a little is taken from one of them; if nothing is fair, it has to say that. Without
// --oracle there are three opinions. Exit status 1 for any difference, which is printed as a
// record, and for any "unknown"; 2 for a wrong command line, or an oracle that cannot be asked.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/z3/instances.h"
#include "fairshare/reference/solve.h"
#include "fuzz/adversary.h"
#include "tests/arguments.h"
#include "tests/problems.h"
#include "tests/rounded.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using exact::to_text;
using fuzz::families;
using Clock = std::chrono::steady_clock;

struct Options {
  std::uint64_t cases = 1'000;
  std::uint64_t seed = 1;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t size_max = 50;
  std::string oracle = {};
};

struct Tally {
  std::uint64_t cases = 0;
  std::array<std::uint64_t, 3> outcomes = {};  // allocation, overcommitted, surplus
  std::uint64_t differences = 0;
  std::uint64_t unknown = 0;
};

struct Case {
  Problem<double> problem = {};
  Solution<Rational> solution = {};
  std::string complaint = {};  // empty: all agree
  bool is_unknown = false;
};

void expect(Case& one, const prover::Decision& decision, bool expected, std::string_view what) {
  if (const auto* unknown = std::get_if<prover::Unknown>(&decision)) {
    one.is_unknown = true;
    one.complaint = fmt::format("Z3 does not know whether {}: {}", what, unknown->reason);
  } else if (std::get<bool>(decision) != expected) {
    one.complaint = fmt::format("Z3 says {} that {}", expected ? "not" : "wrongly", what);
  }
}

// A little less for one and more for the next, so that the total stays the same; or more for the
// only one.
std::vector<Rational> disturbed(std::vector<Rational> shares, std::uint64_t number) {
  const std::size_t size = shares.size();
  const std::size_t first = number % size;
  const Rational little = shares[first] == 0 ? Rational(1) : Rational(shares[first] / 1'000'000);
  shares[first] += shares[first] == 0 ? little : Rational(-little);
  if (size > 1) shares[(first + 1) % size] += little;
  return shares;
}

void ask_z3(Case& one, const Problem<Rational>& problem, std::uint64_t number) {
  std::vector<Rational> shares(problem.claimants.size());
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&one.solution)) {
    shares = allocation->shares;
    expect(one, prover::are_fair(problem, shares), true, "the shares are fair");
    if (!shares.empty()) {
      const std::vector<Rational> others = disturbed(shares, number);
      expect(one, prover::are_fair(problem, others), false, "other shares are fair");
    }
  }
  expect(one, prover::nothing_else_is_fair(problem, shares), true, "no other shares are fair");
}

Case run_case(std::uint64_t number, const Options& options) {
  const std::size_t index = number % families.size();
  const std::uint64_t seed = (options.seed << 40) + number / families.size();
  Case one{problem_from(families[index], seed, options.size_max)};
  const Problem<Rational> problem = exact::widen(one.problem);
  one.solution = exact::solve(problem);
  if (reference::solve(one.problem) != rounded(one.solution)) {
    one.complaint = "the reference solver differs from the exact one";
  }
  ask_z3(one, problem, number);
  return one;
}

// The oracle: one problem per line.

std::string line_of(const Problem<Rational>& problem) {
  std::string line = to_text(problem.total);
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    line += fmt::format(";{} {} {}", to_text(weight), to_text(min_share),
                        max_share ? to_text(*max_share) : "-");
  }
  return line;
}

// What the oracle must print. Its ratio may be any that gives the shares.
std::string expected_answer(const Solution<Rational>& solution, std::string_view ratio) {
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&solution)) {
    return "overcommitted " + to_text(over->excess);
  }
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    return "surplus " + to_text(surplus->unclaimed);
  }
  std::string answer = fmt::format("allocation {}", ratio);
  for (const Rational& share : std::get<Allocation<Rational>>(solution).shares) {
    answer += " " + to_text(share);
  }
  return answer;
}

std::string_view second_word(std::string_view line) {
  const std::size_t begin = std::min(line.size(), line.find(' ')) + 1;
  if (begin > line.size()) return {};
  return line.substr(begin, line.find(' ', begin) - begin);
}

bool ask_oracle(std::vector<Case>& cases, const std::string& oracle) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string stem = (folder / fmt::format("four_opinions-{}", getpid())).string();
  {
    std::ofstream problems(stem + ".in");
    for (const Case& one : cases) problems << line_of(exact::widen(one.problem)) << '\n';
  }
  const std::string command = fmt::format("'{}' <'{}.in' >'{}.out'", oracle, stem, stem);
  bool is_well = std::system(command.c_str()) == 0;
  std::ifstream answers(stem + ".out");
  for (Case& one : cases) {
    std::string line;
    is_well = is_well && std::getline(answers, line);
    if (line != expected_answer(one.solution, second_word(line))) {
      one.complaint = fmt::format("the extracted program says: {}", line.substr(0, 200));
    }
  }
  std::filesystem::remove(stem + ".in");
  std::filesystem::remove(stem + ".out");
  return is_well;
}

std::vector<Case> run_part(std::uint64_t begin, std::uint64_t end, const Options& options) {
  std::vector<Case> cases(end - begin);
  std::vector<std::jthread> threads;
  for (std::uint64_t job = 0; job < options.jobs; ++job) {
    threads.emplace_back([&, job] {
      for (std::uint64_t k = job; k < cases.size(); k += options.jobs) {
        cases[k] = run_case(begin + k, options);
      }
    });
  }
  return cases;
}

void add(Tally& tally, const Case& one) {
  ++tally.cases;
  ++tally.outcomes[one.solution.index()];
  if (one.complaint.empty()) return;
  ++(one.is_unknown ? tally.unknown : tally.differences);
  std::puts(to_record(one.problem, one.complaint).c_str());
}

int run(const Options& options) {
  constexpr std::uint64_t part = 2'000;
  const Clock::time_point begin = Clock::now();
  Tally tally;
  for (std::uint64_t first = 0; first < options.cases; first += part) {
    auto cases = run_part(first, std::min(options.cases, first + part), options);
    if (!options.oracle.empty() && !ask_oracle(cases, options.oracle)) {
      std::fputs("the oracle did not answer\n", stderr);
      return 2;
    }
    for (const Case& one : cases) add(tally, one);
  }
  fmt::print(
      "{} cases of up to {} claimants, {} opinions, in {:.1f} s by {} jobs, seed {}: {} "
      "allocations, "
      "{} overcommitted, {} surpluses; {} differences, {} unknown\n",
      tally.cases, options.size_max, options.oracle.empty() ? 3 : 4,
      std::chrono::duration<double>(Clock::now() - begin).count(), options.jobs, options.seed,
      tally.outcomes[0], tally.outcomes[1], tally.outcomes[2], tally.differences, tally.unknown);
  return tally.differences == 0 && tally.unknown == 0 ? 0 : 1;
}

bool read_options(const std::vector<std::string_view>& arguments, Options& options) {
  for (std::size_t k = 0; k + 1 < arguments.size(); k += 2) {
    const std::string_view name = arguments[k];
    const std::string_view value = arguments[k + 1];
    std::uint64_t* wanted = nullptr;
    if (name == "--cases") wanted = &options.cases;
    if (name == "--seed") wanted = &options.seed;
    if (name == "--jobs") wanted = &options.jobs;
    if (name == "--size-max") wanted = &options.size_max;
    if (name == "--oracle") {
      options.oracle = value;
    } else if (wanted == nullptr || !read_number(value, *wanted)) {
      return false;
    }
  }
  return arguments.size() % 2 == 0 && options.jobs > 0;
}

}  // namespace
}  // namespace fairshare::tests

int main(int argc, char** argv) {
  fairshare::tests::Options options;
  if (!fairshare::tests::read_options({argv + 1, argv + argc}, options)) {
    std::fputs(
        "usage: four_opinions [--cases N] [--seed S] [--jobs J] [--size-max M] [--oracle "
        "PROGRAM]\n",
        stderr);
    return 2;
  }
  return fairshare::tests::run(options);
}
