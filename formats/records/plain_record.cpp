// A cursor over one line. Each function consumes what its name says and returns true. If it returns
// false, the line is not plain.
#include "formats/records/plain_record.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <type_traits>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

constexpr std::uint64_t digits_end = 1'000'000'000'000'000'000;  // 10^18
constexpr std::ptrdiff_t places_max = 1000;
constexpr std::uint64_t power_max = 1000;

struct Cursor {
  const char* at;
  const char* end;
  bool has_others = false;  // there are bytes that are not ASCII
};

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

bool next_is(const Cursor& cursor, char c) {
  return cursor.at != cursor.end && *cursor.at == c;
}

void skip_space(Cursor& cursor) {
  while (cursor.at != cursor.end &&
         (*cursor.at == ' ' || *cursor.at == '\t' || *cursor.at == '\r')) {
    ++cursor.at;
  }
}

// The character itself, and the space around it.
bool take(Cursor& cursor, char c) {
  skip_space(cursor);
  if (!next_is(cursor, c)) return false;
  ++cursor.at;
  skip_space(cursor);
  return true;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

bool take_string(Cursor& cursor, std::string_view& text) {
  if (!next_is(cursor, '"')) return false;
  const char* const begin = ++cursor.at;
  for (; cursor.at != cursor.end; ++cursor.at) {
    const auto byte = static_cast<unsigned char>(*cursor.at);
    if (byte == '"') {
      text = between(begin, cursor.at++);
      return true;
    }
    if (byte < 0x20 || byte == '\\') return false;
    cursor.has_others |= byte >= 0x7F;
  }
  return false;
}

// A run of digits, appended to `digits`. False if there are none, or too many.
bool take_digits(Cursor& cursor, std::uint64_t& digits) {
  const char* const begin = cursor.at;
  while (cursor.at != cursor.end && is_digit(*cursor.at)) {
    digits = 10 * digits + static_cast<std::uint64_t>(*cursor.at++ - '0');
    if (digits >= digits_end) return false;
  }
  return cursor.at != begin;
}

// Digits without a leading zero, unless the zero is the only digit.
bool take_integer(Cursor& cursor, std::uint64_t& digits) {
  const char* const begin = cursor.at;
  return take_digits(cursor, digits) && (*begin != '0' || cursor.at - begin == 1);
}

bool take_exponent(Cursor& cursor, PlainNumber& number) {
  ++cursor.at;
  const bool is_negative = next_is(cursor, '-');
  if (is_negative || next_is(cursor, '+')) ++cursor.at;
  std::uint64_t power = 0;
  if (!take_digits(cursor, power) || power > power_max) return false;
  number.exponent += static_cast<int>(power) * (is_negative ? -1 : 1);
  return true;
}

// A number as JSON writes it.
bool take_bare_number(Cursor& cursor, PlainNumber& number) {
  const char* const begin = cursor.at;
  number = {{}, 0, 0, 1, true};
  if (!take_integer(cursor, number.digits)) return false;
  if (next_is(cursor, '.')) {
    const char* const places = ++cursor.at;
    if (!take_digits(cursor, number.digits)) return false;
    if (cursor.at - places > places_max) return false;
    number.exponent = -static_cast<int>(cursor.at - places);
  }
  const bool has_exponent = next_is(cursor, 'e') || next_is(cursor, 'E');
  if (has_exponent && !take_exponent(cursor, number)) return false;
  number.text = between(begin, cursor.at);
  return true;
}

// The same in quotes, or "p/q". An integer in quotes is exact.
bool take_number(Cursor& cursor, PlainNumber& number) {
  if (!next_is(cursor, '"')) return take_bare_number(cursor, number);
  ++cursor.at;
  if (!take_bare_number(cursor, number)) return false;
  const bool is_integer = std::all_of(number.text.begin(), number.text.end(), is_digit);
  number.is_rounded = !is_integer;
  if (is_integer && next_is(cursor, '/')) {
    ++cursor.at;
    number.denominator = 0;
    if (!take_integer(cursor, number.denominator) || number.denominator == 0) return false;
    number.text = between(number.text.data(), cursor.at);
  }
  if (!next_is(cursor, '"')) return false;
  ++cursor.at;
  return true;
}

bool take_word(Cursor& cursor, std::string_view word) {
  if (!between(cursor.at, cursor.end).starts_with(word)) return false;
  cursor.at += word.size();
  return true;
}

bool take_number_or_null(Cursor& cursor, std::optional<PlainNumber>& number) {
  if (take_word(cursor, "null")) return true;
  return take_number(cursor, number.emplace());
}

// The members of an object. Calls `take_member` with each key; the cursor is then before the value.
template <class TakeMember>
bool take_object(Cursor& cursor, TakeMember take_member) {
  if (!take(cursor, '{')) return false;
  if (take(cursor, '}')) return true;
  do {
    std::string_view key;
    if (!take_string(cursor, key) || !take(cursor, ':') || !take_member(key)) return false;
  } while (take(cursor, ','));
  return take(cursor, '}');
}

template <class TakeElement>
bool take_array(Cursor& cursor, TakeElement take_element) {
  if (!take(cursor, '[')) return false;
  if (take(cursor, ']')) return true;
  do {
    if (!take_element()) return false;
  } while (take(cursor, ','));
  return take(cursor, ']');
}

// True the first time that bit is set.
bool set_once(std::uint64_t& seen, std::size_t bit) {
  const bool is_new = (seen >> bit & 1U) == 0;
  seen |= std::uint64_t{1} << bit;
  return is_new;
}

bool take_claimant(Cursor& cursor, PlainRecord& record) {
  PlainClaimant& claimant = record.claimants.emplace_back();
  std::uint64_t seen = 0;
  return take_object(cursor, [&](std::string_view key) {
    if (key == "name") {
      // If some claimants have names and others are named by indices, it is harder to tell whether
      // two are the same.
      return record.names.size() + 1 == record.claimants.size() &&
             take_string(cursor, record.names.emplace_back());
    }
    if (key == "weight") {
      return set_once(seen, 0) && take_number(cursor, claimant.weight.emplace());
    }
    if (key == "min_share") {
      return set_once(seen, 1) && take_number(cursor, claimant.min_share.emplace());
    }
    if (key == "max_share") {
      return set_once(seen, 2) && take_number_or_null(cursor, claimant.max_share);
    }
    if (key == "demand") {
      return set_once(seen, 3) && take_number_or_null(cursor, claimant.demand);
    }
    return false;
  });
}

bool take_claimants(Cursor& cursor, PlainRecord& record) {
  return take_array(cursor, [&] { return take_claimant(cursor, record); }) &&
         (record.names.empty() || record.names.size() == record.claimants.size()) &&
         !json::find_repeated(record.names);
}

bool take_shares(Cursor& cursor, PlainRecord& record) {
  record.has_shares = true;
  return take_array(cursor, [&] { return take_number(cursor, record.shares.emplace_back()); });
}

// A string, or a whole number.
bool take_id(Cursor& cursor, PlainRecord& record) {
  const char* const begin = cursor.at;
  std::string_view text;
  if (next_is(cursor, '"')) {
    if (!take_string(cursor, text) || cursor.has_others) return false;
  } else {
    std::uint64_t digits = 0;
    if (!take_integer(cursor, digits) || next_is(cursor, '.') || next_is(cursor, 'e') ||
        next_is(cursor, 'E')) {
      return false;
    }
  }
  record.id = between(begin, cursor.at);
  return true;
}

// One of `choices`, by its name.
template <class Choice>
bool take_choice(Cursor& cursor, std::optional<Choice> (*find)(std::string_view),
                 std::optional<Choice>& choice) {
  std::string_view text;
  if (!take_string(cursor, text)) return false;
  choice = find(text);
  return choice.has_value();
}

bool take_numbers(Cursor& cursor, PlainRecord& record) {
  std::optional<Numbers> numbers;
  if (!take_choice(cursor, find_numbers, numbers)) return false;
  record.numbers = *numbers;
  return true;
}

bool take_rounding(Cursor& cursor, PlainRecord& record) {
  return take_choice(cursor, find_rounding, record.rounding);
}

bool take_within(Cursor& cursor, PlainRecord& record) {
  return take_number(cursor, record.within.emplace());
}

bool take_relative(Cursor& cursor, PlainRecord& record) {
  return take_number(cursor, record.relative.emplace());
}

bool take_scheduler(Cursor& cursor, PlainRecord&) {
  std::string_view text;
  return take_string(cursor, text) && text == "fair";
}

bool take_total(Cursor& cursor, PlainRecord& record) {
  return take_number(cursor, record.total);
}

// A value that is allowed and ignored, if it is simple.
bool take_ignored(Cursor& cursor) {
  std::string_view text;
  PlainNumber number;
  return take_string(cursor, text) || take_word(cursor, "null") || take_word(cursor, "true") ||
         take_word(cursor, "false") || take_bare_number(cursor, number);
}

struct Field {
  std::string_view key;
  bool (*take)(Cursor&, PlainRecord&);
};

constexpr std::array<Field, 9> fields = {{{"id", take_id},
                                          {"total", take_total},
                                          {"claimants", take_claimants},
                                          {"shares", take_shares},
                                          {"numbers", take_numbers},
                                          {"rounding", take_rounding},
                                          {"within", take_within},
                                          {"relative", take_relative},
                                          {"scheduler", take_scheduler}}};
constexpr std::size_t total_bit = 1;
constexpr std::size_t claimants_bit = 2;

bool take_field(Cursor& cursor, std::string_view key, PlainRecord& record, std::uint64_t& seen) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].key == key) return set_once(seen, i) && fields[i].take(cursor, record);
  }
  const auto found = std::ranges::find(record_ignored, key);
  if (found == record_ignored.end()) return false;
  const auto index = static_cast<std::size_t>(found - record_ignored.begin());
  return set_once(seen, fields.size() + index) && take_ignored(cursor);
}

}  // namespace

