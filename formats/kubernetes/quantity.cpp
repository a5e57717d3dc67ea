#include "formats/kubernetes/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace fairshare::formats {
namespace {

using exact::Rational;

struct Suffix {
  std::string_view text;
  std::string_view factor;
};

constexpr std::array<Suffix, 15> suffixes = {{{"Ki", "1024"},
                                              {"Mi", "1048576"},
                                              {"Gi", "1073741824"},
                                              {"Ti", "1099511627776"},
                                              {"Pi", "1125899906842624"},
                                              {"Ei", "1152921504606846976"},
                                              {"n", "1e-9"},
                                              {"u", "1e-6"},
                                              {"m", "1e-3"},
                                              {"k", "1e3"},
                                              {"M", "1e6"},
                                              {"G", "1e9"},
                                              {"T", "1e12"},
                                              {"P", "1e15"},
                                              {"E", "1e18"}}};

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

bool are_digits(std::string_view text) {
  return std::ranges::all_of(text, is_digit);
}

// The number as JSON would write it: "+05." as "5", "-.5" as "-0.5". Nothing for any other text.
std::optional<std::string> as_json_writes_it(std::string_view number) {
  std::string result = number.starts_with('-') ? "-" : "";
  if (number.starts_with('-') || number.starts_with('+')) number.remove_prefix(1);
  const std::size_t point = number.find('.');
  std::string_view whole = number.substr(0, point);
  const std::string_view places =
      point == std::string_view::npos ? std::string_view() : number.substr(point + 1);
  if (!are_digits(whole) || !are_digits(places) || (whole.empty() && places.empty())) {
    return std::nullopt;
  }
  while (whole.size() > 1 && whole[0] == '0') whole.remove_prefix(1);
  result += whole.empty() ? "0" : whole;
  if (!places.empty()) result += fmt::format(".{}", places);
  return result;
}

// The power after "e" or "E": whole, with or without a sign.
bool is_power(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && are_digits(text);
}

Complaint malformed(std::string_view text) {
  return {"FS006", fmt::format("{} is not a quantity, such as 2, 0.5, 500m, 1Gi or 2e3",
                               json::quoted(abridged(text)))};
}

std::variant<Rational, Complaint> product(std::string_view text, const std::string& number,
                                          std::string_view factor) {
  const auto read = exact::parse_number(number);
  const auto* written = std::get_if<exact::TextNumber>(&read);
  if (written == nullptr) return unread(text, std::get<exact::TextError>(read));
  const auto known = exact::parse_number(factor);
  return Rational(written->value * std::get<exact::TextNumber>(known).value);
}

}  // namespace

std::variant<Rational, Complaint> read_quantity(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("+-.0123456789"), text.size());
  const auto number = as_json_writes_it(text.substr(0, end));
  const std::string_view suffix = text.substr(end);
  if (!number) return malformed(text);
  if (suffix.empty()) return product(text, *number, "1");
  for (const auto& [known, factor] : suffixes) {
    if (suffix == known) return product(text, *number, factor);
  }
  const bool has_power = (suffix[0] == 'e' || suffix[0] == 'E') && is_power(suffix.substr(1));
  if (!has_power) return malformed(text);
  return product(text, *number + std::string(suffix), "1");
}

std::variant<Rational, Complaint> read_quantity(const json::Value& value) {
  if (const auto* number = std::get_if<json::Number>(&value.is)) return read_quantity(number->text);
  if (const auto* text = std::get_if<std::string>(&value.is)) return read_quantity(*text);
  return wrong_kind("a quantity", value);
}

std::variant<std::int64_t, Complaint> whole_units(const Rational& quantity, std::int64_t scale) {
  const exact::Integer units = exact::ceil(quantity * scale);
  if (quantity < 0) return Complaint{"FS011", "the quantity is negative"};
  if (units > std::numeric_limits<std::int64_t>::max()) {
    return Complaint{"FS008",
                     "the quantity exceeds 2^63 - 1 units, the most that Kubernetes holds"};
  }
  return static_cast<std::int64_t>(units);
}

}  // namespace fairshare::formats
