// What all HTML pages have in common: style sheet, script, and what their Content-Security-Policy
// allows.
#pragma once

#include <string>
#include <string_view>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// Light and dark as the reader's system says; on paper light, with everything unfolded.
extern const std::string_view html_style;

// Sorts tables by a column, and shows only the divisions with a text. Without it the page is
// complete.
extern const std::string_view html_script;

// The policy: nothing is loaded from anywhere, and only these two and `picture_style` take effect.
// tests/whole/html_cli_test.py says which hash is which where one of them has changed.
extern const std::string_view html_policy;

// What stands around a page: up to the <body>, with a link that skips to the element "divisions";
// and from the end of <main> on. `title` and `note` are HTML.
std::string html_begin(std::string_view title);
std::string html_end(std::string_view note);

// A number in a table, where the page says that numbers may be rounded: short_number without "≈".
std::string html_number(const exact::Rational& value);

}  // namespace fairshare::formats
