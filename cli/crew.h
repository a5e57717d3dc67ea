// Lines that are worked on by several threads, and answered in their order.
#pragma once

#include <functional>
#include <span>

#include "cli/console.h"
#include "cli/input.h"
#include "formats/records/records.h"

namespace fairshare::cli {

// What one thread does with a line, and with an error of what could not be read, or of a line that
// takes too much memory; each says what it has to say on the transcript. It is called from one
// thread only, so what it needs need not be shared. `take` counts nothing before it has said all.
struct Worker {
  std::function<void(const TextLine&, Transcript&)> take;
  std::function<void(const formats::RecordError&, Transcript&)> report;
};

// Gives each line that is left to one of the workers, as many at once as there are workers, prints
// what they say in the order of the lines, and shows how far it is. What has been answered is
// written before more input is waited for. Ends early where the console can write no more.
//
// Reads ahead of what is printed by no more than a few lines of 64 KiB, or by one longer one, for
// each worker. A line for which the memory does not suffice (FS023) is reported in place of all
// that its worker has said of it; throws std::bad_alloc where it does not suffice even to read a
// line or to print. With one worker there is no other thread, and each line is printed when it is
// answered. Asserts that there is a worker.
void work_through(InputLines& lines, const Input& input, Console& console,
                  std::span<const Worker> workers);

}  // namespace fairshare::cli
