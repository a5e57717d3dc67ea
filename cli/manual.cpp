#include "cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

namespace fairshare::cli {
namespace {

// What an option takes: a type such as "SHELL" or "FILE", or one of a list. Both are empty for a
// flag.
struct Argument {
  std::string name = {};
  std::vector<std::string> choices = {};
};

// CLI11 writes the type and its check as "TEXT:{exact,double}" and "N:INT in [1 - 256]".
Argument argument_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return {};
  const std::string type = option.get_type_name();
  Argument argument{.name = type.substr(0, type.find(':'))};
  const auto begin = type.find('{');
  if (begin == std::string::npos) return argument;
  argument.choices = CLI::detail::split(type.substr(begin + 1, type.rfind('}') - begin - 1), ',');
  return argument;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands(nullptr);
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, bool are_positional) {
  std::vector<const CLI::Option*> options = app.get_options();
  std::erase_if(options, [&](const CLI::Option* one) {
    const bool is_hidden = one->get_group().empty();
    return is_hidden || one->get_positional() != are_positional;
  });
  return options;
}

// "-h", "--help"
std::vector<std::string> spellings_of(const CLI::Option& option) {
  std::vector<std::string> spellings;
  for (const std::string& name : option.get_snames()) spellings.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) spellings.push_back("--" + name);
  return spellings;
}

// "fairshare prove" -> "fairshare-prove"
std::string file_name_of(const CLI::App& app) {
  std::string name = app.get_name();
  std::ranges::replace(name, ' ', '-');
  return name;
}

// ---- The man page

std::string_view roff_of(char c) {
  switch (c) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    case '"':
      return "\\(dq";
    default:
      return {};
  }
}

// Escapes text so that no character has a meaning for roff, not even at the beginning of a line.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '.' && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    const std::string_view replaced = roff_of(c);
    replaced.empty() ? escaped += c : escaped += replaced;
  }
  return escaped;
}

std::string manual_entry(const CLI::Option& option) {
  const Argument argument = argument_of(option);
  std::string head =
      option.get_positional()
          ? fmt::format("\\fI{}\\fR", roff(option.get_name()))
          : fmt::format("\\fB{}\\fR",
                        roff(fmt::format("{}", fmt::join(spellings_of(option), ", "))));
  if (!option.get_positional() && !argument.choices.empty()) {
    head += fmt::format(" {}", roff(fmt::format("{}", fmt::join(argument.choices, "|"))));
  } else if (!option.get_positional() && !argument.name.empty()) {
    head += fmt::format(" \\fI{}\\fR", roff(argument.name));
  }
  std::string text = option.get_description();
  if (!option.get_default_str().empty()) {
    text += fmt::format(". Default: {}", option.get_default_str());
  }
  return fmt::format(".TP\n{}\n{}\n", head, roff(text));
}

std::string manual_entries(const CLI::App& app) {
  std::string entries;
  for (const bool are_positional : {true, false}) {
    for (const CLI::Option* option : options_of(app, are_positional)) {
      entries += manual_entry(*option);
    }
  }
  return entries;
}

// The paragraphs of a footer. One that begins with "Exit status: " or "Examples:" becomes a section
// of that name.
std::string manual_footer(std::string_view footer, std::string_view section) {
  std::string text;
  while (!footer.empty()) {
    const auto end = std::min(footer.find("\n\n"), footer.size());
    std::string_view paragraph = footer.substr(0, end);
    footer.remove_prefix(std::min(end + 2, footer.size()));
    for (const std::string_view heading : {"Examples", "Exit status"}) {
      if (!paragraph.starts_with(heading)) continue;
      std::string name(heading);
      if (section == ".SH") std::ranges::transform(name, name.begin(), ::toupper);
      text += fmt::format("{} \"{}\"\n", section, name);
      paragraph.remove_prefix(heading.size() + 2);  // ":\n" or ": "
    }
    const bool is_code = paragraph.starts_with("  ");
    text += is_code ? fmt::format(".nf\n{}\n.fi\n", roff(paragraph))
                    : fmt::format("{}\n.PP\n", roff(paragraph));
  }
  return text;
}

std::string manual_command(const CLI::App& command, std::string_view name) {
  std::string text = fmt::format(".SH \"COMMAND {} {}\"\n{}.\n", name, command.get_name(),
                                 roff(command.get_description()));
  text += manual_entries(command);
  return text + manual_footer(command.get_footer(), ".SS");
}

// ---- bash

// Escaped for single quotes.
std::string shell_word(std::string_view text) {
  std::string escaped = "'";
  for (const char c : text) c == '\'' ? escaped += "'\\''" : escaped += c;
  return escaped + "'";
}

