#include "formats/hadoop/xml_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "formats/hadoop/resources.h"
#include "formats/text/foreign_text.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

InputError malformed(std::string message, std::size_t line) {
  InputError error{"FS001", std::move(message)};
  error.line = line;
  return error;
}

// The first element, in the order of the text, that is nested too deep or has an attribute twice,
// which pugixml lets pass. Walks without recursion.
struct Flaw {
  pugi::xml_node at;
  bool is_too_deep;
};

bool repeats_an_attribute(const pugi::xml_node& element) {
  std::set<std::string_view> names;
  for (const pugi::xml_attribute& attribute : element.attributes()) {
    if (!names.insert(attribute.name()).second) return true;
  }
  return false;
}

std::optional<Flaw> find_flaw(const pugi::xml_document& document) {
  std::size_t depth = 1;
  pugi::xml_node node = document.first_child();
  while (node) {
    if (depth > xml_depth_max && node.type() == pugi::node_element) return Flaw{node, true};
    if (repeats_an_attribute(node)) return Flaw{node, false};
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (node && !node.next_sibling()) {
      node = node.parent();
      --depth;
      if (node == document) return std::nullopt;
    }
    node = node.next_sibling();
  }
  return std::nullopt;
}

// Something in the text that pugixml accepts and Java's parser does not: its byte, and what it is.
struct Slip {
  std::size_t at;
  std::string_view what;
  std::string_view code = "FS001";
};

bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.' || byte >= 0x80;
}

// Checks the reference that begins at `at`. "&amp;", the four others that XML knows, and "&#38;"
// are right. Those that a document type declares are right in Java, but not read here.
std::optional<Slip> find_slip_in_reference(std::string_view text, std::size_t at, std::size_t end,
                                           bool has_document_type) {
  const Slip no_entity{at, "an & that does not begin an entity; write &amp;"};
  const std::size_t close = text.find(';', at);
  if (close >= end || close < at + 2) return no_entity;
  const std::string_view name = text.substr(at + 1, close - at - 1);
  if (name[0] != '#') {
    for (const std::string_view known : {"amp", "lt", "gt", "apos", "quot"}) {
      if (name == known) return std::nullopt;
    }
    if (!has_document_type || !std::all_of(name.begin(), name.end(), is_name_byte))
      return no_entity;
    return Slip{at,
                "an entity that the document type declares, which is not expanded here; write what "
                "it stands for, as \"xmllint --noent\" does",
                "FS005"};
  }
  const bool is_hex = name.size() > 1 && name[1] == 'x';
  const std::string_view digits = name.substr(is_hex ? 2 : 1);
  const bool is_number =
      !digits.empty() && digits.find_first_not_of(is_hex ? "0123456789abcdefABCDEF"
                                                         : "0123456789") == std::string_view::npos;
  if (is_number) return std::nullopt;
  return no_entity;
}

std::optional<Slip> find_slip_in_text(std::string_view text, std::size_t begin, std::size_t end,
                                      bool has_document_type) {
  for (std::size_t at = begin; at < end; ++at) {
    if (text[at] == '&') {
      if (auto slip = find_slip_in_reference(text, at, end, has_document_type)) return slip;
    }
    if (text.substr(at, 3) == "]]>") return Slip{at, "]]> in text; write ]]&gt;"};
  }
  return std::nullopt;
}

// Attributes have no < in them.
std::optional<Slip> find_slip_in_tag(std::string_view text, std::size_t begin, std::size_t end,
                                     bool has_document_type) {
  char quote = 0;
  for (std::size_t at = begin; at < end; ++at) {
    const char c = text[at];
    if (quote == 0) {
      if (c == '"' || c == '\'') quote = c;
      continue;
    }
    if (c == '<') return Slip{at, "a < in an attribute; write &lt;"};
    if (c == '&') {
      if (auto slip = find_slip_in_reference(text, at, end, has_document_type)) return slip;
    }
    if (c == quote) quote = 0;
  }
  return std::nullopt;
}

