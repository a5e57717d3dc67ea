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

// "unknown command verfy; did you mean verify?"
std::string unknown(std::string_view what, std::string_view word,
                    const std::vector<std::string_view>& known) {
  const auto nearest = find_nearest(word, known);
  return fmt::format("unknown {} {}{}", what, word,
                     nearest ? fmt::format("; did you mean {}?", *nearest) : "");
}

// Nothing if the first argument is a command or an option, or if there are no commands.
std::optional<std::string> find_unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  if (word.empty() || word[0] == '-' || names.empty()) return std::nullopt;
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (std::ranges::find(known, word) != known.end()) return std::nullopt;
  return unknown("command", word, known);
}

// The command that the first argument names, or else the program itself.
const CLI::App& command_of(const CLI::App& app, int argc, char** argv) {
  for (const CLI::App* one : app.get_subcommands(nullptr)) {
    if (argc > 1 && one->get_name() == argv[1]) return *one;
  }
  return app;
}

// The first option that the command does not have. Ignores everything after "--", and a command
// that passes its arguments to another program.
std::optional<std::string> find_unknown_option(const CLI::App& app, int argc, char** argv) {
  const CLI::App& command = command_of(app, argc, argv);
  if (command.get_prefix_command()) return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view argument = argv[i];
    const std::string_view word = argument.substr(0, argument.find('='));
    if (!word.starts_with("--") || std::ranges::find(known, word) != known.end()) continue;
    return unknown("option", word, known);
  }
  return std::nullopt;
}

// The arguments in reverse order, as CLI11 needs them. CLI11 would remove the brackets from a file
// "[a,b]" and make two of it, so that becomes "./[a,b]". For "--save=" it would take the next word
// as the value, which is "". After an option with several values it would take "--" only for their
// end, so another one follows.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv) {
  const CLI::App& command = command_of(app, argc, argv);
  const bool has_files = command.get_option_no_throw("FILES") != nullptr ||
                         command.get_option_no_throw("FOLDERS") != nullptr;
  const auto takes_value = [&](const std::string& word) {
    const CLI::Option* option =
        word.starts_with("--") ? command.get_option_no_throw(word) : nullptr;
    return option != nullptr && option->get_items_expected_max() > 0;
  };
  const auto takes_values = [&](const std::string& word) {
    const CLI::Option* option = command.get_option_no_throw(word.substr(0, word.find('=')));
    return option != nullptr && option->get_items_expected_max() > 1;
  };
  const auto end = std::find(argv, argv + argc, std::string_view("--")) - argv;
  std::vector<std::string> words;
  bool is_in_values = false;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (i == end && is_in_values) words.push_back(word);
    if (word.starts_with("--")) is_in_values = takes_values(word);
    const bool is_value = !words.empty() && takes_value(words.back());
    const bool is_bracketed = word.starts_with('[') && word.ends_with(']');
    if (has_files && !is_value && is_bracketed) word.insert(0, "./");
    const bool is_empty = word.ends_with('=') && takes_value(word.substr(0, word.size() - 1));
    if (is_empty) word.pop_back();
    words.push_back(std::move(word));
    if (is_empty) words.emplace_back();
  }
  std::ranges::reverse(words);
  return words;
}

// An option with an empty value, for example from an unset shell variable. If the option has a
// default, the empty value removes it, which is allowed.
std::optional<std::string> find_empty_value(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool may_be_empty = option->get_positional() || !option->get_default_str().empty();
    if (may_be_empty || std::ranges::count(option->results(), "") == 0) continue;
    return fmt::format("{}: its value is empty; give one, or leave the option out",
                       option->get_name());
  }
  return std::nullopt;
}

// Makes CLI11 print the text and do nothing else.
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
  const CLI::App& command = command_of(app, argc, argv);
  console.find_help_in(
      fmt::format("{}{} --help", app.get_name(), &command == &app ? "" : " " + command.get_name()));
  auto refusal = find_unknown_command(app, argc, argv);
  if (!refusal) refusal = find_unknown_option(app, argc, argv);
  if (refusal) {
    console.refuse_usage(*refusal);
    return 2;
  }
  try {
    app.parse(words_of(app, argc, argv));
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
