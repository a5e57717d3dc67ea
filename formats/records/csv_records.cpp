// Rows of CSV become the text of records, which the readers of records then read. They decide which
// numbers are valid and which bounds contradict each other.
#include "formats/records/csv_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/text/lines.h"
#include "formats/text/number_text.h"

namespace fairshare::formats {
namespace {

// In the order of csv_fields.
enum Field : std::size_t { name, weight, min_share, max_share, demand, share, total };

// The mapping.

std::string known_fields() {
  return fmt::format("{}", fmt::join(csv_fields, ", "));
}

// What is wrong with one "weight=w".
std::optional<std::string> add_pair(std::string_view pair, CsvMapping& mapping) {
  const std::size_t equals = pair.find('=');
  const std::string field(pair.substr(0, equals));
  if (equals == std::string_view::npos || equals + 1 == pair.size()) {
    return fmt::format("--map {}: FIELD=COLUMN is expected; known fields: {}", pair,
                       known_fields());
  }
  if (std::ranges::find(csv_fields, field) == csv_fields.end()) {
    return fmt::format("--map {}: unknown field {}; known: {}", pair, json::quoted(field),
                       known_fields());
  }
  if (mapping.columns.emplace(field, pair.substr(equals + 1)).second) return std::nullopt;
  return fmt::format("--map {}: duplicate field {}", pair, field);
}

// Numbers.

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// True for most numbers that are JSON: "-12", "0.10"; false for some, too.
bool is_plain_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto point = static_cast<std::size_t>(std::ranges::find(text, '.') - text.begin());
  const std::string_view whole = text.substr(0, point);
  const std::string_view parts = text.substr(std::min(point + 1, text.size()));
  return !whole.empty() && text.size() <= 1000 && std::ranges::all_of(whole, is_digit) &&
         (whole.size() == 1 || whole[0] != '0') && std::ranges::all_of(parts, is_digit) &&
         (point == text.size() || !parts.empty());
}

// The number as JSON, with the same last digit; or what is wrong.
std::variant<std::string, Complaint> number_text(std::string_view text) {
  if (is_plain_number(text)) return std::string(text);
  const auto parsed = exact::parse_number(text);
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) return unread(text, *error);
  return text.find('/') == std::string_view::npos ? std::string(text) : json::quoted(text);
}

// Columns.

std::string list_of(std::span<const std::string_view> names) {
  constexpr std::size_t bytes_max = 400;
  std::string list;
  for (const std::string_view column : names) {
    if (list.size() > bytes_max) break;
    list += (list.empty() ? "" : ", ") + json::quoted(abridged(column));
  }
  return abridged(list, bytes_max);
}

// The column of the field.
std::string column_of(const CsvMapping& mapping, std::string_view field) {
  const auto mapped = mapping.columns.find(field);
  return mapped != mapping.columns.end() ? mapped->second : std::string(field);
}

// Places.

struct Cell {
  std::size_t row;         // from 0
  std::string_view field;  // one of csv_fields; empty: the row as a whole
};

// "claimants[3].weight" -> 3 and "weight"; "claimants[3]" -> 3 and ""; "shares[3]" -> 3 and "share"
std::optional<Cell> find_cell(std::string_view path) {
  const bool is_share = path.starts_with("shares[");
  if (!is_share && !path.starts_with("claimants[")) return std::nullopt;
  const std::string_view index = path.substr(path.find('[') + 1);
  const std::size_t dot = path.find('.');
  Cell cell{.row = 0, .field = dot == std::string_view::npos ? "" : path.substr(dot + 1)};
  if (is_share) cell.field = csv_fields[share];
  std::from_chars(index.data(), index.data() + index.size(), cell.row);
  return cell;
}

}  // namespace

std::variant<CsvMapping, std::string> read_csv_mapping(const std::vector<std::string>& texts) {
  CsvMapping mapping;
  for (const std::string& text : texts) {
    CsvReader reader;
    const auto read = reader.take(text, 1);
    const auto* pairs = std::get_if<CsvRow>(&read);
    if (pairs == nullptr) return fmt::format("--map {}: FIELD=COLUMN,... is expected", text);
    for (const std::string_view pair : pairs->fields) {
      if (auto complaint = add_pair(pair, mapping)) return *std::move(complaint);
    }
  }
  return mapping;
}

