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

std::string full_title_of(const Case& division) {
  return division.resource.empty() ? division.title : division.title + ", " + division.resource;
}

}  // namespace fairshare::formats
