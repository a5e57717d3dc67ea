// What a scheduler returns where it returns no shares: an error of its own, or a panic.
#pragma once

#include <string>

namespace fairshare::schedulers {

struct Refusal {
  std::string message;  // as the release words it

  friend bool operator==(const Refusal&, const Refusal&) = default;
};

}  // namespace fairshare::schedulers