InputError told_in_table(InputError error, const CsvMapping& mapping, const CsvLines& lines) {
  if (error.field == csv_fields[total]) {
    error.line = lines.total;
    error.field = "column " + column_of(mapping, csv_fields[total]);
    return error;
  }
  const auto cell = find_cell(error.field);
  if (!cell || cell->row >= lines.rows.size()) return error;
  error.line = lines.rows[cell->row];
  error.field = cell->field.empty() ? "" : "column " + column_of(mapping, cell->field);
  return error;
}

CsvRecords::CsvRecords(CsvMapping mapping, std::string file)
    : mapping_(std::move(mapping)), file_(std::move(file)) {}

std::variant<CsvRecords::Columns, InputError> CsvRecords::read_header(const CsvRow& row) const {
  const auto error = [&](std::string code, std::string message) {
    return InputError{
        .code = std::move(code), .message = std::move(message), .file = file_, .line = row.line};
  };
  const std::string all = list_of(row.fields);
  std::optional<InputError> first;
  // The place of the column. `origin` says why it is required, and is empty if it is not.
  const auto find = [&](std::string_view column,
                        const std::string& origin) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(row.fields, column);
    if (found == row.fields.end()) {
      if (!origin.empty() && !first) {
        const bool is_one = row.fields.size() == 1 && all.find_first_of(";\t") != std::string::npos;
        first = error("FS002", fmt::format("the header has no column {}{}; its columns: {}{}",
                                           json::quoted(abridged(column)), origin, all,
                                           is_one ? "; put commas between them" : ""));
      }
      return std::nullopt;
    }
    if (std::find(found + 1, row.fields.end(), column) != row.fields.end() && !first) {
      first = error("FS004", fmt::format("duplicate column {} in the header: rename or delete one",
                                         json::quoted(abridged(column))));
    }
    return static_cast<std::size_t>(found - row.fields.begin());
  };

  Columns columns{.count = row.fields.size(), .line = row.line};
  if (!mapping_.group_by.empty()) columns.key = find(mapping_.group_by, " (--group-by)");
  for (std::size_t k = 0; k < csv_fields.size(); ++k) {
    columns.names[k] = column_of(mapping_, csv_fields[k]);
    if (k == share && !mapping_.has_shares) continue;
    const bool is_mapped = mapping_.columns.contains(csv_fields[k]);
    const bool is_required = k == share || (k == total && mapping_.needs_total);
    columns.of[k] = find(columns.names[k],
                         is_mapped     ? fmt::format(" (--map {})", csv_fields[k])
                         : is_required ? fmt::format(": name it by --map {}=COLUMN", csv_fields[k])
                                       : "");
  }
  if (first) return *std::move(first);
  std::vector<std::string_view> ignored;
  std::ranges::copy_if(row.fields, std::back_inserter(ignored), [&](std::string_view column) {
    return column != mapping_.group_by && std::ranges::count(columns.names, column) == 0;
  });
  columns.ignored = list_of(ignored);
  return columns;
}

std::optional<std::string> CsvRecords::find_warning() const {
  if (!columns_ || columns_->ignored.empty()) return std::nullopt;
  std::vector<std::string_view> absent;
  for (const Field field : {weight, min_share, max_share, demand}) {
    if (!columns_->of[field]) absent.push_back(csv_fields[field]);
  }
  if (absent.empty()) return std::nullopt;
  return fmt::format(
      "{}:{}: ignored columns: {}; no column gives {}: to name one, add --map "
      "FIELD=COLUMN",
      file_, columns_->line, columns_->ignored, fmt::join(absent, ", "));
}

std::optional<CsvRecords::Item> CsvRecords::refuse(InputError error) {
  error.file = file_;
  is_over_ = true;
  return RecordError{"", std::move(error)};
}

