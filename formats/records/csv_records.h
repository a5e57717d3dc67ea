// Records from a table: a row of CSV is a claimant, and consecutive rows with the same key are one
// record of NDJSON. docs/csv.md describes the table.
//
//     ts,queue,w,share,total      grouped by ts, with name=queue and weight=w:
//     10:00,prod,3,75,100           {"id":"10:00","total":100,"claimants":[
//     10:00,dev,,25,100             {"name":"prod","weight":3},{"name":"dev"}],"shares":[75,25]}
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "formats/text/csv.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// What a column may hold: a field of a claimant, its share, or the total of its record.
inline constexpr std::array<std::string_view, 7> csv_fields = {
    "name", "weight", "min_share", "max_share", "demand", "share", "total"};

// Which column holds what.
struct CsvMapping {
  std::string group_by = {};  // the column with the key; empty: all rows are one record
  // The column of a field, if its name is not the field's.
  std::map<std::string, std::string, std::less<>> columns = {};
  bool has_shares = true;   // false: the records have no shares, and no column is needed for them
  bool needs_total = true;  // false: a record may lack its total, as for `verify --ordering`
};

// Reads texts such as "name=queue,weight=w", each a row of CSV ("\"max_share=at, most\""); or
// returns what is wrong with one: an unknown field, a duplicate field, no column.
std::variant<CsvMapping, std::string> read_csv_mapping(const std::vector<std::string>& texts);

// The most records that one table may have, 2^24: 40 bytes are kept for each, to detect a key that
// appears again.
inline constexpr std::size_t csv_records_max = std::size_t{1} << 24;

// Where a table has a record.
struct CsvLines {
  std::vector<std::size_t> rows = {};  // on which each of its rows begins, one a claimant
  std::size_t total = 0;               // of the first row with the total
};

struct CsvRecord {
  std::string text;  // a line of NDJSON
  std::size_t line;  // on which its first row begins
  CsvLines lines;
};

// An error in the text of a record, told where the table has what is wrong:
//
//     line 2, claimants[3].weight -> line 5, column w
//     line 2, shares[3]           -> line 5, column share
//     line 2, claimants[3]        -> line 5
//     line 2, total               -> the line of the total, column total
//
// Any other is about the record as a whole, and stays at its first row.
InputError told_in_table(InputError error, const CsvMapping& mapping, const CsvLines& lines);

// Takes lines and returns records, each as soon as the first row of the next one arrives: in memory
// for one record (at most 64 MiB as text) and for the keys. The first row is the header, which must
// have a column for the total and one for the shares; columns that are not used are ignored.
// An empty field is an absent one. Numbers keep their text: 33.30 is a JSON number, 1/3 a string.
//
// Each record is returned once, or its first error instead:
//   FS001  a row that is not CSV, or has more or fewer fields than the header: of that record, and
//          of the next one too if the row may belong to it
//   FS002  a missing column; a row without a key; a record without a total
//   FS004  a used column occurs twice; a key appears again after another one, when the record of
//          its first rows has already been returned. Keys are compared by 64-bit hashes: among 2^24
//          keys, two are confused with a probability below 10^-5
//   FS005  a row or a record longer than 64 MiB; more than csv_records_max records
//   FS006, FS007, FS011  what is not a number
//   FS017  two totals in one record
//   FS104  a row without a share
// The line is that of the row; field is "column w". After an error in the header nothing more is
// returned.
class CsvRecords {
 public:
  CsvRecords(CsvMapping mapping, std::string file);

  using Item = std::variant<CsvRecord, RecordError>;

  // The next line, without its line ending.
  std::optional<Item> take(std::string_view line, std::size_t number);
  // A line that cannot be read, and why.
  std::optional<Item> lose(InputError error);
  // After the last line.
  std::optional<Item> finish();

  // True after an error in the header.
  bool is_over() const { return is_over_; }

  // A sentence about the columns that are ignored, if one of them might be the weight, a bound or
  // the demand, which have no column of their own. Nothing before the header.
  std::optional<std::string> find_warning() const;

 private:
  struct Columns {
    std::size_t count = 0;  // of the header
    std::optional<std::size_t> key = {};
    std::array<std::optional<std::size_t>, csv_fields.size()> of =
        {};  // in the order of csv_fields
    std::array<std::string, csv_fields.size()> names = {};
    std::string ignored = {};  // their names, the first of many; empty if every column is used
    std::size_t line = 0;      // of the header
  };
  struct Group {
    std::string key = {};
    std::size_t line = 0;
    CsvLines lines = {};
    std::string total = {};
    std::string claimants = {};
    std::string shares = {};
    std::optional<InputError> error = std::nullopt;
  };

  std::variant<Columns, InputError> read_header(const CsvRow& row) const;
  std::optional<Item> refuse(InputError error);
  std::optional<Item> take_row(const CsvRow& row);
  std::optional<Item> lose_row(InputError error, bool is_of_this_group);
  void fail_group(InputError error);
  std::optional<Item> end_group();
  void begin_group(std::string_view key, std::size_t line);
  std::string_view text_of(const CsvRow& row, std::size_t field) const;
  std::variant<std::string, InputError> number_of(const CsvRow& row, std::size_t field,
                                                  const std::string& claimant) const;
  InputError error_in(const CsvRow& row, std::size_t field, const std::string& claimant,
                      Complaint complaint) const;
  std::optional<InputError> add_total(const CsvRow& row, const std::string& claimant);
  std::optional<InputError> add_row(const CsvRow& row);

  CsvMapping mapping_;
  std::string file_;
  CsvReader reader_ = {};
  std::optional<Columns> columns_ = std::nullopt;
  std::optional<Group> group_ = std::nullopt;
  std::optional<InputError> lost_ = std::nullopt;  // a row that may belong to the next group
  std::unordered_set<std::uint64_t> seen_ = {};    // hashes of keys
  bool is_over_ = false;
};

}  // namespace fairshare::formats
