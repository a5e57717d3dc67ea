// Processes lines on several threads, and prints the answers in the lines' order.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "cli/console.h"
#include "cli/input.h"
#include "formats/records/records.h"

namespace fairshare::cli {

// One thread's work on a line, and on an error (a line that could not be read or takes too much
// memory). Each writes to the transcript. A worker is called from one thread only, so its state
// need not be shared. `take` must not count anything before it has written everything.
struct Worker {
  std::function<void(const TextLine&, Transcript&)> take;
  std::function<void(const formats::RecordError&, Transcript&)> report;
};

// The id of the line's record as JSON; empty if it has none, or cannot be read.
std::string find_id(const TextLine& line, const std::string& file);

// Gives each remaining line to one of the workers, as many at once as there are workers, prints
// their transcripts in the order of the lines, and shows progress. Answers are written before it
// waits for more input. Ends early if the console can write no more.
//
// Reads ahead by at most a few lines of 64 KiB, or one longer line, per worker. A line that runs
// out of memory (FS023) is reported instead of its worker's transcript; throws std::bad_alloc if
// memory is not even enough to read a line or to print. With one worker there is no other thread,
// and each line is printed when it is answered. Asserts that there is a worker.
void work_through(InputLines& lines, const Input& input, Console& console,
                  std::span<const Worker> workers);

}  // namespace fairshare::cli