// The end of the tag that begins at `at`: the first ">" that is not in quotes.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      break;
    }
  }
  return std::min(at, text.size());
}

// Removes `version="1.0"` or the like from the beginning, with the white space before it: the name,
// and one of its values, or any for an encoding.
bool take_pseudo_attribute(std::string_view& text, std::string_view name) {
  const std::size_t space = text.find_first_not_of(" \t\r\n");
  if (space == 0 || space == std::string_view::npos) return false;
  std::string_view rest = text.substr(space);
  const auto skip_space = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  };
  if (!rest.starts_with(name)) return false;
  rest.remove_prefix(name.size());
  skip_space();
  if (!rest.starts_with('=')) return false;
  rest.remove_prefix(1);
  skip_space();
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return false;
  const std::size_t end = rest.find(rest[0], 1);
  if (end == std::string_view::npos) return false;
  const std::string_view value = rest.substr(1, end - 1);
  const bool is_good = name == "version" ? value.starts_with("1.")
                       : name == "standalone"
                           ? value == "yes" || value == "no"
                           : !value.empty() && std::ranges::all_of(value, is_name_byte);
  text = rest.substr(end + 1);
  return is_good;
}

// Whether <?xml ...?> is valid; `inside` is what is between its marks.
bool is_declaration(std::string_view inside) {
  if (!take_pseudo_attribute(inside, "version")) return false;
  for (const std::string_view name : {"encoding", "standalone"}) {
    std::string_view after = inside;
    if (take_pseudo_attribute(after, name)) inside = after;
  }
  return trimmed(inside).empty();
}

// The first slip in a text that pugixml has read.
std::optional<Slip> find_slip(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') {
      return Slip{i, "a control character"};
    }
  }
  const std::size_t start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  const bool has_document_type = text.find("<!DOCTYPE") != std::string_view::npos;
  const auto past = [&](std::string_view ending, std::size_t from) {
    const std::size_t found = text.find(ending, from);
    return found == std::string_view::npos ? text.size() : found + ending.size();
  };
  std::size_t depth = 0;
  std::size_t at = start;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    std::size_t next = text.size();
    if (rest[0] != '<') {
      next = std::min(text.find('<', at), text.size());
      if (depth == 0 && !trimmed(rest.substr(0, next - at)).empty()) {
        return Slip{at + rest.find_first_not_of(" \t\r\n"), "text outside the root element"};
      }
      if (auto slip = find_slip_in_text(text, at, next, has_document_type)) return slip;
    } else if (rest.starts_with("<!--")) {
      const std::size_t dashes = text.find("--", at + 4);
      next = past("-->", at + 4);
      if (dashes + 3 < next) return Slip{dashes, "-- in a comment"};
    } else if (rest.starts_with("<![CDATA[")) {
      next = past("]]>", at);
      if (depth == 0) return Slip{at, "text outside the root element"};
    } else if (rest.starts_with("<!")) {
      // A document type, which may have declarations in brackets.
      const std::size_t bracket = text.find('[', at);
      const std::size_t end = end_of_tag(text, at);
      next = bracket < end ? past("]", bracket) : at;
      next = std::min(end_of_tag(text, next) + 1, text.size());
    } else if (rest.starts_with("<?")) {
      next = past("?>", at);
      const bool is_xml = rest.starts_with("<?xml") && rest.size() > 5 && !is_name_byte(rest[5]);
      if (is_xml && at != start) {
        return Slip{at, "<?xml ...?> that is not at the beginning of the file"};
      }
      if (is_xml && !is_declaration(text.substr(at + 5, next - at - 7))) {
        return Slip{at, "<?xml ...?> that is not of the form <?xml version=\"1.0\"?>"};
      }
    } else {
      const std::size_t end = end_of_tag(text, at);
      if (auto slip = find_slip_in_tag(text, at, end, has_document_type)) return slip;
      const char first = rest.size() > 1 ? rest[1] : '>';
      if (first == '/') {
        depth -= depth > 0 ? 1 : 0;
      } else {
        if (text[end - 1] != '/') ++depth;
      }
      next = std::min(end + 1, text.size());
    }
    at = std::max(next, at + 1);
  }
  return std::nullopt;
}