// A row that cannot be read belongs to the group before it or, unless `is_of_this_group`, perhaps
// to the next one.
std::optional<CsvRecords::Item> CsvRecords::lose_row(InputError error, bool is_of_this_group) {
  if (!columns_) return refuse(std::move(error));
  error.file = file_;
  if (group_ && !is_of_this_group) {
    lost_ = {.code = error.code,
             .message = fmt::format("the row on line {} cannot be read, and may belong to this "
                                    "record",
                                    error.line),
             .file = file_};
  }
  if (group_) {
    fail_group(std::move(error));
  } else if (!lost_) {
    lost_ = std::move(error);
  }
  return std::nullopt;
}

void CsvRecords::fail_group(InputError error) {
  if (group_->error) return;
  group_->error = std::move(error);
  group_->claimants = {};
  group_->shares = {};
  group_->lines = {};
}

void CsvRecords::begin_group(std::string_view key, std::size_t line) {
  group_ = Group{.key = std::string(key), .line = line};
  const bool is_new = seen_.insert(std::hash<std::string_view>()(key)).second;
  if (lost_) {
    group_->error = *std::exchange(lost_, std::nullopt);
    if (group_->error->line == 0) group_->error->line = line;
  } else if (!is_new) {
    group_->error = {.code = "FS004",
                     .message = fmt::format("the rows of {} are not adjacent: sort the file by {}",
                                            json::quoted(abridged(key)),
                                            json::quoted(abridged(mapping_.group_by))),
                     .file = file_,
                     .line = line};
  } else if (seen_.size() > csv_records_max) {
    seen_.erase(std::hash<std::string_view>()(key));
    group_->error = {
        .code = "FS005",
        .message = fmt::format("more than {} records: split the file", csv_records_max),
        .file = file_,
        .line = line};
  }
}

std::optional<CsvRecords::Item> CsvRecords::end_group() {
  if (!group_) return std::nullopt;
  Group group = *std::exchange(group_, std::nullopt);
  const std::string id = columns_->key ? json::quoted(group.key) : "";
  if (group.error) return RecordError{id, *std::move(group.error)};
  if (group.total.empty() && mapping_.needs_total) {
    return RecordError{id,
                       {.code = "FS002",
                        .message = "the total is missing in every row",
                        .file = file_,
                        .line = group.line,
                        .field = "column " + columns_->names[total]}};
  }
  std::string text = "{";
  if (!id.empty()) text += "\"id\":" + id + ",";
  if (!group.total.empty()) text += fmt::format(R"("total":{},)", group.total);
  text += fmt::format(R"("claimants":[{}])", group.claimants);
  if (mapping_.has_shares) text += fmt::format(R"(,"shares":[{}])", group.shares);
  return CsvRecord{text + "}", group.line, std::move(group.lines)};
}

// "" if there is no such column.
std::string_view CsvRecords::text_of(const CsvRow& row, std::size_t field) const {
  const auto column = columns_->of[field];
  return column ? row.fields[*column] : std::string_view();
}

// The number in the field as JSON, or why it is not a number.
std::variant<std::string, InputError> CsvRecords::number_of(const CsvRow& row, std::size_t field,
                                                            const std::string& claimant) const {
  auto number = number_text(text_of(row, field));
  if (auto* text = std::get_if<std::string>(&number)) return std::move(*text);
  return error_in(row, field, claimant, std::get<Complaint>(std::move(number)));
}

InputError CsvRecords::error_in(const CsvRow& row, std::size_t field, const std::string& claimant,
                                Complaint complaint) const {
  return {.code = std::move(complaint.code),
          .message = std::move(complaint.message),
          .file = file_,
          .line = row.line,
          .claimant = claimant,
          .field = "column " + columns_->names[field]};
}

std::optional<InputError> CsvRecords::add_total(const CsvRow& row, const std::string& claimant) {
  if (text_of(row, total).empty()) return std::nullopt;
  auto number = number_of(row, total, claimant);
  if (auto* error = std::get_if<InputError>(&number)) return std::move(*error);
  auto& text = std::get<std::string>(number);
  if (group_->total.empty()) {
    group_->total = std::move(text);
    group_->lines.total = row.line;
  } else if (text != group_->total) {
    return error_in(row, total, claimant,
                    {"FS017", fmt::format("the total is {} here, and {} on line {}", abridged(text),
                                          abridged(group_->total), group_->lines.total)});
  }
  return std::nullopt;
}

