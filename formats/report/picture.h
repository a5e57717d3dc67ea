// A division as a picture: what all shares add up to at each ratio R, and below it, on the same R,
// each claimant's share.
//
//     sum        ________total______________/__         R is where the sum reaches the total
//               /      __/
//     x      __/  [=======>                             the ratios that x's reported share allows
//     y      ______/   <==]                             those of y: they do not meet, so no R is
//                                                       fair
//
// One SVG of its own, without scripts, links or fonts to load: it can be opened, or put into a
// page. It has a <title>, and a <desc> that says in words what is to be seen. Nothing depends on
// colour alone, and it follows the reader's light or dark scheme. docs/plot.md explains it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Of more claimants than that, only those that matter have a row: those that the findings name,
// then those that are the farthest from their fair share. The others are one row together.
inline constexpr std::size_t picture_rows_max = 500;
inline constexpr std::size_t picture_rows_of_many = 40;

// These claimants, in their order. `verdict` as for `picture_of`.
std::vector<std::size_t> claimants_shown(const Verdict& verdict);

// What the findings call each claimant: "richer", "poorer", "below its minimum", "above its
// maximum", "could have more"; empty where no finding names it.
std::vector<std::string_view> roles_of(const Verdict& verdict);

// Numbers as pictures show them: "10", "40/3 (13.33)", and "≈ 0.083333" where that is longer than
// 16 letters. A reported share, with what is paid, is as it was written, if that is no longer.
std::string short_number(const exact::Rational& value);
std::string short_share(const Case& division, std::size_t claimant);

// The style sheet of all pictures, for the head of a page that holds several.
extern const std::string_view picture_style;

enum class PictureStyle { within, of_page };

// The picture of what was judged; of a division without reported shares, of what is fair. Names may
// be anything: they are escaped. Lines and long numbers have about five significant digits: the
// exact ones are in the verdict. What lies beyond the right edge is an arrow there.
//
// {total 100, claimants {w 1}, {w 2, max 30}, {w 3, min 60}, shares 10, 30, 60}: the sum is 60 at
// R = 0, rises by 3 per R up to R = 15, and reaches the total at R = 40/3; the first share allows
// R = 10 alone, the second R >= 15: between the two is a gap.
//
// Minimums that exceed the total: the sum begins above the total's line, and there is no R. Bounds
// that the total exceeds: the sum ends below it, and R is all from where each claimant has its
// most. Where minimums are paid first, what is paid is in all shares, in the sum and in the total.
//
// An ordering or a certificate has no picture: asserted is that the shares were asked about, and
// that `Verdict::division` is whole (verdicts that are not brief).
std::string picture_of(const Verdict& verdict, PictureStyle style = PictureStyle::within);

}  // namespace fairshare::formats
