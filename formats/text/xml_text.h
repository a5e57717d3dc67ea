// Text for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// For attributes in double quotes and for text: "a<b" becomes "a&lt;b". Accepts any bytes: control
// characters other than line breaks and tabs are left out, and bytes beyond ASCII if the text is
// not UTF-8.
std::string xml_escaped(std::string_view text);

}  // namespace fairshare::formats
