#include "formats/text/number_text.h"

#include <fmt/format.h>

#include <cmath>

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

}  // namespace fairshare::formats
