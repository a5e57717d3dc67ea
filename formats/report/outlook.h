// The answer to `--set`: before, after and the difference.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/verdict/what_if.h"

namespace fairshare::formats {

// For people, below a headline:
//
//     what if root.etl.weight=5: cluster.json, root, memory: total 100
//       claimant  before      after        difference
//       root.a    50          50/3 (16.67)  -100/3 (-33.33)
std::string outlook_text(std::string_view title, std::span<const Outlook> outlooks,
                         std::span<const Setting> settings);

// For programs, one object without a newline; `id` is JSON, or empty:
//
//     {"id":"a","what_if":["x.weight=2"],"divisions":[{"total_before":"10","total_after":"10",
//      "claimants":[{"name":"x","before":"5","after":"20/3","difference":"5/3"}, ...]}]}
std::string outlook_json(std::string_view id, std::span<const Outlook> outlooks,
                         std::span<const Setting> settings);

}  // namespace fairshare::formats
