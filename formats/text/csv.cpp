// CSV by libcsv, which takes bytes and calls back for each field and for each end of a row. The
// only file that knows it.
#include "formats/text/csv.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "formats/text/json.h"
#include "formats/text/lines.h"

namespace fairshare::formats {
namespace {

constexpr std::size_t block_bytes = 4096;  // the least by which libcsv enlarges a field's buffer

// Reserves room, so that callbacks, which C calls, need not allocate.
template <class Container>
void make_room(Container& container, std::size_t more) {
  const std::size_t needed = container.size() + more;
  if (needed > container.capacity()) container.reserve(std::max(needed, 2 * container.capacity()));
}

}  // namespace

void CsvReader::Free::operator()(csv_parser* parser) const {
  csv_free(parser);
  delete parser;
}

int CsvReader::take_no_space(unsigned char) {
  return 0;
}

int CsvReader::take_line_feed(unsigned char c) {
  return c == '\n' ? 1 : 0;
}

void CsvReader::take_field(void* text, std::size_t size, void* reader) noexcept {
  auto& self = *static_cast<CsvReader*>(reader);
  if (size > 0) self.text_.append(static_cast<const char*>(text), size);
  self.ends_.push_back(self.text_.size());
}

void CsvReader::take_end(int, void* reader) noexcept {
  static_cast<CsvReader*>(reader)->has_ended_ = true;
}

void CsvReader::begin() {
  parser_.reset();
  auto parser = std::make_unique<csv_parser>();
  csv_init(parser.get(), CSV_STRICT);
  parser_.reset(parser.release());
  csv_set_space_func(parser_.get(), take_no_space);
  csv_set_term_func(parser_.get(), take_line_feed);
  csv_set_blk_size(parser_.get(), block_bytes);
  is_in_quotes_ = false;
}

CsvReader::CsvReader() {
  begin();
}

void CsvReader::begin_row(std::size_t number) {
  text_.clear();
  ends_.clear();
  line_ = number;
  bytes_ = 0;
  is_utf8_ = true;
  has_ended_ = false;
}

// False if the grammar is broken, after `parsed` bytes.
bool CsvReader::parse(std::string_view text, std::size_t& parsed) {
  parsed = csv_parse(parser_.get(), text.data(), text.size(), take_field, take_end, this);
  if (parsed == text.size()) return true;
  if (csv_error(parser_.get()) != CSV_EPARSE) throw std::bad_alloc();
  return false;
}

InputError CsvReader::fail(std::string code, std::string message) {
  begin();
  return {.code = std::move(code), .message = std::move(message), .line = line_};
}

std::variant<CsvReader::NoRow, CsvRow, InputError> CsvReader::row() {
  if (!is_utf8_) {
    return fail(
        "FS001",
        "this row is not UTF-8: convert the file, such as with iconv -f ISO-8859-1 -t UTF-8");
  }
  fields_.clear();
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    fields_.push_back(std::string_view(text_).substr(begin, end - begin));
    begin = end;
  }
  return CsvRow{fields_, line_};
}

std::variant<CsvReader::NoRow, CsvRow, InputError> CsvReader::take(std::string_view line,
                                                                   std::size_t number) {
  if (!is_in_quotes_) begin_row(number);
  bytes_ += line.size() + 1;
  if (bytes_ > line_bytes_max) {
    return fail("FS005",
                fmt::format("a row is longer than {} MiB: is a quote open?", line_bytes_max >> 20));
  }
  is_utf8_ = is_utf8_ && json::is_utf8(line);
  // In proportion to the size, since each enlargement may copy the buffer.
  csv_set_blk_size(parser_.get(), std::max(block_bytes, bytes_ / 4));
  make_room(text_, line.size() + 1);
  make_room(ends_, static_cast<std::size_t>(std::ranges::count(line, ',')) + 1);
  std::size_t parsed = 0;
  if (!parse(line, parsed)) {
    const std::string on_line = number == line_ ? "" : fmt::format(" of line {}", number);
    return fail("FS001", fmt::format("a quote is out of place at byte {}{}: quote the whole field, "
                                     "and write each quote in it twice",
                                     parsed + 1, on_line));
  }
  parse("\n", parsed);
  is_in_quotes_ = !has_ended_ && (is_in_quotes_ || !line.empty());
  if (!has_ended_) return NoRow{};
  return row();
}

std::variant<CsvReader::NoRow, InputError> CsvReader::finish() {
  if (!is_in_quotes_) return NoRow{};
  return fail("FS001", "a quoted field is not closed: its quotes are open to the end of this row");
}

}  // namespace fairshare::formats
