#include "cli/input.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace fairshare::cli {
namespace {

constexpr std::size_t looked_at_max = 16;  // lines; a response of YARN opens two braces

constexpr std::string_view white_space = " \t\r\v\f";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(white_space) == std::string_view::npos;
}

// As no record does: {"default": {
bool ends_open(std::string_view text) {
  const std::size_t at = text.find_last_not_of(white_space);
  return at != std::string_view::npos && (text[at] == '{' || text[at] == '[');
}

std::optional<std::variant<TextLine, formats::RecordError, NoMoreLines>> item_of(
    std::optional<formats::CsvRecords::Item> item) {
  if (!item) return std::nullopt;
  if (auto* error = std::get_if<formats::RecordError>(&*item)) return std::move(*error);
  auto& record = std::get<formats::CsvRecord>(*item);
  return TextLine{std::move(record.text), record.line, std::move(record.lines)};
}

// The end of the input, or an error about all of it: another shard's machine may have read the
// file.
bool is_of_every_shard(const std::variant<TextLine, formats::RecordError, NoMoreLines>& item) {
  const auto* error = std::get_if<formats::RecordError>(&item);
  return std::holds_alternative<NoMoreLines>(item) || (error != nullptr && error->error.line == 0);
}

formats::InputError unreadable(const std::string& name, std::string_view reason) {
  return {.code = "FS009", .message = fmt::format("cannot read: {}", reason), .file = name};
}

}  // namespace

std::variant<Input, formats::InputError> open_input(const std::string& name) {
  if (name.empty()) return unreadable(name, "the name of a file is empty");
  Input input{name, nullptr, std::nullopt};
  input.file.reset(name == "-" ? stdin : std::fopen(name.c_str(), "rb"));
  if (!input.file) return unreadable(name, std::strerror(errno));
  struct stat status {};
  if (fstat(fileno(input.file.get()), &status) != 0) return unreadable(name, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return unreadable(name, std::strerror(EISDIR));
  if (S_ISREG(status.st_mode)) input.size = static_cast<std::uintmax_t>(status.st_size);
  return input;
}

std::optional<InputLines::Item> InputLines::take(const formats::Line& line) {
  bytes_read_ += line.text.size() + 1;
  std::string_view text = line.text;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (line.number == 1 && text.starts_with(byte_order_mark)) {
    text.remove_prefix(byte_order_mark.size());
  }
  is_empty_ = is_empty_ && is_blank(text);
  if (table_) {
    auto item = item_of(table_->take(text, line.number));
    is_over_ = table_->is_over();
    return item;
  }
  if (is_blank(text)) return std::nullopt;
  return TextLine{std::string(text), line.number};
}

std::optional<InputLines::Item> InputLines::lose(formats::InputError error) {
  is_empty_ = false;
  error.file = name_;
  if (table_) {
    auto item = item_of(table_->lose(std::move(error)));
    is_over_ = table_->is_over();
    return item;
  }
  return formats::RecordError{"", std::move(error)};
}

// Nothing for a blank line, and for a line that does not end a record. Waits if the reader does.
std::optional<InputLines::Item> InputLines::read_one() {
  if (is_over_) return NoMoreLines{};
  const auto read = lines_.next();
  if (const auto* line = std::get_if<formats::Line>(&read)) {
    return take(*line);
  }
  if (const auto* line = std::get_if<formats::LineTooLong>(&read)) {
    return lose(
        {.code = "FS005",
         .message = fmt::format("a line is longer than {} MiB", formats::line_bytes_max >> 20),
         .line = line->number});
  }
  is_over_ = true;
  if (const auto* failure = std::get_if<formats::ReadFailure>(&read)) {
    is_empty_ = false;
    return formats::RecordError{"", unreadable(name_, failure->reason)};
  }
  if (is_empty_) {
    return formats::RecordError{"",
                                {.code = "FS001", .message = "the input is empty", .file = name_}};
  }
  if (table_) {
    if (auto item = item_of(table_->finish())) return item;
  }
  return NoMoreLines{};
}

InputLines::Item InputLines::read() {
  while (true) {
    if (auto item = read_one()) return *std::move(item);
  }
}

bool InputLines::is_ready() {
  return is_ready_within(std::chrono::milliseconds(0));
}

bool InputLines::is_ready_within(std::chrono::milliseconds time) {
  while (looked_at_.empty()) {
    if (!is_over_ && !lines_.is_ready_within(time)) return false;
    // Only a blank line may have arrived.
    if (auto item = read_one()) looked_at_.push_back(*std::move(item));
  }
  return true;
}

InputLines::Item InputLines::next_of_all() {
  if (looked_at_.empty()) return read();
  Item item = std::move(looked_at_.front());
  looked_at_.pop_front();
  return item;
}

std::variant<TextLine, formats::RecordError, NoMoreLines> InputLines::next() {
  while (true) {
    Item item = next_of_all();
    if (turn_ == nullptr || is_of_every_shard(item) || turn_->takes()) return item;
  }
}

std::string InputLines::look_ahead() {
  std::string text;
  while (true) {
    looked_at_.push_back(read());
    const auto* line = std::get_if<TextLine>(&looked_at_.back());
    if (line == nullptr) return text;
    text += line->text + "\n";
    if (!ends_open(line->text) || looked_at_.size() >= looked_at_max) return text;
  }
}

std::variant<std::string, formats::InputError> InputLines::read_rest() {
  std::string text;
  std::size_t line_number = 1;
  while (true) {
    Item item = next();
    if (std::holds_alternative<NoMoreLines>(item)) return text;
    if (auto* error = std::get_if<formats::RecordError>(&item)) return std::move(error->error);
    const auto& line = std::get<TextLine>(item);
    if (text.size() + line.text.size() + (line.number - line_number) > whole_bytes_max) {
      return formats::InputError{
          .code = "FS005",
          .message = fmt::format("the file is longer than {} MiB", whole_bytes_max >> 20),
          .file = name_};
    }
    // Blank lines were skipped; their line breaks keep the line numbers right.
    text.append(line.number - line_number, '\n');
    line_number = line.number;
    text += line.text;
  }
}

}  // namespace fairshare::cli
