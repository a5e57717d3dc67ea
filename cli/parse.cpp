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
  return std::nullopt;
}

}  // namespace fairshare::cli
