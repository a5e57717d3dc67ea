// What both commands do with CLI11. Apart from the two files with a `main`, only this one and
// manual.h know it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "cli/console.h"

namespace fairshare::cli {

// Reads the command line into the options of `app`, to which it adds --man and --completions. The
// exit status where that is all there is to do: 0 where help, the version, the man page or
// completions were asked for and are printed, 2 where the line is wrong, and standard error says
// how, or where the output cannot be written.
std::optional<int> parse(CLI::App& app, int argc, char** argv, Console& console);

}  // namespace fairshare::cli
