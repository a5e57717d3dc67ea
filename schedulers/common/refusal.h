// What a scheduler returns instead of shares: its own error, or a panic.
#pragma once

#include <string>

namespace fairshare::schedulers {

struct Refusal {
  std::string message;  // as the release words it

  friend bool operator==(const Refusal&, const Refusal&) = default;
};

}  // namespace fairshare::schedulers
