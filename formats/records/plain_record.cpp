// A cursor over one line. Each function consumes what its name says and returns true. If it has
// consumed something and returns false, the line is not plain.
#include "formats/records/plain_record.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <type_traits>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

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
  // Nearly always there is no space, and one comparison tells.
  for (; cursor.at != cursor.end && *cursor.at <= ' '; ++cursor.at) {
    if (*cursor.at != ' ' && *cursor.at != '\t' && *cursor.at != '\r') return;
  }
}

// The character itself, and the space around it. In place, since a record has a hundred of them.
[[gnu::always_inline]] inline bool take(Cursor& cursor, char c) {
  skip_space(cursor);
  if (!next_is(cursor, c)) return false;
  ++cursor.at;
  skip_space(cursor);
  return true;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

constexpr std::uint64_t each_byte = 0x0101010101010101;
constexpr std::uint64_t each_top_bit = 0x80 * each_byte;

// The next eight characters, the first in the lowest byte.
std::uint64_t next_eight(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, 8);
  return std::endian::native == std::endian::little ? bytes : __builtin_bswap64(bytes);
}

// The top bits of the first byte below `end`, which is at most 0x80, and perhaps of later ones.
std::uint64_t first_below(std::uint64_t bytes, std::uint64_t end) {
  return (bytes - end * each_byte) & ~bytes & each_top_bit;
}

// Passes over characters of a string, eight at a time, up to the first that may end it.
void skip_eights(Cursor& cursor) {
  while (cursor.end - cursor.at >= 8) {
    const std::uint64_t bytes = next_eight(cursor.at);
    const std::uint64_t ends = first_below(bytes, 0x20) | first_below(bytes ^ '"' * each_byte, 1) |
                               first_below(bytes ^ '\\' * each_byte, 1);
    const int count = std::countr_zero(ends) / 8;
    const std::uint64_t passed = count == 8 ? bytes : bytes & ((std::uint64_t{1} << 8 * count) - 1);
    cursor.has_others |= ((passed | (passed + each_byte)) & each_top_bit) != 0;
    cursor.at += count;
    if (count != 8) return;
  }
}

