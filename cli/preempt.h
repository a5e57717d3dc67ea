// `fairshare preempt`: which claimants in a snapshot are starved, and which tasks are warned or
// killed for them.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct PreemptOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  std::string scheduler = {};              // whatever the snapshots say; empty: what they say
  std::string format = "human";            // or "json"
};

// A file holds snapshots, one per line, or one snapshot whose first line is "{". The exit status: 0
// if all were answered, even if no claimant is starved; 2 if something could not be read.
int preempt(const PreemptOptions& options, Console& console);

}  // namespace fairshare::cli
