#include "cli/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/manual.h"
#include "cli/nearest.h"

namespace fairshare::cli {
namespace {

// "unknown command verfy; did you mean verify?" Nothing where the first argument is a command
// or an option, or there are no commands.
std::optional<std::string> find_unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  if (word.empty() || word[0] == '-' || names.empty()) return std::nullopt;
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (std::ranges::find(known, word) != known.end()) return std::nullopt;
  const auto nearest = find_nearest(word, known);
  return fmt::format("unknown command {}{}", word,
                     nearest ? fmt::format("; did you mean {}?", *nearest) : "");
}

// An option with an empty value, as of a shell's variable that is not set. Where it has a default,
// the empty value takes that away.
std::optional<std::string> find_empty_value(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool may_be_empty = option->get_positional() || !option->get_default_str().empty();
    if (may_be_empty || std::ranges::count(option->results(), "") == 0) continue;
    return fmt::format("{}: its value is empty; give one, or leave the option out",
                       option->get_name());
  }
  return std::nullopt;
}

// What CLI11 prints in place of doing anything.
[[noreturn]] void print_instead(std::string text) {
  throw CLI::CallForVersion(std::move(text), 0);
}

void add_manual(CLI::App& app) {
  app.add_flag_callback(
      "--man", [&app] { print_instead(manual_of(app)); }, "Print the man page and exit");
  app.add_option_function<std::string>(
         "--completions",
         [&app](const std::string& shell) {
           print_instead(shell == "bash" ? bash_completions_of(app) : zsh_completions_of(app));
         },
         "Print the completions for a shell and exit")
      ->check(CLI::IsMember({"bash", "zsh"}));
}

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, char** argv, Console& console) {
  add_manual(app);
  if (const auto unknown = find_unknown_command(app, argc, argv)) {
    console.refuse_usage(*unknown);
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream output;
    std::ostringstream complaint;
    if (app.exit(error, output, complaint) != 0) {
      console.refuse_usage(error.what());
      return 2;
    }
    console.print(output.str());
    console.flush();
    return console.failed() ? 2 : 0;
  }
  const auto commands = app.get_subcommands();
  if (const auto empty = find_empty_value(commands.empty() ? app : *commands.front())) {
    console.refuse_usage(*empty);
    return 2;
  }
  return std::nullopt;
}

}  // namespace fairshare::cli