bool take_string(Cursor& cursor, std::string_view& text) {
  if (!next_is(cursor, '"')) return false;
  const char* const begin = ++cursor.at;
  skip_eights(cursor);
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

constexpr std::array<std::uint64_t, 19> powers_of_ten = [] {
  std::array<std::uint64_t, 19> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 10 * powers[k - 1];
  return powers;
}();

// The top bit of each byte that is not a digit, in eight bytes xor '0'.
std::uint64_t others_than_digits(std::uint64_t eight) {
  return ((eight + (0x80 - 10) * each_byte) | eight) & each_top_bit;
}

// The value of the first `count` of eight digits, of which each byte is one.
std::uint64_t value_of(std::uint64_t eight, std::size_t count) {
  eight <<= 64 - 8 * count;  // the others are zeros in front
  eight = (10 * eight + (eight >> 8U)) & 0x00FF00FF00FF00FF;
  eight = (100 * eight + (eight >> 16U)) & 0x0000FFFF0000FFFF;
  return (10000 * eight + (eight >> 32U)) & 0x00000000FFFFFFFF;
}

// A run of digits, appended to `digits`. False if there are none, or too many.
bool take_digits(Cursor& cursor, std::uint64_t& digits) {
  const char* const begin = cursor.at;
  const char* at = begin;
  std::uint64_t value = digits;
  for (std::size_t count = 8; count == 8 && cursor.end - at >= 8; at += count) {
    const std::uint64_t eight = next_eight(at) ^ '0' * each_byte;
    const std::uint64_t others = others_than_digits(eight);
    count = static_cast<std::size_t>(std::countr_zero(others)) / 8;
    if (count == 0) break;
    if (value >= powers_of_ten[18 - count]) return false;
    value = powers_of_ten[count] * value + value_of(eight, count);
  }
  for (; at != cursor.end && is_digit(*at); ++at) {
    value = 10 * value + static_cast<std::uint64_t>(*at - '0');
    if (value >= powers_of_ten[18]) return false;
  }
  digits = value;
  cursor.at = at;
  return at != begin;
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

// Digits, perhaps with a point between them, that end within the next eight characters: "12",
// "133.33". False, with nothing consumed, for any other number.
bool take_short_number(Cursor& cursor, PlainNumber& number) {
  if (cursor.end - cursor.at < 8) return false;
  const char* const begin = cursor.at;
  std::uint64_t eight = next_eight(begin) ^ '0' * each_byte;
  std::uint64_t others = others_than_digits(eight);
  const int whole = std::countr_zero(others) / 8;
  if (whole == 0 || whole == 8 || (*begin == '0' && whole > 1)) return false;
  int places = 0;
  if (begin[whole] == '.') {
    others &= others - 1;  // without the point
    places = std::countr_zero(others) / 8 - whole - 1;
    if (places == 0 || others == 0) return false;
    const std::uint64_t before = (std::uint64_t{1} << 8 * whole) - 1;
    eight = (eight & before) | (eight >> 8 & ~before);
  }
  const char* const end = begin + whole + (places == 0 ? 0 : 1 + places);
  if (*end == 'e' || *end == 'E') return false;
  cursor.at = end;
  number = {between(begin, end), value_of(eight, static_cast<std::size_t>(whole + places)), -places,
            1, true};
  return true;
}

// A number as JSON writes it.
bool take_bare_number(Cursor& cursor, PlainNumber& number) {
  if (take_short_number(cursor, number)) return true;
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

// The size is a constant, so the words are compared in place.
template <std::size_t size_with_zero>
bool take_word(Cursor& cursor, const char (&word)[size_with_zero]) {
  constexpr std::size_t size = size_with_zero - 1;
  if (static_cast<std::size_t>(cursor.end - cursor.at) < size) return false;
  if (std::memcmp(cursor.at, word, size) != 0) return false;
  cursor.at += size;
  return true;
}

bool take_number_or_null(Cursor& cursor, std::optional<PlainNumber>& number) {
  if (take_word(cursor, "null")) return true;
  return take_number(cursor, number.emplace());
}

// A key with its quotes, and the colon.
template <std::size_t size_with_zero>
bool take_key(Cursor& cursor, const char (&quoted)[size_with_zero]) {
  return take_word(cursor, quoted) && take(cursor, ':');
}

// Calls `take_member` with the cursor before each key, to take the key and the value.
template <class TakeMember>
bool take_object(Cursor& cursor, TakeMember take_member) {
  if (!take(cursor, '{')) return false;
  if (take(cursor, '}')) return true;
  do {
    if (!take_member()) return false;
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

// The letter after the quote, which tells a claimant's keys apart; of "min_share" and "max_share"
// the one after that. 0 if the line ends before.
char letter_of_key(const Cursor& cursor) {
  if (cursor.end - cursor.at < 3) return '\0';
  return cursor.at[1] == 'm' ? cursor.at[2] : cursor.at[1];
}

bool take_claimant(Cursor& cursor, PlainRecord& record) {
  PlainClaimant& claimant = record.claimants.emplace_back();
  std::uint64_t seen = 0;
  return take_object(cursor, [&] {
    switch (letter_of_key(cursor)) {
      case 'n':
        // If some claimants have names and others are named by indices, it is harder to tell
        // whether two are the same.
        return take_key(cursor, "\"name\"") && record.names.size() + 1 == record.claimants.size() &&
               take_string(cursor, record.names.emplace_back());
      case 'w':
        return take_key(cursor, "\"weight\"") && set_once(seen, 0) &&
               take_number(cursor, claimant.weight.emplace());
      case 'i':
        return take_key(cursor, "\"min_share\"") && set_once(seen, 1) &&
               take_number(cursor, claimant.min_share.emplace());
      case 'a':
        return take_key(cursor, "\"max_share\"") && set_once(seen, 2) &&
               take_number_or_null(cursor, claimant.max_share);
      case 'd':
        return take_key(cursor, "\"demand\"") && set_once(seen, 3) &&
               take_number_or_null(cursor, claimant.demand);
      default:
        return false;
    }
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
  if (next_is(cursor, '"')) return take_string(cursor, text);
  return take_word(cursor, "null") || take_word(cursor, "true") || take_word(cursor, "false") ||
         take_bare_number(cursor, number);
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

bool take_field(Cursor& cursor, PlainRecord& record, std::uint64_t& seen) {
  std::string_view key;
  if (!take_string(cursor, key) || !take(cursor, ':')) return false;
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
  const bool is_read = take_object(cursor, [&] { return take_field(cursor, record, seen); });
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
