// `fairshare lint`: what is wrong with allocations files, without any response.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

struct LintOptions {
  std::vector<std::string> files = {};  // none: standard input
  std::string release = "3";            // of Hadoop: "2.7" or "3"
  std::string cluster = {};             // "memory=1024,vcores=8"; empty: not known
  bool as_json = false;
};

// The exit status: 0 nothing worth a warning; 1 a warning; 2 a file that the release refuses, or
// that could not be read.
int lint(const LintOptions& options, Console& console);

}  // namespace fairshare::cli
