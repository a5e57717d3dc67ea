// Text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// For attributes in double quotes and for texts alike: "a<b" is "a&lt;b". Any bytes will do:
// control characters but line breaks and tabs are left out, and of what is no UTF-8 the bytes
// beyond ASCII.
std::string xml_escaped(std::string_view text);

}  // namespace fairshare::formats
