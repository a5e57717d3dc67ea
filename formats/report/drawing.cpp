#include "formats/report/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "formats/text/printable.h"
#include "formats/text/xml_text.h"

namespace fairshare::formats {
namespace {

std::size_t width_of(unsigned char first_byte) {
  if ((first_byte & 0xC0U) == 0x80U) return 0;  // within a letter
  return first_byte >= 0xE0 ? 2 : 1;
}

std::string tooltip_of(std::string_view words) {
  return words.empty() ? "" : fmt::format("<title>{}</title>", xml_escaped(words));
}

}  // namespace

std::string clipped(std::string_view text, std::size_t letters) {
  const std::string shown = printable(text);
  std::size_t all = 0;
  for (const char byte : shown) all += width_of(static_cast<unsigned char>(byte));
  if (all <= letters || letters == 0) return shown;
  const std::size_t begin_width = (letters - 1) / 3;
  const std::size_t end_width = letters - 1 - begin_width;
  std::size_t before = 0;  // the width of what is before the letter
  std::size_t begin = 0;   // where the first part ends
  std::size_t end = shown.size();
  for (std::size_t at = 0; at < shown.size(); ++at) {
    const std::size_t width = width_of(static_cast<unsigned char>(shown[at]));
    if (width == 0) continue;
    if (before <= begin_width) begin = at;
    if (end == shown.size() && all - before <= end_width) end = at;
    before += width;
  }
  return shown.substr(0, begin) + "…" + shown.substr(end);
}

void Drawing::text(double x, double y, std::string_view style, std::string_view words) {
  out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style,
                      xml_escaped(words));
}

void Drawing::name(double x, double y, std::string_view style, std::string_view words,
                   std::size_t letters) {
  const std::string shown = clipped(words, letters);
  const std::string whole = printable(words);
  out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}{}</text>\n", x, y, style,
                      shown == whole ? "" : tooltip_of(whole), xml_escaped(shown));
}

void Drawing::line(Point from, Point to, std::string_view style) {
  out_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                  from.x, from.y, to.x, to.y, style);
}

void Drawing::box(Point corner, double wide, double high, std::string_view style) {
  out_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"/>\n",
      corner.x, corner.y, wide, high, style);
}

void Drawing::path(const std::vector<Point>& corners, std::string_view style) {
  std::string moves;
  std::optional<Point> last;
  for (const Point& corner : corners) {
    const bool is_end = &corner == &corners.back();
    if (last && !is_end && std::hypot(corner.x - last->x, corner.y - last->y) < 0.3) continue;
    moves += fmt::format("{}{:.1f} {:.1f}", last ? "L" : "M", corner.x, corner.y);
    last = corner;
  }
  out_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", moves, style);
}

void Drawing::circle(Point at, std::string_view tooltip) {
  out_ +=
      fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" class=\"leaves\">{}</circle>\n",
                  at.x, at.y, tooltip_of(tooltip));
}

void Drawing::square(Point at, std::string_view tooltip) {
  out_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6\" height=\"6\" class=\"reaches\">{}</rect>\n",
      at.x - 3, at.y - 3, tooltip_of(tooltip));
}

void Drawing::cross(Point at) {
  out_ += fmt::format(
      "<path d=\"M{0:.1f} {1:.1f}L{2:.1f} {3:.1f}M{0:.1f} {3:.1f}L{2:.1f} {1:.1f}\" "
      "class=\"cross\"/>\n",
      at.x - 4, at.y - 4, at.x + 4, at.y + 4);
}

void Drawing::arrow_to_the_right(Point tip, std::string_view style) {
  out_ += fmt::format("<path d=\"M{:.1f} {:.1f}l-8 -5v10z\" class=\"{}\"/>\n", tip.x, tip.y, style);
}

void Drawing::hatch(Point corner, double wide, double high, std::string_view style) {
  constexpr double step = 10;
  std::string moves;
  for (double from = step; from < wide + high; from += step) {
    // From the upper or the right edge, down to the left or the lower one.
    const double right = std::min(from, wide);
    const double below = std::min(from, high);
    moves += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", corner.x + right, corner.y + from - right,
                         corner.x + from - below, corner.y + below);
  }
  if (!moves.empty()) out_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", moves, style);
}

}  // namespace fairshare::formats
