// Records: one JSON object a line. docs/records.md describes the format.
//
//     {"id":"a","total":100,"claimants":[{"name":"prod","weight":2,"min_share":10,"max_share":60},{}],"shares":[60,40]}
//
// Everything is exact: a JSON number means what is written ("0.1" is 1/10), a string may say "p/q".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/tree.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// The type in which the reporter holds its numbers. What is written is first converted to it.
enum class Numbers { exact, to_double, to_float, to_int64, to_int32 };

// "exact", "double", "float32", "int64", "int32".
std::string_view name_of(Numbers numbers);
std::optional<Numbers> find_numbers(std::string_view name);

// The number as the type holds it: 0.1 in doubles is the double nearest to it. Nothing where it
// holds none: beyond its largest number; a fraction in an integer; a double that would be 0 of what
// is not.
std::optional<exact::Rational> find_held(exact::Rational number, Numbers numbers);

// Caps both bounds by what is demanded, if that is known.
void cap(Claimant<exact::Rational>& claimant, const std::optional<exact::Rational>& demand);

struct Record {
  std::string id;          // as JSON: "\"a\"", "17"; empty where there is none
  std::string title = {};  // for people: "a", "17"; without an id "records.ndjson:3"
  std::size_t line = 0;    // where it stood
  Numbers numbers = Numbers::exact;
  std::optional<Numbers> answers = std::nullopt;  // of the shares, where that is another type
  Tolerance tolerance = {};
  exact::Rational total;
  // A flat record is a tree whose nodes all have no parent; `is_tree` says which of the two was
  // written.
  bool is_tree = false;
  Tree<exact::Rational> tree;
  std::vector<std::string> names;  // one a node; for a tree the path "prod/etl"
  std::vector<std::optional<exact::Rational>> demands = {};  // one a node; the bounds heed them
  std::optional<std::vector<WrittenNumber>> shares = {};     // one a node, in the order of the text

  friend bool operator==(const Record&, const Record&) = default;
};

// An error keeps the id, so that its answer can be found.
struct RecordError {
  std::string id;
  InputError error;
};

// FS104: there is nothing to judge. Without file and line.
InputError no_shares_reported();

// Fields of a record for people, and what a recording or an answer tells of what was computed: they
// may hold anything. A certificate is read by certificates.h alone.
extern const std::vector<std::string_view> record_ignored;

// The record's id as JSON, empty where it has none or a wrong one.
std::string find_id(const json::Value& record);

// What people call the record: its id without quotes and escapes; without an id its place,
// "records.ndjson:3".
std::string title_of(const json::Value& record, const std::string& file, std::size_t line);

// The record on one line, checked: well-formed, known fields only, every number within its type and
// range, names unique, max_share not below min_share. The first error in the order of the text.
// `demand` caps both bounds: max_share is min(max_share, demand), min_share is min(min_share,
// demand). `scheduler` may name any: here the record is divided by the definition.
std::variant<Record, RecordError> read_record(std::string_view line, const std::string& file,
                                              std::size_t line_number);

// The same, where the line has been read as JSON already.
std::variant<Record, RecordError> read_record(const json::Reading& reading, const std::string& file,
                                              std::size_t line_number);

}  // namespace fairshare::formats
