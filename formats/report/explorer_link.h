// Links to the explorer, the page that web/ builds (docs/explorer.md).
#pragma once

#include <string>
#include <string_view>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The judged division as a record of the definition, on one line: its total, weights, bounds and
// shares. They exclude minimums that the base rule pays first. If one rounding gives all reported
// intervals, the record names it; otherwise it says how far each share may be off, by the largest
// of these amounts. If the shares are fair to within a scheduler's resolution, that is added. The
// total stands for itself.
std::string record_of(const Verdict& verdict);

// `explorer`, followed by the record: "index.html#record=%7B%22total%22...". Every byte but RFC
// 3986's unreserved ones is percent-encoded.
std::string explorer_link(std::string_view explorer, std::string_view record);

}  // namespace fairshare::formats
