// Reads the members of one JSON object by name and type, and reports errors with their place.
//
// Readers of trees and snapshots take the fields that they know; any other is unknown. Only the
// first error is kept: readers continue with a default, and check for errors at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// Where a value is: a linked list on the stack, which becomes text only for an error.
struct Place {
  const Place* above = nullptr;
  std::string_view key = {};
  std::optional<std::size_t> index = std::nullopt;
};

// "tree.children[2].weight"
std::string path(const Place& place);

// The line of the value at `field`, written as by `path`; if it is missing, that of its nearest
// ancestor that is there.
std::size_t line_of(const json::Value& document, std::string_view field);

struct Complaint {  // an error without its place
  std::string code;
  std::string message;
};

InputError error_at(const Place& place, const std::string& claimant, Complaint complaint);

// The limit on the length of all paths of a tree together; more is FS005. Each path repeats the
// names above it, so a short record may have very long paths.
inline constexpr std::size_t path_bytes_max = std::size_t{1} << 28;
Complaint paths_too_long();

// FS002: "a number is expected here, not a list".
Complaint wrong_kind(std::string_view expected, const json::Value& value);

// FS006, FS007 or FS011: why `text` is not read as a number.
Complaint unread(std::string_view text, exact::TextError error);

// FS008: "1.5 is not a whole number from 0 to 10".
Complaint not_whole(const exact::Rational& number, std::int64_t low, std::int64_t high);

// FS003: "a claimant has no field "min"; its fields: name, weight". Without `known`, its first
// half.
Complaint unknown_field(std::string_view what, std::string_view key,
                        const std::vector<std::string_view>& known);

struct WrittenNumber {
  std::string text;            // as written, without quotes
  exact::Rational value;       // what it says
  exact::Rational last_digit;  // the unit of its last written digit; 0 for "p/q" and for "12"

  friend bool operator==(const WrittenNumber&, const WrittenNumber&) = default;
};

// As if the number had no last digit: for a quantity with a suffix, or a computed number.
inline WrittenNumber without_digits(const exact::Rational& number) {
  return {exact::readable(number, exact::Digits::all), number, 0};
}

// A JSON number, or a string that contains one or "p/q"; FS002 for anything else.
std::variant<WrittenNumber, Complaint> read_number(const json::Value& value);

using Amounts = std::map<std::string, exact::Rational, std::less<>>;  // by resource

class Fields {
 public:
  // FS002 if `value` is not an object. `claimant` is the name for messages; it may be empty. All
  // three must outlive this.
  Fields(const json::Value& value, const Place& place, std::string claimant,
         std::optional<InputError>& error);

  // The member, which counts as known from now on; null if it is absent. `key` must outlive this.
  const json::Value* take(std::string_view key);
  bool has(std::string_view key) const;

  // Each takes a member. Returns nothing, or the fallback, if it is absent, and also, with an
  // error, if it is wrong.
  std::optional<std::string> find_text(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  // A number, or a string "p/q": FS002, FS006, FS007, FS011 as in records. With null for absent.
  std::optional<exact::Rational> find_number(std::string_view key);
  // The nearest double. FS008 if it exceeds the largest.
  std::optional<double> find_double(std::string_view key);
  double real(std::string_view key, double fallback);
  // As Java reads a float: rounded to the nearest double, then to the nearest float, which may be
  // infinite.
  float real32(std::string_view key, float fallback);
  // FS008 if it is not whole, or not within [low, high].
  std::optional<std::int64_t> find_whole(std::string_view key, std::int64_t low, std::int64_t high);
  std::int64_t whole(std::string_view key, std::int64_t low, std::int64_t high,
                     std::int64_t fallback);
  // The index of the text in `choices`; FS002 names them all.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& choices,
                     std::size_t fallback);
  // An object of numbers by resource. Nothing if null or absent.
  std::optional<Amounts> find_amounts(std::string_view key);
  // A list; empty if absent.
  const json::Array& list(std::string_view key);

  // FS003 for the first member that was not taken, apart from those in `ignored`. If all other
  // keys have been asked for, since none is ignored, it lists them.
  void finish(std::string_view what, const std::vector<std::string_view>& ignored = {});

  // Reports a reader's own error about a member ("" for the object as a whole).
  void complain(std::string_view key, std::string code, std::string message);
  void complain(std::string_view key, Complaint complaint);

  const std::string& claimant() const { return claimant_; }
  const Place& place() const { return place_; }
  bool failed() const { return error_.has_value(); }

 private:
  const json::Object* members_ = nullptr;
  const Place& place_;
  std::string claimant_;
  std::optional<InputError>& error_;
  std::vector<bool> taken_;
  std::vector<std::string_view> asked_ = {};
};

}  // namespace fairshare::formats
