// Draws SVG from points, words and shapes. It does not depend on divisions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fairshare::formats {

struct Point {
  double x = 0;
  double y = 0;
};

// As much of a text as fits into that many characters of average width: its beginning, "…" and,
// twice as long, its end, which distinguishes queues. A character beyond U+0800 counts as two,
// since most of these are wide. Control characters and marks that change the writing direction are
// escaped as in `printable`. UTF-8 is not cut within a character.
//
//     clipped("root.analytics.reports", 13)    -> "root….reports"
std::string clipped(std::string_view text, std::size_t letters);

// Each function adds one element. Coordinates are in pixels, rounded to a tenth; the caller must
// not pass values that are not finite or far outside. `style` is a class of the style sheet; words
// are escaped.
class Drawing {
 public:
  void text(double x, double y, std::string_view style, std::string_view words);
  // Ends at x; if it is clipped, a tooltip has the whole text.
  void name(double x, double y, std::string_view style, std::string_view words,
            std::size_t letters);
  void line(Point from, Point to, std::string_view style);
  void box(Point corner, double wide, double high, std::string_view style);
  // Corners too close to distinguish are merged.
  void path(const std::vector<Point>& corners, std::string_view style);
  // Marks of about seven pixels around a point.
  void circle(Point at, std::string_view tooltip);
  void square(Point at, std::string_view tooltip);
  void cross(Point at);
  void arrow_to_the_right(Point tip, std::string_view style);
  // Slanting lines across a box, so that it stands out even without colour.
  void hatch(Point corner, double wide, double high, std::string_view style);

  const std::string& out() const { return out_; }

 private:
  std::string out_;
};

}  // namespace fairshare::formats
