// What both commands do with CLI11. Apart from the two files with a `main`, only this one knows it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "cli/console.h"

namespace fairshare::cli {

// Reads the command line into the options of `app`. The exit status where that is all there is to
// do: 0 where help or the version was asked for and is printed, 2 where the line is wrong, and
// standard error says how, or where the output cannot be written.
std::optional<int> parse(CLI::App& app, int argc, char** argv, Console& console);

}  // namespace fairshare::cli
