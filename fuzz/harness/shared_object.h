// Makes an adapter of a shared object with a function that divides.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/harness/candidate.h"

namespace fairshare::harness {

// The function's answer to a record, as a line of protocol.h with seq 0.
std::string answer_problem(decltype(&fairshare_candidate) divide, std::string_view record);

// Loads `file`, then speaks the protocol of protocol.h on standard input and output until "stop" or
// the end of the input. Returns the exit status: 0, or 3 with a sentence on standard error if the
// file cannot be loaded or lacks the function, or if the input cannot be read. candidate.h says
// what the object exports. A name without a slash means a file in the current directory.
//
// The numbers of a problem are rounded to the nearest doubles, and its demands are folded into the
// bounds. Shares are written so that they are read as the same doubles; those that are not finite
// become "NaN" and "Infinity". A tree is skipped. The answer is an error if the problem cannot be
// read or has a number beyond the largest double.
//
// It needs a process of its own, so that a crash or an endless loop of the object is a verdict too.
// It redirects the process's standard output to standard error, so that the object may print:
// nothing else should run in this process.
int serve_shared_object(const std::string& file);

}  // namespace fairshare::harness
