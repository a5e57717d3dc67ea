// A scheduler that is called, served to the harness as an adapter.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/harness/candidate.h"

namespace fairshare::harness {

// What the function answers to a record, as a line of protocol.h with seq 0.
std::string answer_problem(decltype(&fairshare_candidate) divide, std::string_view record);

// Loads `file`, then answers the protocol of protocol.h on standard input and output until "stop"
// or the end of the input. The exit status: 0; 3 where the file cannot be loaded or lacks the
// function, or where the input cannot be read, with a sentence on standard error. What the object
// exports is in candidate.h. A name without a slash is a file of this directory.
//
// Numbers of a problem are rounded to the nearest doubles, its demands folded into the bounds, and
// the shares written so that they are read as the same doubles; those that are not finite as "NaN"
// and "Infinity". A tree is skipped. A problem that does not read, or has a number beyond the
// largest double, is answered by an error.
//
// It runs in a process of its own, so that a crash or an endless loop in it is a verdict too. It
// turns the process's standard output to standard error, so that the object may print: nothing else
// should run in this process.
int serve_shared_object(const std::string& file);

}  // namespace fairshare::harness
