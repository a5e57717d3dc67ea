// Records: one JSON object per line. docs/records.md describes the format.
//
//     {"id":"a","total":100,"claimants":[{"name":"prod","weight":2,"min_share":10,"max_share":60},{}],"shares":[60,40]}
//
// Everything is exact: a JSON number has the value as written ("0.1" is 1/10), and a string may
// contain "p/q".
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

// The type in which the reporter holds its numbers. Numbers are converted to it first.
enum class Numbers { exact, to_double, to_float, to_int64, to_int32 };

// "exact", "double", "float32", "int64", "int32".
std::string_view name_of(Numbers numbers);
std::optional<Numbers> find_numbers(std::string_view name);

// The number as the type holds it: 0.1 in doubles is the double nearest to it. Nothing if it cannot
// hold the number: one beyond its largest; a fraction in an integer; a number other than 0 that
// would become 0 as a double.
std::optional<exact::Rational> find_held(exact::Rational number, Numbers numbers);

// Caps both bounds by the demand, if there is one.
void cap(Claimant<exact::Rational>& claimant, const std::optional<exact::Rational>& demand);

struct Record {
  std::string id;          // as JSON: "\"a\"", "17"; empty if there is none
  std::string title = {};  // for people: "a", "17"; without an id "records.ndjson:3"
  std::size_t line = 0;    // its line in the file
  Numbers numbers = Numbers::exact;
  std::optional<Numbers> answers = std::nullopt;  // of the shares, if that is another type
  Tolerance tolerance = {};
  exact::Rational total;
  // A flat record is a tree whose nodes all have no parent; `is_tree` says which of the two was
  // written.
  bool is_tree = false;
  Tree<exact::Rational> tree;
  std::vector<std::string> names;  // one per node; for a tree the path "prod/etl"
  std::vector<std::optional<exact::Rational>> demands = {};  // one per node; part of the bounds
  std::optional<std::vector<WrittenNumber>> shares = {};  // one per node, in the order of the text

  friend bool operator==(const Record&, const Record&) = default;
};

// An error keeps the id, so that it can be matched with its record.
struct RecordError {
  std::string id;
  InputError error;
};

// FS104: no shares are reported. Without file and line.
InputError no_shares_reported();

// Fields that are ignored and may hold anything: remarks for people, and what a recording or an
// answer says about a computation. Only certificates.h reads a certificate.
extern const std::vector<std::string_view> record_ignored;

// The record's id as JSON; empty if it has none or an invalid one.
std::string find_id(const json::Value& record);

// The record's title for people: its id without quotes and escapes; without an id, or with "",
// its place: "records.ndjson:3".
std::string title_of(const json::Value& record, const std::string& file, std::size_t line);

// The record on one line, checked: well-formed, known fields only, every number within its type and
// range, names unique, max_share not below min_share. The first error in the order of the text.
// `demand` caps both bounds: max_share is min(max_share, demand), min_share is min(min_share,
// demand). `scheduler` may be any: here the record is divided by the definition.
std::variant<Record, RecordError> read_record(std::string_view line, const std::string& file,
                                              std::size_t line_number);

// The same for a line that has already been read as JSON.
std::variant<Record, RecordError> read_record(const json::Reading& reading, const std::string& file,
                                              std::size_t line_number);

}  // namespace fairshare::formats
