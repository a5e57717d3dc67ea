// reference/stretches.h: passes that threads share, on every instruction set that this processor
// has, compared with the same passes on one thread.
#include "fairshare/reference/stretches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fairshare/reference/instruction_set.h"
#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"
#include "tests/divisions.h"

namespace fairshare::reference {
namespace {

using Work = std::function<void(std::size_t)>;

Executor on_threads(std::size_t threads) {
  return {threads, [threads](const Work& work) {
            std::vector<std::jthread> others;
            for (std::size_t k = 1; k < threads; ++k) others.emplace_back(work, k);
            work(0);
          }};
}

Executor one_after_the_other(std::size_t threads) {
  return {threads, [threads](const Work& work) {
            for (std::size_t k = threads; k > 0; --k) work(k - 1);
          }};
}

// Executors that start no thread, too few, and each twice.
Executor idle(std::size_t threads) {
  return {threads, [](const Work&) {}};
}

Executor half_idle(std::size_t threads) {
  return {threads, [](const Work& work) { work(1); }};
}

Executor twice(std::size_t threads) {
  return {threads, [threads](const Work& work) {
            for (std::size_t k = 0; k < 2 * threads; ++k) work(k % threads);
          }};
}

Slice shared(const Division& division, const Executor& executor) {
  Slice slice = division.slice();
  slice.executor = &executor;
  return slice;
}

TEST(Stretches, AreAllClaimantsInTheirOrder) {
  for (const std::size_t threads : {0U, 1U, 2U, 3U, 7U, 16U, 40U}) {
    const Executor executor{threads};
    for (const std::size_t size : {0U, 1U, 8191U, 8192U, 8193U, 100'000U, 1'000'001U}) {
      const Slice slice{nullptr, nullptr, nullptr, size, &executor};
      std::size_t end = 0;
      for (std::size_t k = 0; k < stretches_of(slice); ++k) {
        const auto [begin, length] = stretch_at(slice, k);
        EXPECT_EQ(begin, end);
        EXPECT_TRUE(length == 0 || begin % stretch_unit == 0) << begin;
        end = begin + length;
      }
      EXPECT_EQ(end, size);
    }
  }
}

TEST(Stretches, AreAboutEquallyLong) {
  const Executor executor{3};
  const Slice slice{nullptr, nullptr, nullptr, 100 * stretch_unit, &executor};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t units = stretch_at(slice, k).size / stretch_unit;
    EXPECT_TRUE(units == 33 || units == 34) << units;
  }
}

TEST(Stretches, AreTakenOnceEachWhateverTheExecutorCalls) {
  for (const auto& executor : {Executor{3}, idle(3), half_idle(3), twice(3), one_after_the_other(3),
                               one_after_the_other(20), on_threads(3), on_threads(20)}) {
    const Slice slice{nullptr, nullptr, nullptr, 1'000'000, &executor};
    std::vector<std::atomic<int>> times(stretches_of(slice));
    for_each_stretch(slice, [&](std::size_t k, const Stretch& stretch) {
      EXPECT_EQ(stretch.begin, stretch_at(slice, k).begin);
      ++times[k];
    });
    for (const auto& time : times) EXPECT_EQ(time, 1);
  }
}

struct Answer {
  std::vector<double> shares;
  double ratio = -1;
  Sum rest = {}, weight = {};
  std::uint32_t passes = 0;
  std::size_t doubts = 0;
  std::vector<std::size_t> doubtful = {};

  explicit Answer(std::size_t claimants) : shares(claimants) {}
};

// Room for what is cut away.
struct Room {
  explicit Room(std::size_t claimants)
      : column(9, std::vector<double>(claimants + residue_padding)) {
    scratch.residue_1 = {column[0].data(), column[1].data(), column[2].data(), 0};
    scratch.residue_2 = {column[3].data(), column[4].data(), column[5].data(), 0};
    scratch.sample = {column[6].data(), column[7].data(), column[8].data(), 0};
  }

  std::vector<std::vector<double>> column;
  Scratch scratch = {};
};

// The result of settle_it(shares, scratch, doubts), which writes the shares and notes the doubts.
template <class SettleIt>
Answer answer_of(const Slice& slice, SettleIt settle_it) {
  Room room(slice.size);
  Answer answer(slice.size);
  Doubts doubts;
  const Attempt attempt = settle_it(answer.shares.data(), room.scratch, doubts);
  answer.passes = attempt.passes;
  if (!attempt.settled) return answer;
  answer.ratio = attempt.settled->ratio.value_or(-2);
  if (attempt.settled->fraction) {
    answer.rest = attempt.settled->fraction->rest;
    answer.weight = attempt.settled->fraction->weight;
  }
  answer.doubts = doubts.count;
  for_each_doubt(doubts, 0, [&](std::size_t i) { answer.doubtful.push_back(i); });
  return answer;
}

void expect_same(const Answer& one, const Answer& other, const std::string& where) {
  ASSERT_EQ(one.ratio, other.ratio) << where;
  ASSERT_TRUE(one.ratio == -1 || one.shares == other.shares) << where;
  ASSERT_EQ(one.passes, other.passes) << where;
  ASSERT_EQ(one.doubts, other.doubts) << where;
  ASSERT_EQ(one.doubtful, other.doubtful) << where;
  for (const auto& [a, b] :
       {std::pair(one.rest, other.rest), std::pair(one.weight, other.weight)}) {
    ASSERT_TRUE(a.high == b.high && a.low == b.low) << where;
  }
}

class SharedPasses : public testing::Test {
 protected:
  void TearDown() override { use_instruction_set(""); }

