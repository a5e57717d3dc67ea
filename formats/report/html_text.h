// A page of docs/codes/ as HTML, for the report.
#pragma once

#include <string>
#include <string_view>

namespace fairshare::formats {

// Of Markdown what these pages use: headings, paragraphs, lists, `code`, **strong**, links (of
// which the words stay), and fences and tables as they are written. Headings begin at <h3>. Any
// text will do: everything is escaped.
std::string html_of_page(std::string_view markdown);

}  // namespace fairshare::formats
