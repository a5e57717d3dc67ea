#include "fairshare/properties/properties.h"

#include <algorithm>

#include "fairshare/properties/families.h"

namespace fairshare::properties {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::allocation:
      return "allocation";
    case Outcome::overcommitted:
      return "overcommitted";
    case Outcome::surplus:
      return "surplus";
  }
  return "";
}

std::span<const Property> all_properties() {
  static const std::vector<Property> all = [] {
    std::vector<Property> properties;
    for (const auto family :
         {properties_of_one_answer(), symmetries(), scalings(), monotonies(), consistencies()}) {
      properties.insert(properties.end(), family.begin(), family.end());
    }
    return properties;
  }();
  return all;
}

std::optional<Property> find_property(std::string_view name) {
  const auto found = std::ranges::find(all_properties(), name, &Property::name);
  if (found == all_properties().end()) return std::nullopt;
  return *found;
}

}  // namespace fairshare::properties