bool read_plain_record(std::string_view line, PlainRecord& record) {
  assert(fields.size() + record_ignored.size() <= 64);
  record.id = {};
  record.numbers = Numbers::exact;
  record.rounding.reset();
  record.within.reset();
  record.relative.reset();
  record.claimants.clear();
  record.names.clear();
  record.has_shares = false;
  record.shares.clear();
  Cursor cursor{line.data(), line.data() + line.size()};
  std::uint64_t seen = 0;
  const bool is_read = take_object(
      cursor, [&](std::string_view key) { return take_field(cursor, key, record, seen); });
  if (!is_read || cursor.at != cursor.end) return false;
  if ((seen >> total_bit & 1U) == 0 || (seen >> claimants_bit & 1U) == 0) return false;
  if (record.has_shares && record.shares.size() != record.claimants.size()) return false;
  return !cursor.has_others || json::is_utf8(line);
}

template <class Float>
std::optional<Float> find_nearest(const PlainNumber& number) {
  // These, and integers below 2^53, are exact doubles, so one division or product of them rounds
  // only once.
  constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const auto power = static_cast<std::size_t>(std::abs(number.exponent));
  if constexpr (std::is_same_v<Float, double>) {
    if (number.digits >> 53U == 0 && power < powers.size()) {
      const auto digits = static_cast<double>(number.digits);
      return number.exponent < 0 ? digits / powers[power] : digits * powers[power];
    }
  }
  Float value = 0;
  const char* const end = number.text.data() + number.text.size();
  const auto [rest, error] = std::from_chars(number.text.data(), end, value);
  const bool is_read = error == std::errc() && rest == end;
  return is_read && (std::isnormal(value) || number.digits == 0) ? std::optional(value)
                                                                 : std::nullopt;
}

template std::optional<double> find_nearest(const PlainNumber& number);
template std::optional<float> find_nearest(const PlainNumber& number);

}  // namespace fairshare::formats
