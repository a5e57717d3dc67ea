// Lines of JSON: json::read has seen that the text is well-formed, so that brackets, strings and
// commas are all that is looked at here.
#include "formats/text/marked.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace fairshare::formats {
namespace {

struct Scan {
  std::string_view text;
  std::size_t at = 0;
  std::size_t line = 1;
};

void skip_space(Scan& scan) {
  while (scan.at < scan.text.size()) {
    const char c = scan.text[scan.at];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return;
    if (c == '\n') ++scan.line;
    ++scan.at;
  }
}

void skip_string(Scan& scan) {
  ++scan.at;
  while (scan.text[scan.at] != '"') scan.at += scan.text[scan.at] == '\\' ? 2U : 1U;
  ++scan.at;
}

// No deeper than json::depth_max.
Mark mark_value(Scan& scan) {
  skip_space(scan);
  Mark mark{scan.line};
  const char first = scan.text[scan.at];
  if (first == '"') {
    skip_string(scan);
    return mark;
  }
  if (first != '{' && first != '[') {
    scan.at = std::min(scan.text.find_first_of(" \t\r\n,]}", scan.at), scan.text.size());
    return mark;
  }
  const char last = first == '{' ? '}' : ']';
  ++scan.at;
  skip_space(scan);
  while (scan.text[scan.at] != last) {
    const std::size_t line = scan.line;
    if (first == '{') {
      skip_string(scan);
      skip_space(scan);
      ++scan.at;  // the colon
    }
    mark.within.push_back(mark_value(scan));
    if (first == '{') mark.within.back().line = line;  // of its key
    skip_space(scan);
    if (scan.text[scan.at] == ',') ++scan.at;
    skip_space(scan);
  }
  ++scan.at;
  return mark;
}

// True where the path goes on with `step`, and takes it off.
bool take_step(std::string_view& rest, std::string_view step) {
  if (!rest.starts_with(step)) return false;
  const std::string_view after = rest.substr(step.size());
  if (!after.empty() && after[0] != '.' && after[0] != '[') return false;
  rest = after.starts_with('.') ? after.substr(1) : after;
  return true;
}

// The index within the value at which the path goes on; nothing where it ends, or is not there.
std::optional<std::size_t> find_step(const json::Value& value, std::string_view& rest) {
  if (rest.empty()) return std::nullopt;
  if (const auto* object = std::get_if<json::Object>(&value.is)) {
    for (std::size_t i = 0; i < object->size(); ++i) {
      if (take_step(rest, (*object)[i].key)) return i;
    }
  } else if (const auto* array = std::get_if<json::Array>(&value.is)) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      if (take_step(rest, fmt::format("[{}]", i))) return i;
    }
  }
  return std::nullopt;
}

const json::Value& member_of(const json::Value& value, std::size_t index) {
  const auto* object = std::get_if<json::Object>(&value.is);
  return object != nullptr ? (*object)[index].value : std::get<json::Array>(value.is)[index];
}

}  // namespace

std::size_t line_of(const Marked& document, std::string_view field) {
  const json::Value* value = &document.value;
  const Mark* mark = &document.mark;
  while (const auto index = find_step(*value, field)) {
    value = &member_of(*value, *index);
    mark = &mark->within[*index];
  }
  return mark->line;
}

std::variant<Marked, InputError> read_marked_json(std::string_view text) {
  json::Reading reading = json::read(text);
  if (reading.error) return std::move(*reading.error);
  Scan scan{text};
  Mark mark = mark_value(scan);
  return Marked{std::move(reading.value), std::move(mark)};
}

std::variant<std::vector<Marked>, InputError> read_marked(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) {
    return read_marked_yaml(text);
  }
  auto read = read_marked_json(text);
  if (auto* error = std::get_if<InputError>(&read)) return std::move(*error);
  std::vector<Marked> documents;
  documents.push_back(std::get<Marked>(std::move(read)));
  return documents;
}

}  // namespace fairshare::formats