// Where a <? without its ?> begins: after the last ?>.
std::size_t find_open_instruction(std::string_view text) {
  const std::size_t close = text.rfind("?>");
  return text.find("<?", close == std::string_view::npos ? 0 : close);
}

InputError unparsed(std::string_view text, const LineNumbers& lines,
                    const pugi::xml_parse_result& parsed) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (parsed.status == pugi::status_bad_pi) {
    if (const std::size_t open = find_open_instruction(text); open != std::string_view::npos) {
      return malformed("malformed XML: a <? without its ?>; write <?xml version=\"1.0\"?>",
                       lines.at(open));
    }
  }
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
  const bool is_template = has("<%") || has("<#");
  return malformed(fmt::format("malformed XML: {}{}", parsed.description(),
                               is_template ? " (a template? pass what it makes)" : ""),
                   lines.at(at));
}

}  // namespace

LineNumbers::LineNumbers(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ends_.push_back(i);
  }
}

std::size_t LineNumbers::at(std::size_t offset) const {
  const auto end = std::lower_bound(ends_.begin(), ends_.end(), offset);
  return static_cast<std::size_t>(end - ends_.begin()) + 1;
}

std::size_t LineNumbers::of(const pugi::xml_node& node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  return offset < 0 ? 0 : at(static_cast<std::size_t>(offset));
}

std::optional<InputError> load_xml(std::string_view text, const LineNumbers& lines,
                                   pugi::xml_document& document) {
  if (trimmed(text).empty()) return malformed("the file is empty", 0);
  if (!json::is_utf8(text)) {
    const auto encoding = find_other_encoding(text);
    return malformed(encoding ? "the file is " + *encoding
                              : "the file is not UTF-8: convert it, such as with iconv -f "
                                "ISO-8859-1 -t UTF-8",
                     0);
  }
  if (trimmed(text).starts_with('{')) {
    return malformed("the file is JSON, such as a response; a fair-scheduler.xml belongs here", 0);
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return malformed("the file has a NUL character", lines.at(nul));
  }
  constexpr unsigned flags = pugi::parse_default | pugi::parse_ws_pcdata | pugi::parse_comments |
                             pugi::parse_pi | pugi::parse_doctype;
  const auto parsed = document.load_buffer(text.data(), text.size(), flags, pugi::encoding_utf8);
  if (!parsed) return unparsed(text, lines, parsed);
  if (const auto flaw = find_flaw(document)) {
    if (!flaw->is_too_deep) return malformed("duplicate attribute", lines.of(flaw->at));
    InputError error{"FS005", fmt::format("nested deeper than {} elements", xml_depth_max)};
    error.line = lines.of(flaw->at);
    return error;
  }
  std::size_t outermost = 0;
  for (const pugi::xml_node& child : document.children()) {
    if (child.type() != pugi::node_element) continue;
    if (++outermost > 1) return malformed("a second root element", lines.of(child));
  }
  if (const auto slip = find_slip(text)) {
    const std::string_view beginning = slip->code == "FS001" ? "malformed XML: " : "";
    return InputError{.code = std::string(slip->code),
                      .message = fmt::format("{}{}", beginning, slip->what),
                      .line = lines.at(slip->at)};
  }
  return std::nullopt;
}

std::optional<std::string> find_first_text(const pugi::xml_node& element) {
  std::optional<std::string> text;
  for (const pugi::xml_node& child : element.children()) {
    if (child.type() == pugi::node_comment) continue;
    if (child.type() == pugi::node_cdata && !text) return child.value();
    if (child.type() != pugi::node_pcdata) break;
    text = text.value_or("") + child.value();
  }
  return text;
}

}  // namespace fairshare::formats
