// One more opinion: SimGrid, which simulates clusters, divides a processor among executions by
// weighted max-min. Does it divide as exact/ does?
//
//     compare [--cases N] [--seed S] [--total T] [--precision TEXT] [--spoil weight|bound|total]
//
// A claimant is an execution with its weight as priority and its maximum as bound, on a processor
// as fast as the total; its share is what it got done in the first second. SimGrid has no minimums.
// Totals are the powers of ten from 1e-1 to 1e15, or only T. Each problem has its own process,
// since SimGrid ends the process if an assertion fails. --precision is SimGrid's maxmin/precision,
// 1e-5 by default. --spoil gives SimGrid one wrong number per problem, which must be noticed.
//
// Shares agree within a millionth of the larger one. Exit status 1 if some do not, or if SimGrid
// aborts, which is printed as a record; 2 for a wrong command line, or if no process can be
// started.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <simgrid/s4u.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fuzz/choices.h"
#include "tests/arguments.h"
#include "tests/problems.h"

namespace fairshare::tests {
namespace {

using exact::Rational;

struct Options {
  std::uint64_t cases = 1'000;
  std::uint64_t seed = 1;
  std::string precision = {};  // empty: SimGrid's own
  std::string spoil = {};      // empty: nothing
  std::optional<double> total = std::nullopt;
};

// A number of [low, high], as likely in one octave as in another.
double spread(fuzz::Choices& choices, double low, double high) {
  return low * std::pow(high / low, choices.fraction());
}

// Up to 20 claimants of weights from 1/10 to 100, about half of them whole. About half have a
// maximum, as likely below as above what they would get if no one had any.
Problem<double> problem_of(std::uint64_t number, const Options& options) {
  fuzz::Choices choices((options.seed << 40) + number);
  Problem<double> problem{options.total.value_or(std::pow(10.0, choices.between(-1, 15))), {}};
  const std::size_t size = 1 + choices.below(20);
  double weights = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = choices.one_in(2) ? choices.between(1, 10) : spread(choices, 0.1, 100);
    problem.claimants.push_back({weight, 0, std::nullopt});
    weights += weight;
  }
  for (auto& claimant : problem.claimants) {
    if (choices.one_in(2)) continue;
    claimant.max_share = claimant.weight / weights * problem.total * spread(choices, 0.1, 10);
  }
  return problem;
}

std::vector<double> fair_shares(const Problem<double>& problem) {
  const auto solution = exact::solve(exact::widen(problem));
  std::vector<double> shares;
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    for (const Rational& share : allocation->shares) shares.push_back(exact::to_double(share));
    return shares;
  }
  // A surplus: each has its maximum.
  for (const auto& claimant : problem.claimants) shares.push_back(claimant.max_share.value());
  return shares;
}

// SimGrid, in a process of its own.

std::vector<double> simulate(const Problem<double>& problem, const Options& options) {
  std::vector<std::string> words = {"compare"};
  if (!options.precision.empty()) words.push_back("--cfg=maxmin/precision:" + options.precision);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  simgrid::s4u::Engine engine(&count, arguments.data());
  auto* zone = simgrid::s4u::create_full_zone("zone");
  auto* processor = zone->create_host("processor", problem.total);
  zone->seal();

  std::vector<double> shares;
  const double more_than_a_second = 2 * problem.total;
  simgrid::s4u::Actor::create("claimants", processor, [&] {
    std::vector<simgrid::s4u::ExecPtr> executions;
    for (const auto& claimant : problem.claimants) {
      auto execution = simgrid::s4u::this_actor::exec_init(more_than_a_second);
      execution->set_priority(claimant.weight);
      if (claimant.max_share) execution->set_bound(*claimant.max_share);
      executions.push_back(execution);
    }
    for (const auto& execution : executions) execution->start();
    simgrid::s4u::this_actor::sleep_for(1);
    for (const auto& execution : executions) {
      shares.push_back(more_than_a_second - execution->get_remaining());
    }
    for (const auto& execution : executions) execution->cancel();
  });
  engine.run();
  return shares;
}

