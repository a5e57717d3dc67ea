#include "cli/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/nearest.h"

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

}  // namespace

int explain(const std::string& code, Console& console) {
  if (code.empty()) {
    console.print(list_of_codes());
  } else if (const auto page = std::ranges::find(pages, code, &Page::code); page != pages.end()) {
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
