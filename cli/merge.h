// `fairshare merge`: the combined result of a run's shards, as if the run had not been split.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct MergeOptions {
  std::vector<std::string> folders = {};  // each with summaries, "shard-2-of-3.json"
  std::string format = "human";           // or "json"
};

// The exit status is that of the whole run: 2 if a shard could not read or judge something, if a
// shard is missing (FS108), duplicate or of another run, or if nothing was judged; else 1 if a
// shard found something; else 0.
int merge(const MergeOptions& options, Console& console);

}  // namespace fairshare::cli
