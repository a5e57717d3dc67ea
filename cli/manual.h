// A command's options as a man page and as completions for shells, generated from CLI11's
// definitions, so that they agree with `--help`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fairshare::cli {

// The page of section 1 in roff, for `man`: every command with its options, examples and exit
// status. No date: the same command prints the same page. Each text here ends without a newline.
std::string manual_of(const CLI::App& app);

// For bash: `source <(fairshare --completions bash)`. Completes commands, options and the values of
// those that take one of a list; anything else is the name of a file.
std::string bash_completions_of(const CLI::App& app);

// The same for zsh, as a file "_fairshare" in a folder of $fpath; with descriptions.
std::string zsh_completions_of(const CLI::App& app);

}  // namespace fairshare::cli
