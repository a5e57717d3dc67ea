// `fairshare schedulers`: the production schedulers that have a model.
#pragma once

#include "cli/console.h"

namespace fairshare::cli {

// As a list for people, or as one JSON object per line. The exit status.
int list_schedulers(bool as_json, Console& console);

}  // namespace fairshare::cli
