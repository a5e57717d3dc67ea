// A file that was read whole.
#pragma once

#include <string>

namespace fairshare::formats {

struct NamedText {
  std::string name;  // of the file, for messages
  std::string text;
};

}  // namespace fairshare::formats
