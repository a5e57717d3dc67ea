// The caller's threads, to solve one large problem.
#pragma once

#include <cstddef>
#include <functional>

namespace fairshare::reference {

// `run(work)` calls work(0), work(1), ..., work(threads - 1), at the same time if possible, and
// returns after all these calls have ended. If it leaves out a call because no thread can be
// started, the solving thread makes that call. What `run` throws leaves `solve`. Each pass over all
// claimants calls `run` once; a solution has about five to twenty passes. With two threads, one of
// which is started for each pass:
//
//     Executor{2, [](const auto& work) {
//                std::jthread other(work, 1);
//                work(0);
//              }}
struct Executor {
  std::size_t threads = 1;  // more than stretches_max (stretches.h), 16, are not used
  std::function<void(const std::function<void(std::size_t)>& work)> run = nullptr;
};

}  // namespace fairshare::reference
