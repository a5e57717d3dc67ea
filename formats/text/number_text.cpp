#include "formats/text/number_text.h"

#include <fmt/format.h>

#include <cmath>
#include <variant>

#include "fairshare/exact/brief.h"

namespace fairshare::formats {

std::string number_text(double number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::to_string(number);
}

std::string number_text(std::int64_t number) {
  return fmt::to_string(number);
}

std::string number_text(const exact::Rational& number) {
  return '"' + exact::to_text(number) + '"';
}

std::string rounded_text(const exact::Rational& number, int digits) {
  const auto read = exact::parse_number(fmt::format("{:.{}g}", exact::to_double(number), digits));
  const auto* rounded = std::get_if<exact::TextNumber>(&read);
  if (rounded == nullptr) return exact::brief(number);
  const std::string text = exact::brief(rounded->value);
  return (rounded->value == number || text.starts_with('~') ? "" : "~") + text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace fairshare::formats
