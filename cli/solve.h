// `fairshare solve`: the fair shares of each record, one JSON answer a line.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct SolveOptions {
  std::vector<std::string> files = {};  // none: standard input
  bool in_doubles = false;              // each number is rounded to a double, then reference::solve
  bool apportion = false;               // whole units; not in doubles
};

// The exit status: 0, or 2 where a record could not be read or solved.
int solve(const SolveOptions& options, Console& console);

}  // namespace fairshare::cli
