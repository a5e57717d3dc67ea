#include "formats/report/html_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "formats/text/xml_text.h"

namespace fairshare::formats {
namespace {

// Removes the text up to and including `end`, and returns what was before `end`; empty if it does
// not occur.
std::string_view take_up_to(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return {};
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return part;
}

// The text within a line.
std::string html_of_words(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    std::string_view rest = text;
    if (text.starts_with("`")) {
      rest.remove_prefix(1);
      if (const auto code = take_up_to(rest, "`"); !code.empty()) {
        html += fmt::format("<code>{}</code>", xml_escaped(code));
        text = rest;
        continue;
      }
    } else if (text.starts_with("**")) {
      rest.remove_prefix(2);
      if (const auto strong = take_up_to(rest, "**"); !strong.empty()) {
        html += fmt::format("<strong>{}</strong>", html_of_words(strong));
        text = rest;
        continue;
      }
    } else if (text.starts_with("[")) {
      rest.remove_prefix(1);
      const auto words = take_up_to(rest, "](");
      if (!words.empty() && rest.find(')') != std::string_view::npos) {
        html += html_of_words(words);
        take_up_to(rest, ")");
        text = rest;
        continue;
      }
    }
    const std::size_t plain = std::min(text.find_first_of("`*[", 1), text.size());
    html += xml_escaped(text.substr(0, plain));
    text.remove_prefix(plain);
  }
  return html;
}

struct Block {
  std::string_view tag;  // "p", "li", "pre"; empty: between blocks
  std::string text = {};
};

void end_block(Block& block, std::string& html) {
  if (block.tag == "p") html += fmt::format("<p>{}</p>\n", html_of_words(block.text));
  if (block.tag == "li") html += fmt::format("<p>• {}</p>\n", html_of_words(block.text));
  if (block.tag == "pre") {
    html += fmt::format("<pre tabindex=\"0\">{}</pre>\n", xml_escaped(block.text));
  }
  block = {};
}

void add_line(Block& block, std::string_view line) {
  if (!block.text.empty()) block.text += block.tag == "pre" ? "\n" : " ";
  block.text += line;
}

}  // namespace

std::string html_of_page(std::string_view markdown) {
  std::string html;
  Block block;
  bool is_fenced = false;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with("```")) {
      end_block(block, html);
      is_fenced = !is_fenced;
      if (is_fenced) block.tag = "pre";
    } else if (is_fenced) {
      add_line(block, line);
    } else if (line.empty()) {
      end_block(block, html);
    } else if (line.starts_with("#")) {
      end_block(block, html);
      const std::size_t level = std::min<std::size_t>(line.find_first_not_of('#'), 2);
      const std::string_view words = line.substr(std::min(line.find(' ') + 1, line.size()));
      html += fmt::format("<h{0}>{1}</h{0}>\n", level + 2, html_of_words(words));
    } else if (line.starts_with("- ")) {
      end_block(block, html);
      block = {"li", std::string(line.substr(2))};
    } else {
      const std::string_view tag = line.starts_with("|") ? "pre" : "p";
      if (block.tag.empty() || (tag == "pre" && block.tag != "pre")) {
        end_block(block, html);
        block.tag = tag;
      }
      add_line(block, line);
    }
  }
  end_block(block, html);
  return html;
}

}  // namespace fairshare::formats
