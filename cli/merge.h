// `fairshare merge`: what the shards of a run found, as if one had done it all.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct MergeOptions {
  std::vector<std::string> folders = {};  // each with summaries, "shard-2-of-3.json"
  bool as_json = false;
};

// The exit status is that of the whole: 2 where a shard could not read or judge something, one is
// missing (FS108), there twice or of another run, or nothing was judged; else 1 where a shard found
// something; else 0.
int merge(const MergeOptions& options, Console& console);

}  // namespace fairshare::cli
