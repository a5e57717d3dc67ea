// `fairshare explain`: the page of a code, from docs/codes/, which is built into the command.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/console.h"

namespace fairshare::cli {

struct Page {
  std::string_view code;  // "FS204"
  std::string_view text;  // its first line is "# FS204: its title"
};

// In the order of the codes. Defined in a file that cmake/embed_codes.cmake writes.
extern const std::span<const Page> pages;

struct ExplainOptions {
  std::string code = {};      // empty: every code with its headline
  bool open = false;          // open its record in the explorer instead of printing the page
  std::string explorer = {};  // where that is: an address or a file
};

// Prints the page of a code. With `open` it prints the explorer's address with the first record of
// the page in it, and starts `xdg-open` with that. The exit status: 0, or 2 if there is no such
// code, no explorer or no record. If the browser does not start, a message is printed, but that is
// not an error.
int explain(const ExplainOptions& options, Console& console);

}  // namespace fairshare::cli
