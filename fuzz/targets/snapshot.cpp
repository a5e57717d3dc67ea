// libFuzzer: no snapshot, whatever it contains, makes a model of preemption loop, crash or grow
// without bound.
//
// The first byte chooses the scheduler (0 as the snapshot says), the rest is the snapshot. Oracles:
//   - the answer is one well-formed JSON object, the text ends its line, every error has a code;
//   - what is reclaimed in all is the sum of the claims, or the release says that it overflowed;
//   - no task is a victim twice, each is warned at most once and killed once, and without the last
//     one less would be taken than is reclaimed;
//   - no claimant that lacks nothing is starved, and what docs/preemption.md says about each rule
//     holds.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"
#include "preemption/snapshot.h"

namespace {

namespace preemption = fairshare::preemption;
namespace pool_tree = fairshare::preemption::pool_tree;
using fairshare::exact::Integer;
using fairshare::fuzz::require;
using preemption::hadoop::Rule;

constexpr std::array<std::string_view, 8> schedulers = {
    "", "article", "mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7", "ytsaurus-2018", "ytsaurus-2019"};

bool are_different(std::vector<std::size_t> tasks) {
  std::ranges::sort(tasks);
  return std::ranges::adjacent_find(tasks) == tasks.end();
}

void check_claims(const preemption::hadoop::Answer& answer, std::string_view input) {
  Integer sum = 0;
  for (const preemption::hadoop::Starved& one : answer.starved) {
    require(one.reclaim > 0 && one.reclaim == std::max(one.due_to_min_share, one.due_to_fair_share),
            "a claim is the larger of the two, and positive", input);
    sum += one.reclaim;
  }
  require(sum == answer.reclaim || answer.fault != preemption::hadoop::Fault::none,
          "the claims add up to what is reclaimed", input);
}

void check_steps(const preemption::hadoop::Snapshot& snapshot,
                 const preemption::hadoop::Answer& answer, std::string_view input) {
  std::vector<std::size_t> killed;
  for (const preemption::hadoop::Step& step : answer.steps) {
    require(step.at >= snapshot.now, "nothing happens before now", input);
    if (step.action == preemption::hadoop::Action::kill) killed.push_back(step.task);
  }
  require(killed == answer.victims, "every victim is killed, in its order", input);
  require(are_different(killed), "no task is a victim twice", input);
  require(answer.steps.size() <= 2 * killed.size(), "no task is warned twice", input);
}

void check_victims(const preemption::hadoop::Snapshot& snapshot,
                   const preemption::hadoop::Answer& answer, std::string_view input) {
  Integer taken = 0;
  std::vector<std::int64_t> lost(snapshot.claimants.size());
  const bool spares = snapshot.rule == Rule::article || snapshot.rule == Rule::mr1 ||
                      snapshot.rule == Rule::yarn_2_2;
  for (const std::size_t victim : answer.victims) {
    require(taken < answer.reclaim, "no more is taken when it is enough", input);
    const preemption::hadoop::Task& task = snapshot.tasks[victim];
    const preemption::hadoop::Claimant& claimant = snapshot.claimants[task.claimant];
    taken += task.size;
    ++lost[task.claimant];
    require(!spares || static_cast<double>(claimant.usage) > claimant.fair_share,
            "a claimant that is not above its fair share loses nothing", input);
    require(snapshot.rule != Rule::mr1 ||
                static_cast<double>(claimant.usage - lost[task.claimant]) > claimant.fair_share - 1,
            "mr1 leaves no claimant a whole task below its fair share", input);
  }
  for (const preemption::hadoop::BelowFairShare& one : answer.below) {
    require(static_cast<double>(one.usage_after) < snapshot.claimants[one.claimant].fair_share,
            "a claimant said to be below its fair share is", input);
  }
}

void check_pools(const pool_tree::Snapshot& snapshot, const pool_tree::Answer& answer,
                 std::string_view input) {
  require(answer.states.size() == snapshot.elements.size() &&
              answer.jobs.size() == snapshot.jobs.size(),
          "there is a state for each element and a class for each job", input);
  double reclaim = 0;
  for (const pool_tree::Starved& one : answer.starved) {
    require(one.reclaim >= 0 && answer.states[one.element].is_starving,
            "only a starved element claims", input);
    reclaim += one.reclaim;
  }
  require(reclaim == answer.reclaim, "the claims add up to what is reclaimed", input);
  require(are_different(answer.victims), "no task is a victim twice", input);
  require(answer.victims.size() <= answer.candidates.size() &&
              std::ranges::equal(answer.victims,
                                 std::span(answer.candidates).first(answer.victims.size())),
          "the victims are the first candidates", input);
  double freed = 0;
  for (const std::size_t victim : answer.victims) {
    require(freed / snapshot.total < answer.reclaim, "no more is taken when it is enough", input);
    require(answer.states[snapshot.jobs[victim].operation].may_lose_jobs,
            "only operations that may lose jobs do", input);
    freed += snapshot.jobs[victim].usage;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, text] = *given;
  const auto read = preemption::read_snapshot(text, "f", 1, schedulers[choice % schedulers.size()]);
  if (const auto* error = std::get_if<fairshare::formats::RecordError>(&read)) {
    require(
        error->error.code.starts_with("FS") && error->error.file == "f" && error->error.line > 0,
        "an error has its code and place", text);
    return 0;
  }
  const auto& snapshot = std::get<preemption::Snapshot>(read);
  require(fairshare::fuzz::is_json_object(preemption::preemption_json(snapshot)),
          "an answer is one JSON object", text);
  require(preemption::preemption_text(snapshot).ends_with('\n'), "a text ends its line", text);
  if (const auto* hadoop = std::get_if<preemption::hadoop::Snapshot>(&snapshot.is)) {
    const preemption::hadoop::Answer answer = preemption::hadoop::compute(*hadoop);
    check_claims(answer, text);
    check_steps(*hadoop, answer, text);
    check_victims(*hadoop, answer, text);
  } else if (const auto* pools = std::get_if<pool_tree::Snapshot>(&snapshot.is)) {
    check_pools(*pools, pool_tree::compute(*pools), text);
  }
  return 0;
}
