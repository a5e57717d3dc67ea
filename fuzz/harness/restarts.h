// Counts what hangs and crashes cost, so that they do not use up the time of all other challenges.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "fuzz/adversary.h"

namespace fairshare::harness {

class Restarts {
 public:
  // Counts a challenge that was asked, and whether the adapter had to be restarted because of it.
  void add(fuzz::Family family, std::size_t claimants, bool was_restart);
  // Adds the time of a batch in which that happened.
  void spend(std::chrono::duration<double> time) { spent_ += time; }

  // True if restarts have taken more than a quarter of the time (and more than two seconds), and
  // challenges of this family and about this size lead to a restart more often than others do.
  bool passes_over(fuzz::Family family, std::size_t claimants,
                   std::chrono::duration<double> elapsed) const;

  // True if nine of ten challenges lead to a restart, once 32 or more have been asked: then there
  // is nothing to learn.
  bool are_hopeless() const { return all_.asked >= 32 && all_.restarts * 10 >= all_.asked * 9; }

 private:
  struct Count {
    std::uint64_t asked = 0;
    std::uint64_t restarts = 0;
  };
  static constexpr std::size_t sizes = 7;  // 0, 1, 2, 3-4, 5-8, 9-16, more
  static std::size_t size_of(std::size_t claimants);

  std::array<std::array<Count, sizes>, fuzz::families.size()> counts_ = {};
  Count all_ = {};
  std::chrono::duration<double> spent_{0};
};

}  // namespace fairshare::harness
