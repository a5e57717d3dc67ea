// Converts a plain record to a Record: what the fast path cannot answer continues from here,
// without reading the text again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "formats/records/plain_record.h"
#include "formats/records/records.h"

namespace fairshare::formats {

// Its title for people: its id without quotes; without an id its place, "records.ndjson:3".
std::string title_of(const PlainRecord& plain, const std::string& file, std::size_t line_number);

// What read_record returns for the same line. Nothing if that is an error: a number does not fit
// its type, or a max_share is below its min_share.
std::optional<Record> find_record(const PlainRecord& plain, const std::string& file,
                                  std::size_t line_number);

}  // namespace fairshare::formats
