// `fairshare lint`: checks allocations files without a response.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct LintOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  std::string release = "3";               // of Hadoop: "2.7" or "3"
  std::string cluster = {};                // "memory=1024,vcores=8"; empty: not known
  std::string format = "human";            // or "json"
};

// The exit status: 0 no warnings; 1 a warning; 2 the release refuses a file, or it could not be
// read.
int lint(const LintOptions& options, Console& console);

}  // namespace fairshare::cli
