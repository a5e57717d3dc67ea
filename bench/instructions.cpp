// Work that is measured by counting instructions instead of time: a count is the same on a busy
// machine.
//
//   bench_instructions --list      the names of the works
//   bench_instructions NAME        runs the work of that name twice, the second time in `counted`
//
// bench/instructions.py runs each under callgrind, which only counts what happens in `counted`. The
// answers of `reference::solve` are checked first; a wrong one ends the program with status 1. All
// run on AVX2, which callgrind knows; the status is 77 if the processor lacks it.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/answers.h"
#include "bench/families.h"
#include "fairshare/exact/solve.h"
#include "fairshare/reference/divider/divider.h"
#include "fairshare/reference/instruction_set.h"
#include "fairshare/reference/solve.h"
#include "formats/judge_line.h"
#include "formats/records/memory.h"

namespace fairshare::bench {

// callgrind knows it by its name.
[[gnu::noinline]] void counted(const std::function<void()>& work) {
  work();
}

namespace {

constexpr std::size_t inputs_count = 64;

using Prepared = std::function<void()>;  // empty if an answer is wrong

std::vector<Input> make_inputs(Family family, std::size_t claimants) {
  std::vector<Input> inputs;
  for (std::size_t index = 0; index < inputs_count; ++index) {
    inputs.push_back(make_input(family, claimants, index));
  }
  return inputs;
}

bool is_right(const Input& input, const reference::Outcome& outcome,
              std::span<const double> shares) {
  const auto* ratio = std::get_if<reference::Ratio>(&outcome);
  return ratio != nullptr && !find_error(input, ratio->ratio, shares);
}

Prepared prepare_solve(Family family, std::size_t claimants) {
  const auto inputs = make_inputs(family, claimants);
  std::vector<double> shares(claimants);
  auto workspace = std::make_shared<reference::Workspace>();
  workspace->reserve(claimants);
  for (const Input& input : inputs) {
    if (!is_right(input, reference::solve(input.total, input.columns(), shares, *workspace),
                  shares)) {
      return nullptr;
    }
  }
  return [=]() mutable {
    for (const Input& input : inputs) {
      reference::solve(input.total, input.columns(), shares, *workspace);
    }
  };
}

Prepared prepare_batch(std::size_t claimants) {
  Input all;
  std::vector<double> totals;
  std::vector<std::size_t> begin{0};
  for (const Input& input : make_inputs(Family::uniform, claimants)) {
    totals.push_back(input.total);
    all.weight.insert(all.weight.end(), input.weight.begin(), input.weight.end());
    all.min_share.insert(all.min_share.end(), input.min_share.begin(), input.min_share.end());
    all.max_share.insert(all.max_share.end(), input.max_share.begin(), input.max_share.end());
    begin.push_back(all.weight.size());
  }
  std::vector<double> shares(all.weight.size());
  std::vector<reference::Outcome> outcomes(totals.size());
  auto workspace = std::make_shared<reference::Workspace>();
  return [=]() mutable {
    reference::solve_batch({totals, begin, all.columns()}, shares, outcomes, *workspace);
  };
}

Prepared prepare_changes(std::size_t claimants) {
  const auto inputs = make_inputs(Family::uniform, claimants);
  auto divider = std::make_shared<reference::Divider>(to_problem(inputs.front()));
  return [=] {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      divider->set_weight(i * 7 % claimants, inputs[i].weight[i]);
      divider->outcome();
    }
  };
}

Prepared prepare_exact(std::size_t claimants) {
  const auto problem = exact::widen(to_problem(make_input(Family::uniform, claimants, 0)));
  return [=] { exact::solve(problem); };
}

// Ten queues with whole numbers; the shares are fair, or the wrong queue has one unit.
Prepared prepare_verdict(bool is_fair) {
  std::string line = R"({"id":"a","rounding":"exact","total":100,"claimants":[)";
  for (int i = 0; i < 10; ++i) line += fmt::format(R"({}{{"name":"q{}"}})", i == 0 ? "" : ",", i);
  line += is_fair ? R"(],"shares":[10,10,10,10,10,10,10,10,10,10]})"
                  : R"(],"shares":[11,9,10,10,10,10,10,10,10,10]})";
  auto reader = std::make_shared<formats::PlainReader>();
  return [=] {
    for (std::size_t i = 0; i < inputs_count; ++i) {
      formats::find_exhaustion("file", 1, line.size(), [&] {
        formats::judge_line(line, "file", 1, {.is_brief = true}, reader.get());
      });
    }
  };
}

struct Work {
  std::string_view name;
  std::function<Prepared()> prepare;
};

std::vector<Work> all_work() {
  return {
      {"reference/uniform/16", [] { return prepare_solve(Family::uniform, 16); }},
      {"reference/all_clamped/16", [] { return prepare_solve(Family::all_clamped, 16); }},
      {"reference/simplex/16", [] { return prepare_solve(Family::simplex, 16); }},
      {"reference/uniform/1000", [] { return prepare_solve(Family::uniform, 1000); }},
      {"reference/ties_at_ratio/1000", [] { return prepare_solve(Family::ties_at_ratio, 1000); }},
      {"batch/16", [] { return prepare_batch(16); }},
      {"divider/update/1000", [] { return prepare_changes(1000); }},
      {"exact/uniform/1000", [] { return prepare_exact(1000); }},
      {"verify/fair/10", [] { return prepare_verdict(true); }},
      {"verify/unfair/10", [] { return prepare_verdict(false); }},
  };
}

int run(std::string_view name) {
  for (const Work& work : all_work()) {
    if (name == "--list") fmt::print("{}\n", work.name);
    if (work.name != name) continue;
    const Prepared prepared = work.prepare();
    if (!prepared) {
      fmt::print(stderr, "{}: the answer is wrong\n", name);
      return 1;
    }
    prepared();
    counted(prepared);
    return 0;
  }
  return name == "--list" ? 0 : 2;
}

}  // namespace
}  // namespace fairshare::bench

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  if (!fairshare::reference::use_instruction_set("AVX2")) return skipped;
  return argc == 2 ? fairshare::bench::run(argv[1]) : 2;
}
