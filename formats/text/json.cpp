// Strict JSON: simdjson finds the tokens, this file walks them and misses nothing.
//
// simdjson's on-demand parser checks only what is asked for, so every value is asked for: brackets
// and commas by iterating over all of them, strings by unescaping them, numbers and words by
// reading their raw tokens against the grammar. UTF-8, control characters and open strings it
// checks beforehand, for the whole text but without a place; `locate` finds the place.
#include "formats/text/json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cassert>

namespace fairshare::formats::json {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view whitespace = " \t\r\n";

struct Fault {
  std::string code;
  std::string message;
  std::size_t offset;
  std::vector<Step> path = {};
};

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

std::size_t digits_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - begin;
}

bool is_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits_at(text, at);
  if (whole == 0 || (whole > 1 && text[at] == '0')) return false;
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t places = digits_at(text, at + 1);
    if (places == 0) return false;
    at += 1 + places;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t power = digits_at(text, at);
    if (power == 0) return false;
    at += power;
  }
  return at == text.size();
}

// The length of the UTF-8 character that begins at `at`; 0 where none does.
std::size_t character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  // The second byte's range is narrower where the character would be overlong, a surrogate or too
  // large.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(at + 1) < low || byte(at + 1) > high) return 0;
  for (std::size_t i = at + 2; i < at + length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

// The place of what is wrong with a text of which simdjson says only that something is: the first
// byte that is no UTF-8, else whatever breaks the brackets and strings.
Fault locate_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_at(text, at);
    if (length == 0) break;
    at += length;
  }
  return {"FS001", "the text is not UTF-8", at};
}

// The end of the string that begins at `begin`, after its quote, or what is wrong with the string.
std::variant<std::size_t, Fault> end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (static_cast<unsigned char>(text[at]) < 0x20) {
      return Fault{"FS001", "a control character stands unescaped in a string", at};
    }
    const bool escapes = text[at] == '\\' && at + 1 < text.size();
    if (escapes && (text[at + 1] == '"' || text[at + 1] == '\\')) ++at;
  }
  return Fault{"FS001", "a string is not closed", begin};
}

Fault locate(std::string_view text) {
  std::string open;  // the closing brackets that are due
  std::size_t last_open = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool is_close = c == ']' || c == '}';
    if (c == '\\') return {"FS001", "a backslash stands outside of a string", at};
    if (is_close && (open.empty() || open.back() != c)) {
      return {"FS001", fmt::format("'{}' closes nothing that is open here", c), at};
    }
    if (c == '[' || c == '{') {
      if (open.size() == depth_max) {
        return {"FS005", fmt::format("nested deeper than {} arrays and objects", depth_max), at};
      }
      open += c == '[' ? ']' : '}';
      last_open = at;
    }
    if (is_close) open.pop_back();
    ++at;
    if (c == '"') {
      const auto end = end_of_string(text, at - 1);
      if (const auto* fault = std::get_if<Fault>(&end)) return *fault;
      at = std::get<std::size_t>(end);
    }
    const std::size_t next = text.find_first_not_of(whitespace, at);
    if (is_close && open.empty() && next != std::string_view::npos) {
      return {"FS001", "more text follows the document", next};
    }
  }
  if (open.empty()) return {"FS001", "this is not JSON", 0};
  return {"FS001", open.back() == ']' ? "an array is not closed" : "an object is not closed",
          last_open};
}

// Where a value stands, innermost first; a list on the stack, read only when something is wrong.
struct Place {
  const Place* above = nullptr;
  std::string_view key = {};
  std::optional<std::size_t> index = std::nullopt;
};

struct Walk {
  const char* begin;  // of the padded text
  std::size_t size;
  ondemand::document& document;
  std::optional<Fault> fault = std::nullopt;  // the first
};

// Always false: "stop here".
bool stop(Walk& walk, const Place* place, Fault fault) {
  if (walk.fault) return false;
  for (; place != nullptr; place = place->above) {
    fault.path.push_back(place->index ? Step(*place->index) : Step(std::string(place->key)));
  }
  std::reverse(fault.path.begin(), fault.path.end());
  walk.fault = std::move(fault);
  return false;
}

// Where the last bracket of a text is taken for the wrong one, another one was never closed.
bool stop_at_token(Walk& walk, const Place* place, Fault fault) {
  const std::string_view text(walk.begin, walk.size);
  const bool is_last = fault.offset == text.find_last_not_of(whitespace);
  return is_last ? stop(walk, nullptr, locate(text)) : stop(walk, place, std::move(fault));
}

// The token before which simdjson stands; after an error: the token at which it failed.
std::size_t location(Walk& walk) {
  const char* at = nullptr;
  if (walk.document.current_location().get(at)) return walk.size;  // after the last token
  return static_cast<std::size_t>(at - walk.begin);
}

std::string_view without_space(std::string_view token) {
  return token.substr(0, token.find_last_not_of(whitespace) + 1);
}

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

