// The named properties by family, one source file each. properties/properties.h has them all.
#pragma once

#include <span>

#include "fairshare/properties/properties.h"

namespace fairshare::properties {

std::span<const Property> properties_of_one_answer();  // answer.cpp
std::span<const Property> symmetries();                // symmetry.cpp
std::span<const Property> scalings();                  // scaling.cpp
std::span<const Property> monotonies();                // monotony.cpp
std::span<const Property> consistencies();             // consistency.cpp

}  // namespace fairshare::properties
