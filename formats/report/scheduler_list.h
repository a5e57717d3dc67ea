// The list of schedulers that have a model, as text and as JSON.
#pragma once

#include <string>

namespace fairshare::formats {

// For each scheduler its name and, indented below it, one line per property.
std::string schedulers_text();

// One object per line:
//     {"name":"yarn-2.7","input":"...","releases":"...","rule":"...","arithmetic":"...","wins":"...",
//      "infeasible":"...","zero_weight":"...","rounding":"...","units":"...","resolution":"...",
//      "deviations":"..."}
std::string schedulers_json();

}  // namespace fairshare::formats
