// `fairshare fuzz`: adversarial problems for a user's scheduler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/documents.h"
#include "cli/measure.h"

namespace fairshare::cli {

struct FuzzOptions {
  std::vector<std::string> command = {};  // the adapter and its arguments
  std::string shared_object = {};         // in place of a command
  std::string serve = {};  // be the adapter of this shared object; all else is ignored
  // Files to ask again, in place of new problems: records, or documents.
  std::vector<std::string> replay = {};
  DocumentArguments documents = {};
  std::string scheduler = {};            // empty: as the adapter says
  std::string numbers = {};              // empty: as the adapter says
  std::string answers = {};              // of its shares; empty: as the adapter says
  Measure measure = {};                  // what is absent, the adapter may say
  std::string families = {};             // "ties,zeros"; empty: all
  std::string seed = {};                 // empty: another one each time
  std::string time = {};                 // "60s", "5m", "1h"; a bare number is seconds
  std::string deadline = "2s";           // for each answer; also "500ms"
  std::string first_deadline = "30s";    // for the first answer after each start
  std::string cases = {};                // empty: as many as there is time for
  std::string save = "fairshare-found";  // a folder; empty: nothing is saved
  std::uint64_t jobs = 1;
  std::uint64_t size_max = 40;
  bool trees = false;
  bool infeasible = false;
  bool without_demands = false;
  bool until_first = false;
  bool allow_empty = false;      // exit status 0, not 2, if no answer was judged
  std::string format = "human";  // "json" or "junit"
  std::string shard = {};        // "2/3": every third batch of cases, from the second; empty: all
  std::string run = {};          // for the summary: the arguments that all shards have in common
  std::string emit = {};         // a name of harness::languages: tests in place of a report
};

// The exit status: 0 nothing found; 1 something found; 2 wrong usage, a record that cannot be read,
// or no answer to judge; 3 the adapter could not be run; 130 or 143 if SIGINT or SIGTERM ended it
// before anything was found.
int fuzz(const FuzzOptions& options, Console& console);

}  // namespace fairshare::cli
