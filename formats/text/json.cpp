// Strict JSON. RapidJSON's reader handles brackets, commas, colons and strings; this file handles
// words (numbers, true, NaN), places, and the messages of errors.
//
// Even when asked for the text of numbers, RapidJSON 1.1 evaluates them, and refuses 1e400. It
// would also stop at NaN, although there may be more to read after it. So the stream from which it
// reads shows it each word as the digit 0, and the word itself is taken from the text.
#include "formats/text/json.h"

#include <fmt/format.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace fairshare::formats::json {
namespace {

constexpr std::string_view whitespace = " \t\r\n";

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Words.

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

struct Complaint {
  std::string code;
  std::string message;
};

Complaint bad_word(std::string_view word) {
  const std::string shown = abridged(word);
  if (is_not_finite(word)) return {"FS011", fmt::format("{} is not a finite number", shown)};
  if (is_digit(word[0]) || is_one_of(word[0], "+-.")) {
    return {"FS006", fmt::format("{} is not a JSON number", shown)};
  }
  return {"FS001", fmt::format("{} is not a JSON value (a string needs double quotes)", shown)};
}

// False if `word` is not a JSON value.
bool read_word(std::string_view word, Value& into) {
  if (word == "true" || word == "false") {
    into.is = word == "true";
  } else if (is_number(word)) {
    into.is = Number{std::string(word)};
  } else {
    return word == "null";
  }
  return true;
}

// UTF-8.

// The length of the UTF-8 character that begins at `at`; 0 if none does.
std::size_t character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  // The second byte's range is narrower if the character might be overlong, a surrogate or too
  // large.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(at + 1) < low || byte(at + 1) > high) return 0;
  for (std::size_t i = at + 2; i < at + length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

// How many ASCII characters follow that stand for themselves in a JSON string.
std::size_t plain_at(std::string_view text, std::size_t begin) {
  const auto is_plain = [](char c) { return ' ' <= c && c < '\x7f' && c != '"' && c != '\\'; };
  std::size_t end = begin;
  while (end < text.size() && is_plain(text[end])) ++end;
  return end - begin;
}

// The first byte that does not begin a character; the size of the text if all do.
std::size_t find_bad_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_at(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

// RapidJSON accepts "\udc00", half of a pair, as a character.
bool has_surrogate(std::string_view text) {
  for (std::size_t at = text.find('\xED'); at != std::string_view::npos;
       at = text.find('\xED', at + 1)) {
    if (static_cast<unsigned char>(text[at + 1]) >= 0xA0) return true;
  }
  return false;
}

// Places.

// The marks of bytes, which must be asked for in ascending order.
class Marks {
 public:
  explicit Marks(std::string_view text) : text_(text), end_(end_of_line()) {}

  Mark at(std::size_t offset) {
    while (end_ < offset) {
      ++line_;
      begin_ = end_ + 1;
      end_ = end_of_line();
    }
    return {line_, static_cast<std::uint32_t>(offset - begin_ + 1)};
  }

 private:
  std::size_t end_of_line() const { return std::min(text_.find('\n', begin_), text_.size()); }

  std::string_view text_;
  std::uint32_t line_ = 1;
  std::size_t begin_ = 0;
  std::size_t end_;
};

// A text as RapidJSON reads it: byte by byte, but outside strings each word at once, as a 0.
class Stream {
 public:
  using Ch = char;

  explicit Stream(std::string_view text)
      : begin_(text.data()), end_(begin_ + text.size()), at_(begin_), token_(begin_) {}

  char Peek() const {
    if (is_over()) return '\0';
    return is_in_string_ || !is_of_word(*at_) ? *at_ : '0';
  }

  char Take() {
    if (is_over()) return '\0';
    return is_in_string_ ? *at_++ : take_outside();
  }

  std::size_t Tell() const { return static_cast<std::size_t>(at_ - begin_); }

  // For reading in place, which is compiled but never used.
  char* PutBegin() { return nullptr; }
  std::size_t PutEnd(char*) { return 0; }
  void Put(char) {}

  bool is_over() const { return at_ == end_; }
  bool is_in_string() const { return is_in_string_; }
  void end_string() { is_in_string_ = false; }
  // Where the last word or string begins.
  std::size_t token() const { return static_cast<std::size_t>(token_ - begin_); }
  std::string_view word() const { return {token_, at_}; }

 private:
  static bool is_of_word(char c) {
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
      case '\n':
      case ',':
      case ':':
      case '[':
      case ']':
      case '{':
      case '}':
      case '"':
        return false;
      default:
        return true;
    }
  }

  char take_outside() {
    const char c = *at_;
    const bool is_word = is_of_word(c);
    is_in_string_ = c == '"';
    if (is_word || is_in_string_) token_ = at_;
    ++at_;
    while (is_word && !is_over() && is_of_word(*at_)) ++at_;
    return is_word ? '0' : c;
  }

  const char* begin_;
  const char* end_;
  const char* at_;
  const char* token_;
  bool is_in_string_ = false;
};

struct Fault {
  Complaint complaint;
  std::size_t offset;
  std::vector<Step> path = {};
};

// Makes the value from what RapidJSON reads. Its base handles what never occurs.
class Builder : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Builder> {
 public:
  Builder(std::string_view text, Stream& stream, Value& root)
      : stream_(stream), marks_(text), root_(root) {}

  bool Uint(unsigned) {  // a word
    Value& value = add(stream_.token());
    if (!read_word(stream_.word(), value)) {
      note(bad_word(stream_.word()), stream_.token(), path(open_.size()));
    }
    return true;
  }

  bool String(const char* text, rapidjson::SizeType size, bool) {
    stream_.end_string();
    if (has_surrogate({text, size})) return refuse_string();
    add(stream_.token()).is.emplace<std::string>(text, size);
    return true;
  }

  bool Key(const char* text, rapidjson::SizeType size, bool) {
    stream_.end_string();
    if (has_surrogate({text, size})) return refuse_string();
    Object& members = std::get<Object>(open_.back().value->is);
    members.push_back({std::string(text, size), {{}, marks_.at(stream_.token())}});
    is_behind_key_ = true;
    return true;
  }

  bool StartArray() { return open(Array{}); }
  bool StartObject() { return open(Object{}); }

  bool EndArray(rapidjson::SizeType) {
    open_.pop_back();
    return true;
  }

  bool EndObject(rapidjson::SizeType) {
    check_keys();
    open_.pop_back();
    return true;
  }

  // What is wrong with the text that RapidJSON has read, if anything.
  std::optional<Fault> finish(std::string_view text, const rapidjson::ParseResult& result) {
    if (!result.IsError() && !fault_) return std::nullopt;
    const std::size_t bad_utf8 = find_bad_utf8(text);
    if (bad_utf8 < text.size()) return Fault{{"FS001", "the text is not UTF-8"}, bad_utf8};
    if (stream_.is_over() && stream_.is_in_string()) {
      return Fault{{"FS001", "a string is not closed"}, stream_.token()};
    }
    if (stream_.is_over() && !open_.empty()) return not_closed();
    if (!fault_) note_error(result, text[result.Offset()]);
    return std::move(fault_);
  }

 private:
  struct Open {
    Value* value;  // stays valid: its container gets no more entries before this is closed
    std::size_t begin;
  };

  bool is_in_array() const { return std::holds_alternative<Array>(open_.back().value->is); }

  // Adds the next value in its place.
  Value& add(std::size_t offset) {
    is_behind_key_ = false;
    if (!open_.empty() && !is_in_array()) {
      return std::get<Object>(open_.back().value->is).back().value;
    }
    Value& value = open_.empty() ? root_ : std::get<Array>(open_.back().value->is).emplace_back();
    value.mark = marks_.at(offset);
    return value;
  }

  template <typename Container>
  bool open(Container container) {
    const std::size_t begin = stream_.Tell();
    Value& value = add(begin);
    if (open_.size() == depth_max) {  // without its path, which would be too long
      return note({"FS005", fmt::format("nested deeper than {} arrays and objects", depth_max)},
                  begin);
    }
    value.is = std::move(container);
    open_.push_back({&value, begin});
    return true;
  }

  void check_keys() {
    const Object& members = std::get<Object>(open_.back().value->is);
    std::vector<std::string_view> keys;
    keys.reserve(members.size());
    for (const Member& member : members) keys.push_back(member.key);
    const auto repeated = find_repeated(keys);
    if (!repeated) return;
    std::vector<Step> steps = path(open_.size());
    steps.back() = std::string(keys[*repeated]);
    note({"FS004", fmt::format("duplicate key {} in the object that starts here",
                               json::quoted(abridged(keys[*repeated])))},
         open_.back().begin, std::move(steps));
  }

  // The steps to the last entry of each of the outermost `depth` open values.
  std::vector<Step> path(std::size_t depth) const {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < depth; ++i) {
      if (const auto* array = std::get_if<Array>(&open_[i].value->is)) {
        steps.emplace_back(array->size() - 1);
      } else {
        steps.emplace_back(std::get<Object>(open_[i].value->is).back().key);
      }
    }
    return steps;
  }

  std::vector<Step> path_of_innermost() const { return path(open_.empty() ? 0 : open_.size() - 1); }

  // Keeps the first fault. Always returns false, to stop.
  bool note(Complaint complaint, std::size_t offset, std::vector<Step> steps = {}) {
    if (!fault_) fault_ = Fault{std::move(complaint), offset, std::move(steps)};
    return false;
  }

  bool refuse_string() {
    const std::size_t begin = stream_.token();
    if (!open_.empty() && !is_in_array() && !is_behind_key_) {
      return note({"FS001", "a key has a malformed escape"}, begin, path_of_innermost());
    }
    add(begin);
    return note({"FS001", "a string has a malformed escape"}, begin, path(open_.size()));
  }

  Fault not_closed() const {
    return {{"FS001", is_in_array() ? "an array is not closed" : "an object is not closed"},
            open_.back().begin};
  }

  // An error of RapidJSON's, at `c`.
  void note_error(const rapidjson::ParseResult& result, char c) {
    const std::size_t at = result.Offset();
    const bool is_bracket = c == ']' || c == '}';
    const bool fits = !open_.empty() && is_in_array() == (c == ']');
    if (result.Code() == rapidjson::kParseErrorDocumentRootNotSingular) {
      note({"FS001", "more text follows the document"}, at);
    } else if (stream_.is_in_string() && static_cast<unsigned char>(c) < 0x20) {
      note({"FS001", "unescaped control character in a string"}, at);
    } else if (stream_.is_in_string()) {
      refuse_string();
    } else if (is_bracket && !fits) {
      note({"FS001", fmt::format("unmatched '{}'", c)}, at, path_of_innermost());
    } else {
      note_missing(result.Code(), c, at);
    }
  }

  void note_missing(rapidjson::ParseErrorCode code, char c, std::size_t at) {
    const auto miss = [&](std::string what) {
      note({"FS001", std::move(what) + " is missing"}, at, path_of_innermost());
    };
    switch (code) {
      case rapidjson::kParseErrorObjectMissName:
        return miss("a key in double quotes");
      case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
        return miss("a comma or the end of the object");
      case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
        return miss("a comma or the end of the array");
      case rapidjson::kParseErrorObjectMissColon:
        note({"FS001", "a colon is missing after the key"}, at, path_of_innermost());
        return;
      default:
        add(at);
        note({"FS001", fmt::format("a value is missing before '{}'", c)}, at, path(open_.size()));
    }
  }

  Stream& stream_;
  Marks marks_;
  Value& root_;
  std::vector<Open> open_;
  bool is_behind_key_ = false;
  std::optional<Fault> fault_;  // the first
};

std::optional<Fault> read_text(std::string_view text, Value& into) {
  if (text.find_first_not_of(whitespace) == std::string_view::npos) {
    return Fault{{"FS001", "the text is empty"}, 0};
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    return Fault{{"FS001", "a byte order mark precedes the document; remove it"}, 0};
  }
  // RapidJSON counts the bytes of a string in 32 bits, and so do marks.
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return Fault{{"FS005", "the text is too long"}, 0};
  }
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  Stream stream(text);
  Builder builder(text, stream, into);
  rapidjson::Reader reader;
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
  return builder.finish(text, result);
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
  const Mark mark = Marks(text).at(fault.offset);
  InputError error{fault.complaint.code, fault.complaint.message};
  error.line = mark.line;
  error.field = field_of(fault.path);
  if (!text.empty()) error.message += fmt::format(", at byte {}", mark.column);
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
  return find_bad_utf8(text) == text.size();
}

std::optional<std::size_t> find_repeated(std::span<const std::string_view> entries) {
  constexpr std::size_t few = 16;  // without allocating
  if (entries.size() <= few) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
      const std::string_view entry = entries[i];
      // Most names that are equally long differ in their last character.
      const bool repeats = std::ranges::any_of(entries.first(i), [&](std::string_view other) {
        return other.size() == entry.size() &&
               (entry.empty() || (other.back() == entry.back() && other == entry));
      });
      if (repeats) return i;
    }
    return std::nullopt;
  }
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

void append_quoted(std::string_view text, std::string& result) {
  result += '"';
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t plain = plain_at(text, at)) {
      result += text.substr(at, plain);
      at += plain;
      continue;
    }
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
  result += '"';
}

std::string quoted(std::string_view text) {
  std::string result;
  append_quoted(text, result);
  return result;
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