Fault bad_word(std::string_view token, std::size_t offset) {
  const std::string word = abridged(token);
  if (is_not_finite(token))
    return {"FS011", fmt::format("{} is not a finite number", word), offset};
  if (is_digit(token[0]) || is_one_of(token[0], "+-.")) {
    return {"FS006", fmt::format("{} is not a number as JSON writes it", word), offset};
  }
  return {"FS001", fmt::format("{} is not a value (a string stands in double quotes)", word),
          offset};
}

// A number, true, false or null. After another word the walk goes on, for what else can be read.
bool read_word(Walk& walk, std::string_view token, const Place* place, Value& into) {
  const auto offset = static_cast<std::size_t>(token.data() - walk.begin);
  if (is_one_of(token[0], ",:]}")) {
    return stop(walk, place,
                {"FS001", fmt::format("a value is missing before '{}'", token[0]), offset});
  }
  if (token == "true" || token == "false") {
    into.is = token == "true";
  } else if (is_number(token)) {
    into.is = Number{std::string(token)};
  } else if (token != "null") {
    stop(walk, place, bad_word(token, offset));
  }
  return true;
}

bool read_value(Walk& walk, ondemand::value value, const Place& place, std::size_t depth,
                Value& into);

bool read_array(Walk& walk, ondemand::array array, const Place* place, std::size_t depth,
                Value& into) {
  Array& elements = into.is.emplace<Array>();
  for (auto element : array) {
    ondemand::value value;
    if (element.get(value)) {
      return stop_at_token(walk, place,
                           {"FS001", "a comma or the end of the array is missing", location(walk)});
    }
    const Place here{place, {}, elements.size()};
    if (!read_value(walk, value, here, depth, elements.emplace_back())) return false;
  }
  return true;
}

// simdjson failed at a member of an object. It takes one token after the other; `before` was the
// next one: if it failed at that one, it was no key, if at a later one, the colon; else the comma
// before.
Fault bad_member(std::size_t before, std::size_t failed) {
  if (failed < before) return {"FS001", "a comma or the end of the object is missing", failed};
  if (failed == before) return {"FS001", "a key in double quotes is missing", failed};
  return {"FS001", "a colon is missing after the key", failed};
}

bool check_keys(Walk& walk, const Object& members, const Place* place, std::size_t offset) {
  std::vector<std::string_view> keys;
  keys.reserve(members.size());
  for (const auto& [key, value] : members) keys.push_back(key);
  const auto repeated = find_repeated(keys);
  if (!repeated) return true;
  const Place here{place, keys[*repeated]};
  const std::string message = fmt::format("the key {} stands twice in the object that begins here",
                                          json::quoted(abridged(here.key)));
  stop(walk, &here, {"FS004", message, offset});
  return true;
}

bool read_object(Walk& walk, ondemand::object object, const Place* place, std::size_t depth,
                 std::size_t offset, Value& into) {
  Object& members = into.is.emplace<Object>();
  const auto end = object.end();
  for (auto member = object.begin(); member != end; ++member) {
    const std::size_t before = location(walk);
    ondemand::field field;
    if ((*member).get(field)) return stop_at_token(walk, place, bad_member(before, location(walk)));
    std::string_view key;
    if (field.unescaped_key().get(key)) {
      return stop(walk, place, {"FS001", "a key has a malformed escape", before});
    }
    Value& value = members.emplace_back(Member{std::string(key), {}}).value;
    const Place here{place, key};
    if (!read_value(walk, field.value(), here, depth, value)) return false;
  }
  return check_keys(walk, members, place, offset);
}

bool read_value(Walk& walk, ondemand::value value, const Place& place, std::size_t depth,
                Value& into) {
  const std::string_view token = without_space(value.raw_json_token());
  const auto offset = static_cast<std::size_t>(token.data() - walk.begin);
  if (token[0] == '"') {
    std::string_view string;
    if (value.get_string().get(string)) {
      return stop(walk, &place, {"FS001", "a string has a malformed escape", offset});
    }
    into.is = std::string(string);
    return true;
  }
  if (token[0] != '[' && token[0] != '{') return read_word(walk, token, &place, into);
  if (depth == depth_max) {
    return stop(
        walk, &place,
        {"FS005", fmt::format("nested deeper than {} arrays and objects", depth_max), offset});
  }
  // Neither fails, since the token has been seen; and an unclosed one fails when it is iterated.
  if (token[0] == '[') {
    ondemand::array array;
    if (value.get_array().get(array)) return stop(walk, &place, {"FS001", "no array", offset});
    return read_array(walk, array, &place, depth + 1, into);
  }
  ondemand::object object;
  if (value.get_object().get(object)) return stop(walk, &place, {"FS001", "no object", offset});
  return read_object(walk, object, &place, depth + 1, offset, into);
}

