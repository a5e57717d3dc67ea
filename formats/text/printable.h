// Text from anywhere, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// The text with everything that could steer a terminal escaped: control characters as \u001b, line
// breaks as \n, marks that turn the direction of writing as \u202e. Backslashes stay single.
std::string printable(std::string_view text);

}  // namespace fairshare::formats
