// `fairshare verify --certificate`: do the records' certificates hold?
#pragma once

#include "cli/console.h"
#include "cli/verify.h"

namespace fairshare::cli {

// The exit status: 0 all hold, 1 one is refused, 2 something could not be read, or the options ask
// for something else beside.
int verify_certificates(const VerifyOptions& options, Console& console);

}  // namespace fairshare::cli
