// YAML by libyaml, whose parser returns one event after the other, each with its place. Only this
// file uses it.
#include "formats/text/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"

namespace fairshare::formats {
namespace {

struct DeleteParser {
  void operator()(yaml_parser_t* parser) const {
    yaml_parser_delete(parser);
    delete parser;
  }
};
using Parser = std::unique_ptr<yaml_parser_t, DeleteParser>;

struct Walk {
  yaml_parser_t& parser;
  std::size_t last_line;
  std::optional<InputError> error = std::nullopt;
};

// Only line feeds end lines here, whatever else ends a line for libyaml. It reports a text that
// ends too early on the line after the last one.
std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return text.ends_with('\n') ? ends : ends + 1;
}

std::size_t line_at(const Walk& walk, const yaml_mark_t& mark) {
  return std::min(mark.line + 1, walk.last_line);
}

// One event, which is deleted with this.
class Event {
 public:
  explicit Event(Walk& walk) : has_failed_(yaml_parser_parse(&walk.parser, &event_) == 0) {
    line_ = line_at(walk, event_.start_mark);
  }
  ~Event() {
    if (!has_failed_) yaml_event_delete(&event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  bool has_failed() const { return has_failed_; }
  yaml_event_type_t type() const { return event_.type; }
  std::size_t line() const { return line_; }
  json::Mark mark() const {
    return {static_cast<std::uint32_t>(line_),
            static_cast<std::uint32_t>(event_.start_mark.column + 1)};
  }
  const yaml_event_t& operator*() const { return event_; }

 private:
  yaml_event_t event_ = {};
  bool has_failed_;
  std::size_t line_ = 0;
};

void fail(Walk& walk, std::size_t line, std::string code, std::string message) {
  if (walk.error) return;
  walk.error = InputError{std::move(code), std::move(message)};
  walk.error->line = line;
}

void fail_malformed(Walk& walk) {
  const yaml_parser_t& parser = walk.parser;
  std::string problem = parser.problem != nullptr ? parser.problem : "out of memory";
  if (parser.context != nullptr) problem = fmt::format("{}, {}", parser.context, problem);
  // An error of the reader about a byte has the byte's offset, but no mark.
  const std::size_t line =
      parser.error == YAML_READER_ERROR ? 0 : line_at(walk, parser.problem_mark);
  fail(walk, line, "FS001", "not YAML: " + problem);
}

std::string_view text_of(const yaml_event_t& event) {
  // libyaml has its own type for bytes.
  return {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length};
}

// What JSON does not have.
std::string_view foreign_part(const yaml_event_t& event) {
  const auto say = [](const yaml_char_t* anchor, const yaml_char_t* tag) -> std::string_view {
    return anchor != nullptr ? "an anchor" : tag != nullptr ? "a tag" : "";
  };
  switch (event.type) {
    case YAML_ALIAS_EVENT:
      return "an alias";
    case YAML_SCALAR_EVENT:
      return say(event.data.scalar.anchor, event.data.scalar.tag);
    case YAML_SEQUENCE_START_EVENT:
      return say(event.data.sequence_start.anchor, event.data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
      return say(event.data.mapping_start.anchor, event.data.mapping_start.tag);
    default:
      return "";
  }
}

json::Value plain_value(std::string_view text) {
  constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};
  if (std::ranges::find(nulls, text) != nulls.end()) return {json::Null{}};
  if (text == "true" || text == "True" || text == "TRUE") return {true};
  if (text == "false" || text == "False" || text == "FALSE") return {false};
  const auto parsed = exact::parse_number(text);
  const auto* problem = std::get_if<exact::TextError>(&parsed);
  const bool is_fraction = text.find('/') != std::string_view::npos;
  // A number that is too long is still a number; reading it as one reports that it is too long.
  const bool is_number = problem == nullptr || *problem == exact::TextError::too_long;
  if (is_number && !is_fraction) return {json::Number{std::string(text)}};
  return {std::string(text)};
}

json::Value read_value(Walk& walk, const Event& event, std::size_t depth);

// The key of a member: nothing if the mapping ends, or an error says why.
std::optional<std::string> read_key(Walk& walk, const Event& event) {
  if (walk.error) return std::nullopt;
  if (event.has_failed()) {
    fail_malformed(walk);
  } else if (const auto foreign = foreign_part(*event); !foreign.empty()) {
    fail(walk, event.line(), "FS003", fmt::format("{} is not supported here", foreign));
  } else if (event.type() == YAML_SCALAR_EVENT) {
    return std::string(text_of(*event));
  } else if (event.type() != YAML_MAPPING_END_EVENT) {
    fail(walk, event.line(), "FS003", "a key that is a list or an object is not supported here");
  }
  return std::nullopt;
}

json::Value read_mapping(Walk& walk, json::Mark mark, std::size_t depth) {
  json::Object members;
  while (true) {
    const Event key_event(walk);
    auto key = read_key(walk, key_event);
    if (!key) break;
    const Event event(walk);
    json::Value value = read_value(walk, event, depth + 1);
    value.mark = key_event.mark();
    members.push_back({*std::move(key), std::move(value)});
  }
  std::vector<std::string_view> keys;
  for (const json::Member& member : members) keys.push_back(member.key);
  if (const auto repeated = json::find_repeated(keys)) {
    fail(walk, members[*repeated].value.mark.line, "FS004",
         fmt::format("duplicate key {}", json::quoted(abridged(keys[*repeated]))));
  }
  return {std::move(members), mark};
}

json::Value read_sequence(Walk& walk, json::Mark mark, std::size_t depth) {
  json::Array entries;
  while (!walk.error) {
    const Event event(walk);
    if (!event.has_failed() && event.type() == YAML_SEQUENCE_END_EVENT) break;
    entries.push_back(read_value(walk, event, depth + 1));
  }
  return {std::move(entries), mark};
}

// The value that begins with `event`; null if an error says why.
json::Value read_value(Walk& walk, const Event& event, std::size_t depth) {
  if (event.has_failed()) {
    fail_malformed(walk);
  } else if (const auto foreign = foreign_part(*event); !foreign.empty()) {
    fail(walk, event.line(), "FS003", fmt::format("{} is not supported here", foreign));
  } else if (depth > json::depth_max) {
    fail(walk, event.line(), "FS005", fmt::format("nested deeper than {} levels", json::depth_max));
  } else if (event.type() == YAML_MAPPING_START_EVENT) {
    return read_mapping(walk, event.mark(), depth);
  } else if (event.type() == YAML_SEQUENCE_START_EVENT) {
    return read_sequence(walk, event.mark(), depth);
  } else if (event.type() == YAML_SCALAR_EVENT) {
    const bool is_plain = (*event).data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const std::string_view text = text_of(*event);
    json::Value value = is_plain ? plain_value(text) : json::Value{std::string(text)};
    value.mark = event.mark();
    return value;
  }
  return {json::Null{}, event.mark()};
}

}  // namespace

std::variant<std::vector<json::Value>, InputError> read_yaml(std::string_view text) {
  Parser parser(new yaml_parser_t);
  if (yaml_parser_initialize(parser.get()) == 0) {
    return InputError{"FS005", "out of memory while reading YAML"};
  }
  yaml_parser_set_encoding(parser.get(), YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(parser.get(), reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
  std::vector<json::Value> documents;
  Walk walk{*parser, count_lines(text)};
  while (!walk.error) {
    const Event event(walk);
    if (event.has_failed()) {
      fail_malformed(walk);
    } else if (event.type() == YAML_STREAM_END_EVENT) {
      break;
    } else if (event.type() == YAML_DOCUMENT_START_EVENT) {
      const Event content(walk);
      json::Value document = read_value(walk, content, 1);
      if (!std::holds_alternative<json::Null>(document.is)) {
        documents.push_back(std::move(document));
      }
    }
  }
  if (walk.error) return *std::move(walk.error);
  return documents;
}

std::variant<std::vector<json::Value>, InputError> read_json_or_yaml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) {
    return read_yaml(text);
  }
  json::Reading reading = json::read(text);
  if (reading.error) return *std::move(reading.error);
  std::vector<json::Value> documents;
  documents.push_back(std::move(reading.value));
  return documents;
}

}  // namespace fairshare::formats
