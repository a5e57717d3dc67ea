#include "bench/changes.h"

#include <cassert>
#include <limits>
#include <random>
#include <variant>
#include <vector>

#include "bench/answers.h"
#include "bench/families.h"
#include "bench/timing.h"
#include "fairshare/reference/divider/divider.h"

namespace fairshare::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The claimant for k, on either side of the breakpoint that all have.
Claimant<double> tied_claimant(bool is_below, double k) {
  if (is_below) return {3 * k, 4 * k};
  return {3 * k, 0, 4 * k};
}

Input make_tied_input(std::size_t claimants) {
  std::mt19937_64 random(1);
  Input input;
  for (std::size_t i = 0; i < claimants; ++i) {
    const auto k = static_cast<double>(1 + random() % 4);
    const Claimant<double> claimant = tied_claimant(i % 2 == 0, k);
    input.weight.push_back(claimant.weight);
    input.min_share.push_back(claimant.min_share);
    input.max_share.push_back(claimant.max_share.value_or(infinity));
    input.total += 4 * k;
  }
  return input;
}

std::optional<std::string> find_error(reference::Divider& divider) {
  const auto outcome = divider.outcome();
  const auto* ratio = std::get_if<reference::Ratio>(&outcome);
  if (ratio == nullptr) return "no allocation, though there is one";
  Input input{.total = divider.total()};
  std::vector<double> shares;
  for (std::size_t i = 0; i < divider.size(); ++i) {
    const Claimant<double> claimant = divider.claimant(i);
    input.weight.push_back(claimant.weight);
    input.min_share.push_back(claimant.min_share);
    input.max_share.push_back(claimant.max_share.value_or(infinity));
    shares.push_back(divider.find_share(i).value_or(-1));
  }
  return find_error(input, ratio->ratio, shares);
}

std::optional<std::string> find_error(reference::Divider& divider, ChangeStream& stream) {
  const bool is_small = divider.size() <= 1000;
  for (int change = 0; change < (is_small ? 64 : 1000); ++change) {
    stream.change(divider);
    auto outcome = divider.outcome();
    benchmark::DoNotOptimize(outcome);
    if (!is_small) continue;
    if (auto error = find_error(divider)) return error;
  }
  return find_error(divider);
}

}  // namespace

// The lengths of the two lists have no common divisor, so the second time around each claimant gets
// a different number.
ChangeStream::ChangeStream(Changes changes, std::size_t claimants) : changes_(changes) {
  std::mt19937_64 random(2);
  for (std::size_t k = 0; k < 65'536; ++k) claimants_.push_back(random() % claimants);
  for (std::size_t k = 0; k < 65'535; ++k) {
    const double unit = static_cast<double>((random() >> 11) + 1) * 0x1p-53;
    const auto whole = static_cast<double>(1 + random() % 4);
    numbers_.push_back(changes == Changes::ties ? whole : 1 + 9 * unit);
  }
}

void ChangeStream::change(reference::Divider& divider) {
  const std::size_t claimant = claimants_[position_ % claimants_.size()];
  const double number = numbers_[position_ % numbers_.size()];
  ++position_;
  if (changes_ == Changes::ties) {
    divider.set(claimant, tied_claimant(claimant % 2 == 0, number));
  } else {
    divider.set_weight(claimant, number);
  }
}

Changing make_changing(Changes changes, std::size_t claimants) {
  const Input input = changes == Changes::ties ? make_tied_input(claimants)
                                               : make_input(Family::uniform, claimants, 0);
  Changing changing{
      .changes = changes,
      .series = {.family = families().front(), .claimants = claimants, .inputs = {input}},
      .divider = reference::Divider(input.total, input.columns()),
      .stream = ChangeStream(changes, claimants),
      .shares = std::vector<double>(claimants),
      .error = std::nullopt,
  };
  changing.error = find_error(changing.divider, changing.stream);
  return changing;
}

void time_changes(benchmark::State& state, Changing& changing) {
  assert(!changing.error);
  reference::Divider& divider = changing.divider;
  time_calls(state, changing.series, changing.shares, [&](std::size_t) {
    changing.stream.change(divider);
    auto outcome = divider.outcome();
    benchmark::DoNotOptimize(outcome);
  });
  state.counters["bytes_per_claimant"] =
      static_cast<double>(divider.bytes()) / static_cast<double>(divider.size());
  changing.error = find_error(divider);
}

}  // namespace fairshare::bench
