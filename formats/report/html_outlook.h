// The answer to `--set` as one HTML page: before and after, side by side.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/records/records.h"
#include "formats/verdict/what_if.h"

namespace fairshare::formats {

// The page, part by part: its beginning, each record's or document's divisions, each error, its
// end. Names may be anything: they are escaped.
std::string outlook_html_begin(std::span<const Setting> settings);
std::string outlook_html(std::string_view title, std::span<const Outlook> outlooks);
std::string outlook_html_error(const RecordError& error);
std::string outlook_html_end();

}  // namespace fairshare::formats
