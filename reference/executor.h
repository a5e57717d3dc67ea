// The caller's threads, to solve one large problem.
#pragma once

#include <cstddef>
#include <functional>

namespace fairshare::reference {

// `run(work)` calls work(0), work(1), ..., work(threads - 1), at once if it can, and returns after
// all these calls have ended. A call that it leaves out, since no thread can be started, is made by
// the thread that solves; what it throws leaves `solve`. Each pass over all claimants calls `run`
// once; a solution has some five to twenty. With two threads that start anew for each pass:
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