  // settle_it(slice, shares, scratch, doubts), on one thread and shared, on every instruction set.
  template <class SettleIt>
  static void compare(const Division& division, const std::string& what, SettleIt settle_it) {
    for (const std::string& name : instruction_sets()) {
      ASSERT_TRUE(use_instruction_set(name));
      const auto answer = [&](const Slice& slice) {
        return answer_of(slice, [&](double* shares, Scratch& scratch, Doubts& doubts) {
          return settle_it(slice, shares, scratch, doubts);
        });
      };
      const Answer expected = answer(division.slice());
      for (const auto& executor : {idle(2), one_after_the_other(3), on_threads(16)}) {
        expect_same(expected, answer(shared(division, executor)),
                    what + ", " + name + ", " + std::to_string(executor.threads) + " threads, " +
                        std::to_string(division.weight.size()) + " claimants");
      }
    }
  }

  static void compare_settled(const Division& division, const std::string& what) {
    compare(division, what,
            [&](const Slice& slice, double* shares, Scratch& scratch, Doubts& doubts) {
              return settle(division.total, slice, shares, scratch, doubts);
            });
  }
};

TEST_F(SharedPasses, SettleEveryKindAsOneThreadDoes) {
  for (const Kind kind : kinds) {
    for (const std::size_t size : {3U, 8200U, 30'001U}) {
      compare_settled(divide(kind, size, size), "kind " + std::to_string(static_cast<int>(kind)));
    }
  }
}

// Cuts that leave all claimants open, some of them, and none.
TEST_F(SharedPasses, CopyTheSameClaimantsInTheSameOrder) {
  for (const Kind kind : {Kind::uniform, Kind::ties, Kind::heavy}) {
    const Division division = divide(kind, 30'001, 4);
    const Answer all = answer_of(division.slice(), [&](double* shares, Scratch& s, Doubts& d) {
      return settle(division.total, division.slice(), shares, s, d);
    });
    ASSERT_GT(all.ratio, 0);
    for (const double width : {1e9, 2.0, 1.01, 1 + 1e-9}) {
      const std::vector<Belief> cuts(2, {all.ratio / width, all.ratio * width});
      compare(division, "width " + std::to_string(width),
              [&](const Slice& slice, double* shares, Scratch& scratch, Doubts& doubts) {
                return settle_from(all.ratio, cuts, division.total, slice, shares, scratch, doubts);
              });
    }
  }
}

// The guess has only the last claimant on the wrong side of its maximum.
TEST_F(SharedPasses, RefuseALineThatIsWrongInOneStretch) {
  Division division{19'999 * 10 + 5, {}, {}, {}};
  for (int i = 0; i < 19'999; ++i) add(division, 1, 0, infinity);
  add(division, 1, 0, 5);
  const auto settle_it = [&](const Slice& slice, double* shares, Scratch& scratch, Doubts& doubts) {
    return settle_from(4, {}, division.total, slice, shares, scratch, doubts);
  };
  compare(division, "a wrong guess", settle_it);
  const Executor executor = on_threads(2);
  const Answer answer =
      answer_of(shared(division, executor), [&](double* shares, Scratch& scratch, Doubts& doubts) {
        return settle_it(shared(division, executor), shares, scratch, doubts);
      });
  EXPECT_EQ(answer.ratio, 10);
}

// All are at a bound, so that the least ratio is a breakpoint; the sums are exact.
TEST_F(SharedPasses, FindTheBreakpointsBesideAFlatStretch) {
  Division division{0, {}, {}, {}};
  for (int i = 0; i < 20'000; ++i) {
    const bool is_floor = i % 3 == 0;
    add(division, 1, is_floor ? 8 + i % 5 : 0, is_floor ? 100 : 1 + i % 4);
    division.total += is_floor ? division.min_share.back() : division.max_share.back();
  }
  add(division, 1, 0, 6);  // the last breakpoint below the stretch
  division.total += 6;
  compare_settled(division, "flat");
  const Answer answer = answer_of(division.slice(), [&](double* shares, Scratch& s, Doubts& d) {
    const Executor executor = on_threads(2);
    return settle(division.total, shared(division, executor), shares, s, d);
  });
  EXPECT_EQ(answer.ratio, 6);
}

// At the ratio 2^51 - 1/2, every step-th claimant, up to so many, has a share that is a midpoint
// between two doubles, apart from the effect of the last claimant.
Division with_doubts(std::size_t doubtful, std::size_t step, const Claimant<double>& last) {
  Division division{0x1p67 - 0x1p15, {}, {}, {}};
  double left = 0x1p16;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const double weight = i % step == 0 && i / step < doubtful ? 3 : 1;
    add(division, weight, 0, infinity);
    left -= weight;
  }
  add(division, left - last.weight, 0, infinity);
  add(division, last.weight, last.min_share, *last.max_share);
  return division;
}

std::size_t noted(const Division& division) {
  return answer_of(division.slice(),
                   [&](double* shares, Scratch& scratch, Doubts& doubts) {
                     return settle(division.total, division.slice(), shares, scratch, doubts);
                   })
      .doubts;
}

TEST_F(SharedPasses, NoteTheSameDoubts) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 5> ways = {
      {{10, 2000}, {64, 300}, {80, 250}, {80, 8}, {5000, 4}}};
  for (const auto& [doubtful, step] : ways) {
    const Division division = with_doubts(doubtful, step, {1, 0, infinity});
    compare_settled(division, std::to_string(doubtful) + " doubtful");
    EXPECT_EQ(noted(division), std::min<std::size_t>(doubtful, Doubts::vectors_max + 1));
  }
}

// A share next to its bound, and the least addend of either sum, only in the last stretch.
TEST_F(SharedPasses, FindNoFractionThatOneThreadDoesNotFind) {
  compare_settled(with_doubts(10, 2000, {1, 0, 0x1p51 - 0.5}), "a breakpoint at the ratio");
  compare_settled(with_doubts(10, 2000, {0, 0x1p-200, 0x1p-200}), "a tiny minimum");
  compare_settled(with_doubts(10, 2000, {0x1p-200, 0, infinity}), "a tiny weight");
}

TEST_F(SharedPasses, SayWhyNoRatioFits) {
  Division rich = divide(Kind::uniform, 20'000, 1), poor = rich;
  rich.total = 1e9;
  poor.total = 1;
  const Executor executor = on_threads(3);
  for (const std::string& name : instruction_sets()) {
    ASSERT_TRUE(use_instruction_set(name));
    for (const Division* division : {&rich, &poor}) {
      const auto no_ratio = [&](const Slice& slice) {
        Room room(slice.size);
        std::vector<double> shares(slice.size);
        Doubts doubts;
        return settle(division->total, slice, shares.data(), room.scratch, doubts).no_ratio;
      };
      const auto expected = no_ratio(division->slice());
      ASSERT_TRUE(expected);
      EXPECT_EQ(no_ratio(shared(*division, executor)), expected) << name;
    }
  }
}

// A solve, whose outcome is its ratio.
std::vector<double> solved(const Division& division, const Executor* executor) {
  std::vector<double> shares(division.weight.size());
  Workspace workspace;
  const Outcome outcome =
      executor == nullptr ? solve(division.total, division.columns(), shares, workspace)
                          : solve(division.total, division.columns(), shares, workspace, *executor);
  shares.push_back(std::get<Ratio>(outcome).ratio);
  return shares;
}

TEST(SharedSolve, IsTheSameAsOnOneThread) {
  const Executor executor = on_threads(2);
  for (const Kind kind : {Kind::uniform, Kind::ties, Kind::geometric}) {
    const Division division = divide(kind, shared_min + 5, 9);
    EXPECT_TRUE(solved(division, &executor) == solved(division, nullptr))
        << "kind " << static_cast<int>(kind);
  }
}

TEST(SharedSolve, CallsTheExecutorOnlyIfThereAreManyClaimants) {
  int calls = 0;
  const Executor executor{2, [&](const Work&) { ++calls; }};
  solved(divide(Kind::uniform, shared_min - 1, 2), &executor);
  EXPECT_EQ(calls, 0);
  solved(divide(Kind::uniform, shared_min, 2), &executor);
  EXPECT_GE(calls, 2);
}

TEST(SharedSolve, RoundsToNearestInThreadsThatRoundOtherwise) {
  std::atomic<int> kept = 0;
  const Executor upward{2, [&](const Work& work) {
                          std::jthread([&] {
                            std::fesetround(FE_UPWARD);
                            work(0);
                            work(1);
                            if (std::fegetround() == FE_UPWARD) ++kept;
                          }).join();
                        }};
  const Division division = divide(Kind::uniform, shared_min, 3);
  EXPECT_TRUE(solved(division, &upward) == solved(division, nullptr));
  EXPECT_GE(kept, 2);
}

}  // namespace
}  // namespace fairshare::reference
