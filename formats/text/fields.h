// The members of one JSON object, taken by name and by type, with every complaint in its place.
//
// Readers of trees and snapshots ask for what they know; any other field is unknown.
// Only the first complaint is kept: readers go on with a default, and look at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {

// Where a value stands; a list on the stack, of which a text is made only for an error.
struct Place {
  const Place* above = nullptr;
  std::string_view key = {};
  std::optional<std::size_t> index = std::nullopt;
};

// "tree.children[2].weight"
std::string path(const Place& place);

// The line of the value at `field`, which is written as by `path`; of the last value above it that
// is there, where it is not.
std::size_t line_of(const json::Value& document, std::string_view field);

struct Complaint {  // an error that does not know its place yet
  std::string code;
  std::string message;
};

InputError error_at(const Place& place, const std::string& claimant, Complaint complaint);

// The longest that all paths of a tree may be together; more is FS005. Each of them repeats the
// names above it, so that a short record may mean very long ones.
inline constexpr std::size_t path_bytes_max = std::size_t{1} << 28;
Complaint paths_too_long();

// FS002: "a number is expected here, not a list".
Complaint wrong_kind(std::string_view expected, const json::Value& value);

// FS006, FS007 or FS011: why `text` is not read as a number.
Complaint unread(std::string_view text, exact::TextError error);

struct WrittenNumber {
  std::string text;            // as written, without quotes
  exact::Rational value;       // what it says
  exact::Rational last_digit;  // the unit of its last written digit; 0 for "p/q" and for "12"

  friend bool operator==(const WrittenNumber&, const WrittenNumber&) = default;
};

// As if the number was written in full: a quantity with a suffix, or a number that was computed.
inline WrittenNumber without_digits(const exact::Rational& number) {
  return {exact::to_text(number), number, 0};
}

// A JSON number, or a string that says one or "p/q"; FS002 for anything else.
std::variant<WrittenNumber, Complaint> read_number(const json::Value& value);

using Amounts = std::map<std::string, exact::Rational, std::less<>>;  // by resource

class Fields {
 public:
  // FS002 where `value` is no object. `claimant` is whose fields these are; it may be empty. All
  // three must live as long as this.
  Fields(const json::Value& value, const Place& place, std::string claimant,
         std::optional<InputError>& error);

  // The member as it stands, from now on known; null where there is none.
  const json::Value* take(std::string_view key);
  bool has(std::string_view key) const;

  // Each takes a member. Absent: nothing, or the fallback. Wrong: an error, and the same.
  std::optional<std::string> find_text(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  // A number, or a string "p/q": FS002, FS006, FS007, FS011 as in records. With null for absent.
  std::optional<exact::Rational> find_number(std::string_view key);
  // The nearest double. FS008 beyond the largest.
  std::optional<double> find_double(std::string_view key);
  double real(std::string_view key, double fallback);
  // As Java reads a float: to the nearest double, and from there to the nearest float, which may be
  // infinite.
  float real32(std::string_view key, float fallback);
  // FS008 where it is not whole, or not within [low, high].
  std::optional<std::int64_t> find_whole(std::string_view key, std::int64_t low, std::int64_t high);
  std::int64_t whole(std::string_view key, std::int64_t low, std::int64_t high,
                     std::int64_t fallback);
  // The index of the text in `choices`; FS002 names them all.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& choices,
                     std::size_t fallback);
  // An object of resource to number. Null or absent: nothing.
  std::optional<Amounts> find_amounts(std::string_view key);
  // A list, empty where absent.
  const json::Array& list(std::string_view key);

  // FS003 for the first member that was not taken, apart from those in `ignored`.
  void finish(std::string_view what, const std::vector<std::string_view>& ignored = {});

  // An error of the reader's own about a member ("" for the object as a whole).
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
};

}  // namespace fairshare::formats
