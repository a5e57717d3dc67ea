// `fairshare verify`: checks whether the reported shares are fair.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/documents.h"
#include "cli/measure.h"
#include "cli/table.h"

namespace fairshare::cli {

struct VerifyOptions {
  std::vector<std::string> files = {"-"};  // "-": standard input
  Measure measure = {};
  std::string format = "human";  // a name of formats::Reporter
  std::string explorer = {};     // the explorer that a page of HTML links to; empty: none
  DocumentArguments documents = {};
  TableArguments table = {};
  bool steady = false;
  std::string scheduler = {};  // whose records they are, whatever they say; empty: what they say
  bool details = false;        // for people: every share with its reason
  bool quiet = false;          // only what is not fair
  bool summary = false;        // for people: the last line alone
  std::vector<std::string> settings = {};  // what if, cli/what_if.h; then nothing is judged
  bool exit_zero = false;                  // exit status 0, not 1
  bool allow_empty = false;                // exit status 0, not 2, if nothing was judged
  std::size_t jobs = 1;                    // records judged at once
  std::string shard = {};    // "2/3": every third record or document, from the second; empty: all
  std::string save = {};     // a folder for the summary, cli/summary.h; empty: none
  std::string run = {};      // for the summary: the arguments that all shards have in common
  bool ordering = false;     // whether some ratio gives the shares, whatever the total is
  bool certificate = false;  // whether the records' certificates hold; nothing is solved
};

// The exit status: 0 all fair or overcommitted, 1 something unfair, 2 something could not be read
// or judged, or there was nothing to judge.
// A shard with nothing to judge is not an error: `merge` checks whether any shard judged something.
int verify(const VerifyOptions& options, Console& console);

}  // namespace fairshare::cli
