// `fairshare explain`: the page of a code, from docs/codes/, which is built into the command.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace fairshare::cli {

struct Page {
  std::string_view code;  // "FS204"
  std::string_view text;  // its first line is "# FS204: what it says"
};

// In the order of the codes. Defined in a file that cmake/embed_codes.cmake writes.
extern const std::span<const Page> pages;

// The page of `code`, or, where it is empty, every code with its headline. The exit status: 0, or 2
// where there is no such code.
int explain(const std::string& code, Console& console);

}  // namespace fairshare::cli
