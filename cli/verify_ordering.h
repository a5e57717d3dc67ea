// `fairshare verify --ordering`: is there a ratio R that gives the reported shares, whatever there
// is to divide? All that can be asked of a scheduler that computes no shares.
#pragma once

#include "cli/console.h"
#include "cli/verify.h"

namespace fairshare::cli {

// The exit status: 0 all consistent, 1 something is not, 2 something could not be read, or the
// options ask for something else beside.
int verify_ordering(const VerifyOptions& options, Console& console);

}  // namespace fairshare::cli