// The outermost value. One that is no array or object must be all there is.
bool read_root(Walk& walk, std::string_view text, Value& into) {
  const std::size_t offset = text.find_first_not_of(whitespace);
  const char first = text[offset];
  if (first == '[' || first == '{') {
    ondemand::array array;
    ondemand::object object;
    const bool is_array = first == '[';
    const auto failed =
        is_array ? walk.document.get_array().get(array) : walk.document.get_object().get(object);
    if (failed) return stop(walk, nullptr, locate(text));
    const bool read = is_array ? read_array(walk, array, nullptr, 1, into)
                               : read_object(walk, object, nullptr, 1, offset, into);
    if (!read || location(walk) == walk.size) return read;
    return stop(walk, nullptr, {"FS001", "more text follows the document", location(walk)});
  }
  std::string_view token;
  if (walk.document.raw_json_token().get(token)) return stop(walk, nullptr, locate(text));
  token = without_space(token);
  const std::size_t next = text.find_first_not_of(whitespace, offset + token.size());
  if (first != '"' && !read_word(walk, token, nullptr, into)) return false;
  if (next != std::string_view::npos) {
    return stop(walk, nullptr, {"FS001", "more text follows the document", next});
  }
  if (first != '"') return true;
  std::string_view string;
  if (walk.document.get_string().get(string)) {
    return stop(walk, nullptr, {"FS001", "a string has a malformed escape", offset});
  }
  into.is = std::string(string);
  return true;
}

std::optional<Fault> read_text(std::string_view text, Value& into) {
  if (text.find_first_not_of(whitespace) == std::string_view::npos) {
    return Fault{"FS001", "the text is empty", 0};
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    return Fault{"FS001", "a byte order mark stands before the document; it has to go", 0};
  }
  // What a parser has allocated it keeps, so the one that is kept must never see a large text.
  thread_local ondemand::parser small;
  ondemand::parser large;
  const bool is_small = text.size() <= std::size_t{1} << 20;
  const simdjson::padded_string padded(text);
  ondemand::document document;
  switch ((is_small ? small : large).iterate(padded).get(document)) {
    case simdjson::SUCCESS:
      break;
    case simdjson::UTF8_ERROR:
      return locate_bad_utf8(text);
    case simdjson::CAPACITY:
      return Fault{"FS005", "the text is too long", 0};
    case simdjson::MEMALLOC:
      return Fault{"FS005", "the text is too long for this machine", 0};
    default:
      return locate(text);
  }
  Walk walk{padded.data(), padded.size(), document};
  read_root(walk, {padded.data(), padded.size()}, into);
  return walk.fault;
}

std::string field_of(const std::vector<Step>& path) {
  std::string field;
  for (const Step& step : path) {
    if (const auto* index = std::get_if<std::size_t>(&step)) {
      field += fmt::format("[{}]", *index);
    } else {
      field += (field.empty() ? "" : ".") + std::get<std::string>(step);
    }
  }
  return field;
}

InputError to_error(std::string_view text, const Fault& fault) {
  const std::string_view before = text.substr(0, fault.offset);
  InputError error{fault.code, fault.message};
  error.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  error.field = field_of(fault.path);
  const std::size_t line_end = before.rfind('\n');
  const std::size_t column =
      line_end == std::string_view::npos ? before.size() + 1 : before.size() - line_end;
  if (!text.empty()) error.message += fmt::format(", at byte {}", column);
  return error;
}

}  // namespace

const Value* find(const Value& value, std::string_view key) {
  const auto* object = std::get_if<Object>(&value.is);
  if (object == nullptr) return nullptr;
  const auto member = std::find_if(object->begin(), object->end(),
                                   [&](const Member& entry) { return entry.key == key; });
  return member == object->end() ? nullptr : &member->value;
}

bool is_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

std::optional<std::size_t> find_repeated(std::span<const std::string_view> entries) {
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto order_of_texts = entries[a] <=> entries[b];
    return order_of_texts != 0 ? order_of_texts < 0 : a < b;
  });
  std::optional<std::size_t> first;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const bool repeats = entries[order[k]] == entries[order[k - 1]];
    if (repeats && (!first || order[k] < *first)) first = order[k];
  }
  return first;
}

bool is_not_finite(std::string_view text) {
  if (!text.empty() && is_one_of(text[0], "+-")) text.remove_prefix(1);
  const auto is = [&](std::string_view name) {
    return std::equal(text.begin(), text.end(), name.begin(), name.end(),
                      [](char c, char lower) { return c == lower || c == lower - 'a' + 'A'; });
  };
  return is("nan") || is("inf") || is("infinity");
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t length = character_at(text, at);
    if (length == 0) {
      result += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  return result + '"';
}

Reading read(std::string_view text) {
  Reading reading{};
  if (const auto fault = read_text(text, reading.value)) {
    reading.error = to_error(text, *fault);
    reading.path = fault->path;
  }
  return reading;
}

std::variant<Value, InputError> parse(std::string_view text) {
  Reading reading = read(text);
  if (reading.error) return std::move(*reading.error);
  return std::move(reading.value);
}

}  // namespace fairshare::formats::json
