#include "formats/text/xml_text.h"

#include <cstddef>

#include "formats/text/printable.h"

namespace fairshare::formats {

std::string xml_escaped(std::string_view bytes) {
  const std::string text = as_utf8(bytes);
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
      at += 2;  // U+FFFE and U+FFFF are not XML characters
    } else if (text[at] == '&') {
      result += "&amp;";
    } else if (text[at] == '<') {
      result += "&lt;";
    } else if (text[at] == '>') {
      result += "&gt;";
    } else if (text[at] == '"') {
      result += "&quot;";
    } else if (text[at] == '\n' || text[at] == '\t') {
      result += text[at] == '\n' ? "&#10;" : "&#9;";
    } else if (byte >= 0x20) {
      result += text[at];
    }
  }
  return result;
}

}  // namespace fairshare::formats