std::optional<InputError> CsvRecords::add_row(const CsvRow& row) {
  Group& group = *group_;
  const std::string_view name_text = text_of(row, name);
  const std::string claimant =
      name_text.empty() ? fmt::format("{}", group.lines.rows.size()) : std::string(name_text);
  if (auto error = add_total(row, claimant)) return error;
  if (!group.lines.rows.empty()) {
    group.claimants += ',';
    group.shares += ',';
  }
  group.lines.rows.push_back(row.line);
  json::Writer writer(group.claimants);
  writer.begin_object();
  if (!name_text.empty()) writer.key("name").string(name_text);
  for (const Field field : {weight, min_share, max_share, demand}) {
    if (text_of(row, field).empty()) continue;
    const auto number = number_of(row, field, claimant);
    if (const auto* error = std::get_if<InputError>(&number)) return *error;
    writer.key(csv_fields[field]).number(std::get<std::string>(number));
  }
  writer.end_object();
  if (mapping_.has_shares) {
    if (text_of(row, share).empty()) {
      return error_in(row, share, claimant, {"FS104", "the share is missing"});
    }
    const auto number = number_of(row, share, claimant);
    if (const auto* error = std::get_if<InputError>(&number)) return *error;
    group.shares += std::get<std::string>(number);
  }
  if (group.claimants.size() + group.shares.size() <= line_bytes_max) return std::nullopt;
  return InputError{
      .code = "FS005",
      .message = fmt::format("the record of this row is longer than {} MiB", line_bytes_max >> 20),
      .file = file_,
      .line = row.line};
}

std::optional<CsvRecords::Item> CsvRecords::take_row(const CsvRow& row) {
  if (!columns_) {
    auto columns = read_header(row);
    if (auto* error = std::get_if<InputError>(&columns)) return refuse(std::move(*error));
    columns_ = std::get<Columns>(std::move(columns));
    return std::nullopt;
  }
  std::string_view key;
  if (columns_->key && *columns_->key < row.fields.size()) key = row.fields[*columns_->key];
  const bool is_of_this_group = group_ && group_->key == key;
  if (row.fields.size() != columns_->count) {
    return lose_row({.code = "FS001",
                     .message = fmt::format("{}, but the header has {}",
                                            counted(row.fields.size(), "field"), columns_->count),
                     .line = row.line},
                    is_of_this_group);
  }
  if (columns_->key && key.empty()) {
    return lose_row({.code = "FS002",
                     .message = "the row has no key, so it belongs to no record",
                     .line = row.line,
                     .field = "column " + mapping_.group_by},
                    false);
  }
  std::optional<Item> ended;
  if (!is_of_this_group) {
    ended = end_group();
    begin_group(key, row.line);
  }
  if (group_->error) return ended;
  if (auto error = add_row(row)) fail_group(*std::move(error));
  return ended;
}

std::optional<CsvRecords::Item> CsvRecords::take(std::string_view line, std::size_t number) {
  if (is_over_) return std::nullopt;
  auto read = reader_.take(line, number);
  if (const auto* row = std::get_if<CsvRow>(&read)) return take_row(*row);
  if (auto* error = std::get_if<InputError>(&read)) return lose_row(std::move(*error), false);
  return std::nullopt;
}

std::optional<CsvRecords::Item> CsvRecords::lose(InputError error) {
  if (is_over_) return std::nullopt;
  reader_.finish();  // the next line begins a row
  return lose_row(std::move(error), false);
}

std::optional<CsvRecords::Item> CsvRecords::finish() {
  if (is_over_) return std::nullopt;
  auto unfinished = reader_.finish();
  if (auto* error = std::get_if<InputError>(&unfinished)) {
    if (auto refused = lose_row(std::move(*error), false)) return refused;
  }
  is_over_ = true;
  if (auto ended = end_group()) return ended;
  if (lost_) return RecordError{"", *std::move(lost_)};
  return std::nullopt;
}

}  // namespace fairshare::formats
