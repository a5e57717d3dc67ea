#include "formats/records/memory.h"

#include <fmt/format.h>

namespace fairshare::formats {

std::size_t number_bytes_max(std::size_t bytes) {
  return (std::size_t{24} << 20U) + 16 * bytes;
}

InputError numbers_too_long(const std::string& file, std::size_t line, std::size_t bytes) {
  return {.code = "FS023",
          .message = fmt::format("the exact numbers of the answer take more than {} MiB; give "
                                 "fewer digits, or use `solve --numbers double`",
                                 number_bytes_max(bytes) >> 20U),
          .file = file,
          .line = line};
}

InputError out_of_memory(const std::string& file, std::size_t line) {
  return {.code = "FS023", .message = "there is not enough memory", .file = file, .line = line};
}

}  // namespace fairshare::formats