// One number of the problem is another.
Problem<double> spoiled(Problem<double> problem, std::string_view what) {
  if (what == "total") problem.total *= 2;
  for (auto& claimant : problem.claimants) {
    if (what == "weight") {
      claimant.weight *= 2;
      break;
    }
    if (what == "bound" && claimant.max_share) {
      *claimant.max_share /= 2;
      break;
    }
  }
  return problem;
}

enum class Ended { well, aborted, no_pipe };

struct Told {
  Ended ended = Ended::well;
  std::vector<double> shares = {};
};

Told shares_by_simgrid(const Problem<double>& problem, const Options& options) {
  std::fflush(stdout);  // or the child prints it, too
  std::array<int, 2> pipe_ends = {};
  if (pipe(pipe_ends.data()) != 0) return {Ended::no_pipe};
  const pid_t child = fork();
  if (child < 0) return {Ended::no_pipe};
  if (child == 0) {
    // SimGrid's messages are dropped: the exit status tells that it aborted.
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    const auto shares = simulate(spoiled(problem, options.spoil), options);
    const auto bytes = std::as_bytes(std::span(shares));
    const bool is_written =
        write(pipe_ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    _exit(is_written ? 0 : 1);
  }
  close(pipe_ends[1]);
  std::vector<double> shares(problem.claimants.size() + 1);
  const ssize_t length = read(pipe_ends[0], shares.data(), shares.size() * sizeof(double));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const auto expected = static_cast<ssize_t>(problem.claimants.size() * sizeof(double));
  if (status != 0 || length != expected) return {Ended::aborted};
  shares.pop_back();
  return {Ended::well, std::move(shares)};
}

bool are_alike(double left, double right) {
  return std::abs(left - right) <= 1e-6 * std::max(std::abs(left), std::abs(right));
}

struct Tally {
  std::uint64_t agreed = 0;
  std::uint64_t differed = 0;
  std::uint64_t aborted = 0;
};

int run(const Options& options) {
  Tally tally;
  for (std::uint64_t number = 0; number < options.cases; ++number) {
    const Problem<double> problem = problem_of(number, options);
    const Told told = shares_by_simgrid(problem, options);
    if (told.ended == Ended::no_pipe) {
      std::fputs("compare: no pipe or no process could be had\n", stderr);
      return 2;
    }
    if (told.ended == Ended::aborted) {
      ++tally.aborted;
      std::puts(to_record(problem, "SimGrid aborts").c_str());
    } else if (std::ranges::equal(told.shares, fair_shares(problem), are_alike)) {
      ++tally.agreed;
    } else {
      ++tally.differed;
      std::puts(
          to_record(problem, fmt::format("SimGrid: {}", fmt::join(told.shares, " "))).c_str());
    }
  }
  fmt::print("{} agree, {} differ, {} aborted\n", tally.agreed, tally.differed, tally.aborted);
  return tally.differed == 0 && tally.aborted == 0 && tally.agreed > 0 ? 0 : 1;
}

bool read_options(const std::vector<std::string_view>& arguments, Options& options) {
  for (std::size_t k = 0; k + 1 < arguments.size(); k += 2) {
    const std::string_view name = arguments[k];
    const std::string_view value = arguments[k + 1];
    bool is_read = true;
    if (name == "--cases") {
      is_read = read_number(value, options.cases);
    } else if (name == "--seed") {
      is_read = read_number(value, options.seed);
    } else if (name == "--total") {
      options.total = 0;
      const char* const end = value.data() + value.size();
      const auto [rest, error] = std::from_chars(value.data(), end, *options.total);
      is_read = error == std::errc() && rest == end && *options.total > 0;
    } else if (name == "--precision") {
      options.precision = value;
    } else if (name == "--spoil") {
      options.spoil = value;
      is_read = value == "weight" || value == "bound" || value == "total";
    } else {
      is_read = false;
    }
    if (!is_read) return false;
  }
  return arguments.size() % 2 == 0;
}

}  // namespace
}  // namespace fairshare::tests

int main(int argc, char** argv) {
  fairshare::tests::Options options;
  if (!fairshare::tests::read_options({argv + 1, argv + argc}, options)) {
    std::fputs(
        "usage: compare [--cases N] [--seed S] [--total T] [--precision TEXT] [--spoil WHAT]\n",
        stderr);
    return 2;
  }
  return fairshare::tests::run(options);
}
