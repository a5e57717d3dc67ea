// A division as a picture: the sum of all shares at each ratio R, and below it, on the same axis,
// each claimant's share.
//
//     sum        ________total______________/__         R is where the sum reaches the total
//               /      __/
//     x      __/  [=======>                             the ratios that x's reported share allows
//     y      ______/   <==]                             those of y: they do not meet, no R is fair
//
// A self-contained SVG without scripts, links or fonts to load: it can be opened alone or embedded
// in a page. It has a <title>, and a <desc> that describes the picture in words. Nothing depends on
// colour alone, and it follows the reader's light or dark scheme. docs/plot.md explains it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// With more claimants than that, only those that matter have a row: those that the findings name,
// then those farthest from their fair share. The others share one row.
inline constexpr std::size_t picture_rows_max = 500;
inline constexpr std::size_t picture_rows_of_many = 40;

// The claimants that have a row, in their order. `verdict` is as for `picture_of`.
std::vector<std::size_t> claimants_shown(const Verdict& verdict);

// What the findings call each claimant: "richer", "poorer", "below its minimum", "above its
// maximum", "could have more"; empty if no finding names it.
std::vector<std::string_view> roles_of(const Verdict& verdict);

// Numbers as pictures show them: "10", "40/3 (13.33)", and "≈ 0.083333" if that would be longer
// than 16 characters. A reported share, including what is paid, is shown as written, unless that is
// longer.
std::string short_number(const exact::Rational& value);
std::string short_share(const Case& division, std::size_t claimant);

// The style sheet of all pictures, for the head of a page with several.
extern const std::string_view picture_style;

enum class PictureStyle { within, of_page };

// The picture of what was judged; for a division without reported shares, of the fair shares. Names
// may be anything: they are escaped. Lines and long numbers have about five significant digits; the
// exact ones are in the verdict. An arrow marks what lies beyond the right edge.
//
// {total 100, claimants {w 1}, {w 2, max 30}, {w 3, min 60}, shares 10, 30, 60}: the sum is 60 at
// R = 0, rises by 3 per R up to R = 15, and reaches the total at R = 40/3; the first share allows
// R = 10 alone, the second R >= 15: between the two is a gap.
//
// If the minimums exceed the total, the sum begins above the total's line, and there is no R. If
// the total exceeds what can be claimed, the sum ends below it, and R is everything from where each
// claimant has all it can claim. If minimums are paid first, all shares, the sum and the total
// include what is paid.
//
// An ordering or a certificate has no picture: asserts that the question was about shares, and that
// `Verdict::division` is complete (the verdict is not brief).
std::string picture_of(const Verdict& verdict, PictureStyle style = PictureStyle::within);

}  // namespace fairshare::formats
