// Parsing common to both commands. Only this, manual.h and the two files with a `main` use CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "cli/console.h"

namespace fairshare::cli {

// Reads the command line into the options of `app`, to which it adds --man and --completions.
// Returns an exit status if there is nothing more to do: 0 if help, the version, the man page or
// completions were printed; 2 if the command line is wrong, as standard error says, or if the
// output cannot be written. An option's value must not be empty, unless it takes a default away
// (`fuzz --save ''`): with --within "$UNSET" a verdict would be stricter than was asked for.
std::optional<int> parse(CLI::App& app, int argc, char** argv, Console& console);

}  // namespace fairshare::cli
