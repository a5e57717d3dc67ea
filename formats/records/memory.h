// How much memory one record may take, and the error for one that takes more.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <string>

#include "fairshare/exact/memory.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// The memory that the numbers of a record of that many bytes may take at once: 24 MiB plus 16 times
// the bytes.
//
//     {"total":1,"claimants":[{}]}, 28 bytes     -> 24 MiB: 60 million digits of shares
//     a line of 649 KB                           -> 33.9 MiB
std::size_t number_bytes_max(std::size_t bytes);

// FS023: the numbers take more than that; memory has run out.
InputError numbers_too_long(const std::string& file, std::size_t line, std::size_t bytes);
InputError out_of_memory(const std::string& file, std::size_t line);

// Does the work on one record of that many bytes. Returns an error if memory ran out, and nothing
// if the work was completed. The caller must undo work that was begun.
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
