// What one record may cost in memory, and what is said of one that costs more.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <string>

#include "fairshare/exact/memory.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// What the numbers of a record of so many bytes may take at once: 24 MiB, and 16 times the bytes.
//
//     {"total":1,"claimants":[{}]}, 28 bytes     -> 24 MiB: 60 million digits of shares
//     a line of 649 KB                           -> 33.9 MiB
std::size_t number_bytes_max(std::size_t bytes);

// FS023: the numbers take more than that; there is no memory.
InputError numbers_too_long(const std::string& file, std::size_t line, std::size_t bytes);
InputError out_of_memory(const std::string& file, std::size_t line);

// Does the work on one record, of so many bytes, and says where it was cut short for want of
// memory. What the work had begun is for the caller to undo. Nothing where the work ended.
template <class Work>
std::optional<InputError> find_exhaustion(const std::string& file, std::size_t line,
                                          std::size_t bytes, const Work& work) {
  try {
    const exact::MemoryBound bound(number_bytes_max(bytes));
    work();
    return std::nullopt;
  } catch (const exact::NumbersTooLong&) {
    return numbers_too_long(file, line, bytes);
  } catch (const std::bad_alloc&) {
    return out_of_memory(file, line);
  }
}

}  // namespace fairshare::formats
