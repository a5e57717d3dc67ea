// Makes untrusted text safe for a terminal and for the log of a CI job.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// The text with everything that could control a terminal escaped: control characters as \u001b,
// line breaks as \n, marks that change the writing direction as \u202e. Backslashes are unchanged.
// What GitHub's runner would take for a command, "##[add-mask]" or "::error::" at the beginning,
// has its first character escaped as well.
std::string printable(std::string_view text);

// The text as one word of a shell command: in single quotes, unless it has only letters, digits and
// harmless signs. "it's" is 'it'\''s', "" is ''.
std::string shell_word(std::string_view text);

// The text; if it is not UTF-8, as names of files may be, without its bytes beyond ASCII.
std::string as_utf8(std::string_view text);

}  // namespace fairshare::formats
