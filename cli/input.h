// Input: files or standard input, as lines.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "cli/shard.h"
#include "formats/records/csv_records.h"
#include "formats/records/records.h"
#include "formats/text/input_error.h"
#include "formats/text/lines.h"

namespace fairshare::cli {

// The largest input that is read whole (a YARN response, an allocation file): 256 MiB.
inline constexpr std::size_t whole_bytes_max = std::size_t{256} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

struct Input {
  std::string name;  // as the user gave it; "-" is standard input
  std::unique_ptr<std::FILE, CloseFile> file;
  std::optional<std::uintmax_t> size;  // of a regular file
};

// FS009 if there is no such file, it is a directory, or it may not be read.
std::variant<Input, formats::InputError> open_input(const std::string& name);

struct TextLine {
  std::string text;
  std::size_t number;            // from 1
  formats::CsvLines lines = {};  // of a record of a table: where the table has it
};
struct NoMoreLines {};

// The lines of an input that are not blank, without a byte order mark at the beginning. A line that
// cannot be read is an error (FS005, FS009), and so is an input without any line (FS001); only a
// failure to read ends the lines. An error about a record of a table has the record's id.
class InputLines {
 public:
  explicit InputLines(const Input& input) : name_(input.name), lines_(input.file.get()) {}

  std::variant<TextLine, formats::RecordError, NoMoreLines> next();

  // From now on the lines are those of a table, and `next` returns its records and their errors.
  // Call it before anything is read.
  void read_as_csv(const formats::CsvMapping& mapping) { table_.emplace(mapping, name_); }

  // A sentence about a table's columns, once `look_ahead` has read its header.
  std::optional<std::string> find_warning() const {
    return table_ ? table_->find_warning() : std::nullopt;
  }

  // From now on `next` returns only the items of that shard, and errors about the whole input; the
  // other items are read and skipped. `turn` must outlive this.
  void keep_only(Turn& turn) { turn_ = &turn; }

  // True if `next` will not wait for input, or not after waiting for at most that long.
  bool is_ready();
  bool is_ready_within(std::chrono::milliseconds time);

  // The text up to the first line that does not end with "{" or "[", without consuming it: enough
  // to tell what kind of input this is, and never more than one record of a stream.
  std::string look_ahead();

  // True if all input has been read and there was no line.
  bool is_empty() const { return is_over_ && is_empty_; }

  // The rest of the input, up to whole_bytes_max bytes, with its line breaks.
  std::variant<std::string, formats::InputError> read_rest();

  std::uintmax_t bytes_read() const { return bytes_read_; }

 private:
  using Item = std::variant<TextLine, formats::RecordError, NoMoreLines>;
  std::optional<Item> take(const formats::Line& line);
  std::optional<Item> lose(formats::InputError error);
  std::optional<Item> read_one();
  Item read();
  Item next_of_all();

  std::string name_;
  formats::LineReader lines_;
  std::deque<Item> looked_at_;
  std::uintmax_t bytes_read_ = 0;
  std::optional<formats::CsvRecords> table_ = std::nullopt;
  Turn* turn_ = nullptr;
  bool is_empty_ = true;
  bool is_over_ = false;
};

}  // namespace fairshare::cli
