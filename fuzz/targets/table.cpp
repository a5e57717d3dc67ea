// libFuzzer: a table is read as CSV, and made into records, whatever the bytes are.
//
//     read(written(rows)) == rows, where every field is written in quotes
//     each item is a record that is read, or an error with a line of the table
//     a table has no more records than rows
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/records/csv_records.h"
#include "formats/text/csv.h"
#include "fuzz/targets/choice_and_text.h"
#include "fuzz/targets/oracle.h"

namespace {

using namespace fairshare::formats;
namespace fuzz = fairshare::fuzz;
using fuzz::require;
using Rows = std::vector<std::vector<std::string>>;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<Rows> find_rows(std::string_view text) {
  CsvReader reader;
  Rows rows;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(text)) {
    const auto read = reader.take(line, ++number);
    if (std::holds_alternative<InputError>(read)) return std::nullopt;
    const auto* row = std::get_if<CsvRow>(&read);
    if (row == nullptr) continue;
    require(row->line <= number && !row->fields.empty(), "a row has a line and fields", text);
    rows.emplace_back(row->fields.begin(), row->fields.end());
  }
  if (std::holds_alternative<InputError>(reader.finish())) return std::nullopt;
  return rows;
}

std::string written(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      text += k == 0 ? "\"" : ",\"";
      for (const char c : row[k]) text += c == '"' ? "\"\"" : std::string(1, c);
      text += '"';
    }
    text += '\n';
  }
  return text;
}

// A record's reader says what is wrong with its numbers and names, with the line of its first row;
// in a table, that is in a row and a column.
void check(const CsvRecord& record, std::size_t lines, std::string_view text) {
  require(1 < record.line && record.line <= lines, "a record has a line of the table", text);
  require(fuzz::is_json_object(record.text), "a record is one JSON object", text);
  const auto read = read_any_record(record.text, "f", record.line, "");
  const auto* error = std::get_if<RecordError>(&read);
  if (error == nullptr) return;
  constexpr std::string_view of_claimants = "FS004 FS007 FS010 FS011";
  require(of_claimants.find(error->error.code) != std::string_view::npos,
          "a record has all its fields, and numbers", text);
  require(fuzz::is_whole(error->error) && error->error.line == record.line,
          "an error has code and line", text);
  const InputError told = told_in_table(error->error, {}, record.lines);
  require(record.line <= told.line && told.line <= lines, "an error is in a row", text);
  require(told.field.empty() || told.field.starts_with("column "), "and in a column", text);
}

void check(const CsvRecords::Item& item, std::size_t lines, std::string_view text) {
  if (const auto* record = std::get_if<CsvRecord>(&item)) return check(*record, lines, text);
  const InputError& error = std::get<RecordError>(item).error;
  require(fuzz::is_whole(error, "01") && error.file == "f", "an error has code and file", text);
  require(0 < error.line && error.line <= lines, "an error has a line of the table", text);
}

void check_records(const CsvMapping& mapping, std::string_view text) {
  CsvRecords records(mapping, "f");
  std::size_t items = 0;
  const auto lines = lines_of(text);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto item = records.take(lines[k], k + 1);
    if (!item) continue;
    check(*item, lines.size(), text);
    ++items;
  }
  if (const auto item = records.finish()) {
    check(*item, lines.size(), text);
    ++items;
  }
  require(items <= lines.size(), "no more records than rows", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = fairshare::fuzz::find_choice_and_text(data, size);
  if (!given) return 0;
  const auto [choice, text] = *given;
  if (const auto rows = find_rows(text)) {
    require(find_rows(written(*rows)) == rows, "read(written(rows)) == rows", text);
  }
  CsvMapping mapping{.has_shares = choice % 4 != 3};
  if (choice % 2 == 0) mapping.group_by = "ts";
  if (choice % 8 >= 4) mapping.columns = {{"name", "queue"}, {"weight", "w"}};
  check_records(mapping, text);
  return 0;
}
