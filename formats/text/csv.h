// CSV as in RFC 4180, read a line at a time: fields are separated by commas, and quoted if they
// contain commas, quotes or line breaks. Spaces belong to a field, and so does a carriage return
// that does not end a line.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"

struct csv_parser;

namespace fairshare::formats {

struct CsvRow {
  std::span<const std::string_view> fields;  // at least one; valid until the next call
  std::size_t line;                          // on which it begins
};

// Joins lines into rows, with memory for the longest row.
//
//     a,"b ""c""",        -> a row of `a`, `b "c"` and ``
//     x,"two              -> no row yet
//     lines"              -> a row of `x` and `two\nlines`, whatever the line break was
//     a"b                 -> FS001: a quote is out of place at byte 2
class CsvReader {
 public:
  CsvReader();

  struct NoRow {};  // the line is blank, or its row continues

  // Takes the next line, without its line ending. Errors have the line on which the row begins:
  //   FS001  a quote that is neither around a field nor doubled within it; a row that is not UTF-8
  //   FS005  a row longer than 64 MiB
  // After an error the next line begins a row. Throws std::bad_alloc if memory runs out.
  std::variant<NoRow, CsvRow, InputError> take(std::string_view line, std::size_t number);

  // Call it after the last line, or before a line that is lost: FS001 if quotes are open.
  std::variant<NoRow, InputError> finish();

 private:
  struct Free {
    void operator()(csv_parser* parser) const;
  };
  static int take_no_space(unsigned char);
  static int take_line_feed(unsigned char c);
  static void take_field(void* text, std::size_t size, void* reader) noexcept;
  static void take_end(int, void* reader) noexcept;

  void begin();
  void begin_row(std::size_t number);
  bool parse(std::string_view text, std::size_t& parsed);
  InputError fail(std::string code, std::string message);
  std::variant<NoRow, CsvRow, InputError> row();

  std::unique_ptr<csv_parser, Free> parser_;
  std::string text_;                      // the fields of the row, one after the other
  std::vector<std::size_t> ends_;         // of each in text_
  std::vector<std::string_view> fields_;  // of the last row
  std::size_t line_ = 0;                  // on which the row begins
  std::size_t bytes_ = 0;                 // of the row, so far
  bool is_utf8_ = true;                   // the row, so far
  bool is_in_quotes_ = false;             // between two lines
  bool has_ended_ = false;                // the row
};

}  // namespace fairshare::formats