// Branches of a `case` for each option with a value, with patterns such as "solve --numbers";
// before a command its name is "".
std::string bash_values(const CLI::App& app, std::string_view command) {
  std::string cases;
  for (const CLI::Option* option : options_of(app, false)) {
    const Argument argument = argument_of(*option);
    if (argument.name.empty()) continue;
    for (const std::string& spelling : spellings_of(*option)) {
      cases += fmt::format("    {}) words={}; is_value=1 ;;\n",
                           shell_word(fmt::format("{} {}", command, spelling)),
                           shell_word(fmt::format("{}", fmt::join(argument.choices, " "))));
    }
  }
  return cases;
}

std::string bash_options(const CLI::App& app, std::string_view command) {
  std::vector<std::string> words;
  for (const CLI::Option* option : options_of(app, false)) {
    for (const std::string& spelling : spellings_of(*option)) words.push_back(spelling);
  }
  for (const CLI::App* below : commands_of(app)) words.push_back(below->get_name());
  return fmt::format("    {}) words={} ;;\n", shell_word(command),
                     shell_word(fmt::format("{}", fmt::join(words, " "))));
}

// ---- zsh

// Escaped for a specification of _arguments in single quotes.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_arguments(const CLI::App& app) {
  std::string text = "_arguments -s";
  for (const CLI::Option* option : options_of(app, false)) {
    const Argument argument = argument_of(*option);
    std::string value;
    if (!argument.choices.empty()) {
      value = fmt::format(":value:({})", fmt::join(argument.choices, " "));
    } else if (!argument.name.empty()) {
      value = fmt::format(":{}:_files", zsh_text(argument.name));
    }
    for (const std::string& spelling : spellings_of(*option)) {
      text += fmt::format(" \\\n      {}",
                          shell_word(fmt::format("*{}[{}]{}", spelling,
                                                 zsh_text(option->get_description()), value)));
    }
  }
  return text + " \\\n      '*:file:_files'";
}

}  // namespace

std::string manual_of(const CLI::App& app) {
  const std::string name = file_name_of(app);
  std::string title = name;
  std::ranges::transform(title, title.begin(), ::toupper);
  const std::string description = app.get_description();
  const auto commands = commands_of(app);
  std::string text = fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                                 title, app.version().empty() ? "fairshare" : app.version(),
                                 roff(name), roff(description.substr(0, description.find(':'))));
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR {}[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n",
                      roff(app.get_name()), commands.empty() ? "" : "\\fICOMMAND\\fR ");
  text +=
      fmt::format(".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}", roff(description), manual_entries(app));
  for (const CLI::App* command : commands) text += manual_command(*command, app.get_name());
  text += manual_footer(app.get_footer(), ".SH");
  text.pop_back();
  return text;
}

std::string bash_completions_of(const CLI::App& app) {
  std::vector<std::string> names;
  std::string values = bash_values(app, "");
  std::string options = bash_options(app, "");
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    values += bash_values(*command, command->get_name());
    options += bash_options(*command, command->get_name());
  }
  std::string function = "_" + file_name_of(app);
  std::ranges::replace(function, '-', '_');
  return fmt::format(R"(# Completions of {0} for bash, by `{1} --completions bash`.
{2}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command= words= is_value= k
  for ((k = 1; k < COMP_CWORD; ++k)); do
    [[ ' {3} ' == *" ${{COMP_WORDS[k]}} "* ]] && command=${{COMP_WORDS[k]}} && break
  done
  case "$command ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{4}  esac
  if [[ -z $is_value && ($word == -* || -z $command) ]]; then
    case $command in
{5}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F {2} {0})",
                     file_name_of(app), app.get_name(), function, fmt::join(names, " "), values,
                     options);
}

std::string zsh_completions_of(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += fmt::format("\n      {}", shell_word(fmt::format("{}:{}", command->get_name(),
                                                                 command->get_description())));
    cases += fmt::format("    {}) {} ;;\n", command->get_name(), zsh_arguments(*command));
  }
  const std::string chosen = fmt::format(R"(  local -a commands=({}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    {}
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac)",
                                         commands, zsh_arguments(app), cases);
  return fmt::format("#compdef {0}\n# By `{1} --completions zsh`.\n_{0}() {{\n{2}\n}}\n_{0} \"$@\"",
                     file_name_of(app), app.get_name(),
                     commands.empty() ? "  " + zsh_arguments(app) : chosen);
}

}  // namespace fairshare::cli
