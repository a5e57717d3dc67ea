// SVG from points, words and shapes: what a picture is drawn with. It knows nothing of divisions.
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

// As much of a text as fits into so many letters of common width: its beginning, "…" and, twice as
// long, its end, which tells queues apart. A letter from beyond U+0800 counts as two, for most of
// those are wide. Control characters and marks that turn the direction of writing are escaped as
// `printable` does. UTF-8 is not cut within a letter.
//
//     clipped("root.analytics.reports", 13)    -> "root….reports"
std::string clipped(std::string_view text, std::size_t letters);

// Each function adds one element. Coordinates are in pixels, with a tenth; those that are not
// finite or far outside are for the caller to avoid. `style` is a class of the style sheet; words
// are escaped.
class Drawing {
 public:
  void text(double x, double y, std::string_view style, std::string_view words);
  // Ends at x; what is clipped of it is told by a tooltip.
  void name(double x, double y, std::string_view style, std::string_view words,
            std::size_t letters);
  void line(Point from, Point to, std::string_view style);
  void box(Point corner, double wide, double high, std::string_view style);
  // Corners nearer to each other than can be seen are one.
  void path(const std::vector<Point>& corners, std::string_view style);
  // Marks of about seven pixels around a point.
  void circle(Point at, std::string_view tooltip);
  void square(Point at, std::string_view tooltip);
  void cross(Point at);
  void arrow_to_the_right(Point tip, std::string_view style);
  // Slanting lines across a box, so that it stands out without colour too.
  void hatch(Point corner, double wide, double high, std::string_view style);

  const std::string& out() const { return out_; }

 private:
  std::string out_;
};

}  // namespace fairshare::formats
