// Common to all HTML pages: the style sheet, the script, and the Content-Security-Policy.
#pragma once

#include <string>
#include <string_view>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// Light or dark, following the reader's system; light in print, with everything unfolded.
extern const std::string_view html_style;

// Sorts tables by a column, and filters divisions by a text. The page is complete without it.
extern const std::string_view html_script;

// The policy: nothing is loaded from anywhere, and only these two and `picture_style` take effect.
// If one of them changes, tests/whole/html_cli_test.py prints the new hash.
extern const std::string_view html_policy;

// The frame of a page: everything up to <body>, with a link that skips to the element "divisions";
// and everything from the end of <main> on. `title` and `note` are HTML.
std::string html_begin(std::string_view title);
std::string html_end(std::string_view note);

// A number in a table of a page that says that numbers may be rounded: short_number without "≈".
std::string html_number(const exact::Rational& value);

}  // namespace fairshare::formats
