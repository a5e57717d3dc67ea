// A page of docs/codes/ as HTML, for the report.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// Supports the Markdown that these pages use: headings, paragraphs, lists, `code`, **strong**,
// links (only their text is kept), and fences and tables, verbatim. Headings begin at <h3>. Accepts
// any text: everything is escaped.
std::string html_of_page(std::string_view markdown);

}  // namespace fairshare::formats
