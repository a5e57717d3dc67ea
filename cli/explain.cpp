#include "cli/explain.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/nearest.h"
#include "formats/report/explorer_link.h"

namespace fairshare::cli {
namespace {

std::string list_of_codes() {
  std::string list;
  for (const Page& page : pages) {
    std::string_view headline = page.text.substr(0, page.text.find('\n'));
    headline.remove_prefix(std::min(headline.size(), page.code.size() + 4));  // "# FS204: "
    list += fmt::format("{}  {}\n", page.code, headline);
  }
  return list;
}

std::optional<std::string_view> find_nearest_code(const std::string& code) {
  std::vector<std::string_view> codes;
  for (const Page& page : pages) codes.push_back(page.code);
  return find_nearest(code, codes);
}

// The first JSON object of the page, which may span several lines.
std::optional<std::string> find_record(std::string_view text) {
  std::string record;
  std::size_t depth = 0;
  bool is_quoted = false;
  const std::size_t start = text.find("{\"");
  if (start == std::string_view::npos) return std::nullopt;
  for (std::size_t at = start; at < text.size(); ++at) {
    if (text[at] == '\n') at = std::min(text.find_first_not_of(" \n", at), text.size() - 1);
    const char letter = text[at];
    record += letter;
    if (letter == '"' && text[at - 1] != '\\') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (letter == '{') ++depth;
    if (letter == '}' && --depth == 0) return record;
  }
  return std::nullopt;
}

// The explorer as an address for a browser: a file gets "file:".
std::string address_of(const std::string& explorer) {
  if (explorer.find("://") != std::string::npos) return explorer;
  return "file://" + std::filesystem::absolute(explorer).lexically_normal().string();
}

bool start_browser(std::string address) {
  std::string program = "xdg-open";
  std::array<char*, 3> arguments = {program.data(), address.data(), nullptr};
  ::pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
    return false;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

int open_in_explorer(const Page& page, const std::string& explorer, Console& console) {
  const auto record = find_record(page.text);
  if (explorer.empty()) {
    console.refuse_usage(
        "--open needs the explorer: build it (docs/explorer.md) and pass its file or address with "
        "--explorer or FAIRSHARE_EXPLORER");
    return 2;
  }
  if (!record || (record->find("\"claimants\"") == std::string::npos &&
                  record->find("\"tree\"") == std::string::npos)) {
    console.refuse_usage(fmt::format("the page of {} has no record to open", page.code));
    return 2;
  }
  const std::string address = formats::explorer_link(address_of(explorer), *record);
  console.print(address + "\n");
  console.flush();
  if (!start_browser(address)) {
    console.warn("xdg-open could not open a browser; open the address by hand");
  }
  return console.failed() ? 2 : 0;
}

}  // namespace

int explain(const ExplainOptions& options, Console& console) {
  const std::string& code = options.code;
  if (code.empty() && options.open) {
    console.refuse_usage("--open needs a code, such as FS204");
    return 2;
  }
  if (code.empty()) {
    console.print(list_of_codes());
  } else if (const auto page = std::ranges::find(pages, code, &Page::code); page != pages.end()) {
    if (options.open) return open_in_explorer(*page, options.explorer, console);
    console.print(page->text);
  } else if (const auto nearest = find_nearest_code(code)) {
    console.refuse_usage(fmt::format("unknown code {}; did you mean {}?", code, *nearest));
    return 2;
  } else {
    console.refuse_usage(fmt::format("unknown code {}; the codes are listed below", code));
    console.print(list_of_codes());
    console.flush();
    return 2;
  }
  console.flush();
  return console.failed() ? 2 : 0;
}

}  // namespace fairshare::cli
