#include "formats/verdict/case.h"

namespace fairshare::formats {

std::string_view name_of(Rule rule) {
  switch (rule) {
    case Rule::floor:
      return "floor";
    case Rule::base:
      return "base";
    case Rule::dominant:
      return "dominant";
    case Rule::fifo:
      return "fifo";
    case Rule::computed:
      return "computed";
  }
  return "";
}

exact::Rational paid_to_all(std::span<const ClaimantLabel> labels) {
  exact::Rational sum = 0;
  for (const ClaimantLabel& label : labels) sum += label.paid;
  return sum;
}

std::string full_title_of(const Case& division) {
  return division.resource.empty() ? division.title : division.title + ", " + division.resource;
}

}  // namespace fairshare::formats
