// Text from anywhere, made safe for a terminal and for the log of a CI job.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// The text with everything that could steer a terminal escaped: control characters as \u001b, line
// breaks as \n, marks that turn the direction of writing as \u202e. Backslashes stay single.
// What GitHub's runner would take for a command, "##[add-mask]" or "::error::" at the beginning,
// has its first character escaped as well.
std::string printable(std::string_view text);

// The text as one word of a shell's command: in single quotes, unless it has letters, digits and
// harmless signs alone. "it's" is 'it'\''s', "" is ''.
std::string shell_word(std::string_view text);

// The text; without its bytes beyond ASCII where it is no UTF-8. Names of files may be none.
std::string as_utf8(std::string_view text);

}  // namespace fairshare::formats
