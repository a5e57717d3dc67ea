#include "formats/report/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/curve.h"
#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fairshare/properties/ordering.h"
#include "fairshare/properties/violation.h"
#include "formats/report/drawing.h"
#include "formats/report/text.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"
#include "formats/text/xml_text.h"

namespace fairshare::formats {

// Colours that colour-blind people can tell apart (Okabe and Ito). No variables, which not every
// SVG viewer supports.
constexpr std::string_view picture_style = R"(
.fairshare text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#1b1b1b;stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
.fairshare .head{font-size:15px;font-weight:600}.fairshare .strong{font-weight:600}
.fairshare .soft{fill:#595959}.fairshare .end{text-anchor:end}.fairshare .middle{text-anchor:middle}
.fairshare .paper{fill:#fff}.fairshare .band{fill:#e8eef4}
.fairshare .edge,.fairshare .axis{stroke:#b4bcc4;stroke-width:1;fill:none}
.fairshare .guide{stroke:#b4bcc4;stroke-width:1;stroke-dasharray:1 3}
.fairshare .sum{stroke:#1b1b1b;stroke-width:2;fill:none}
.fairshare .share{stroke:#595959;stroke-width:1.5;fill:none}
.fairshare .total{stroke:#1b1b1b;stroke-width:1.5;stroke-dasharray:7 4}
.fairshare .ratio{stroke:#0072b2;stroke-width:2}.fairshare .ratios{fill:#0072b2;fill-opacity:.16}
.fairshare .ratio-text{fill:#005a8f;font-weight:600}
.fairshare .allows{stroke:#1b1b1b;stroke-width:5}.fairshare .named{stroke:#c14600;stroke-width:8}
.fairshare .allows-tip{fill:#1b1b1b}.fairshare .named-tip{fill:#c14600}
.fairshare .gap{stroke:#c14600;stroke-width:1;stroke-opacity:.55;fill:none}.fairshare .gap-text{fill:#a83c00;font-weight:600}
.fairshare .cross{stroke:#c14600;stroke-width:2.5;fill:none}
.fairshare .leaves{fill:#fff;stroke:#1b1b1b;stroke-width:1.5}.fairshare .reaches{fill:#1b1b1b}
@media screen and (prefers-color-scheme:dark){
.fairshare text{fill:#efefef;stroke:#16191d}.fairshare .soft{fill:#adb3ba}
.fairshare .paper{fill:#16191d}.fairshare .band{fill:#252c34}
.fairshare .edge,.fairshare .axis,.fairshare .guide{stroke:#59626c}
.fairshare .sum,.fairshare .total,.fairshare .allows{stroke:#efefef}.fairshare .share{stroke:#adb3ba}
.fairshare .ratio{stroke:#56b4e9}.fairshare .ratios{fill:#56b4e9;fill-opacity:.2}.fairshare .ratio-text{fill:#7cc6f2}
.fairshare .named,.fairshare .gap,.fairshare .cross{stroke:#ff9a4d}.fairshare .gap-text{fill:#ffae70}
.fairshare .allows-tip,.fairshare .reaches{fill:#efefef}.fairshare .named-tip{fill:#ff9a4d}
.fairshare .leaves{fill:#16191d;stroke:#efefef}}
)";

namespace {

using exact::Rational;

// "10", "40/3 (13.33)"; nothing if that is too long.
std::optional<std::string> find_exact_text(const Rational& value) {
  constexpr std::size_t length_max = 16;
  std::string text = exact::brief_with_decimal(value);
  return text.size() <= length_max ? std::optional(std::move(text)) : std::nullopt;
}

// About five digits.
std::string rounded_text(const Rational& value) {
  const double rounded = exact::to_double(value);
  if (!std::isfinite(rounded)) return exact::brief(value);
  const bool is_long = std::abs(rounded) >= 1e4 && std::abs(rounded) < 1e12;
  return is_long ? fmt::format("{:.0f}", rounded) : fmt::format("{:.5g}", rounded);
}

}  // namespace

std::string short_number(const Rational& value) {
  const auto text = find_exact_text(value);
  return text ? *text : "≈ " + rounded_text(value);
}

std::string short_share(const Case& division, std::size_t claimant) {
  constexpr std::size_t written_max = 16;
  const Reported& share = division.reported[claimant];
  if (share.text.size() <= written_max) return printable(share.text);
  return short_number(share.value + division.labels[claimant].paid);
}

namespace {

using exact::generic::share_at;
using properties::RatioRange;
using properties::generic::end_of;

constexpr double width = 960;
constexpr double left = 170;  // the left edge of what is drawn over R
constexpr double right = 650;
constexpr double sum_top = 64;
constexpr double sum_bottom = 220;
constexpr double rows_top = 262;
constexpr std::size_t name_letters = 21;

// What is drawn for one claimant.
struct Row {
  std::size_t claimant = 0;
  std::optional<RatioRange> allowed = {};  // by its reported share; nothing: none, or none fits
  std::string_view role = {};              // "richer"; empty: no finding names it
};

struct Picture {
  const Verdict& verdict;
  std::vector<Row> rows = {};
  std::vector<std::size_t> others = {};              // claimants without a row
  std::optional<RatioInterval<Rational>> fair = {};  // ratios
  Rational last = 1;                                 // the ratio at the right edge
  double row_height = 34;
  Drawing drawing = {};

  const Case& division() const { return verdict.division; }
  const Claimant<Rational>& claimant(std::size_t i) const {
    return division().problem.claimants[i];
  }
  bool is_reported() const { return !division().reported.empty(); }
  double top_of(std::size_t row) const { return rows_top + static_cast<double>(row) * row_height; }
  double rows_bottom() const { return top_of(rows.size() + (others.empty() ? 0 : 1)); }
  double x_of(const Rational& ratio) const {
    return left + std::clamp(exact::to_double(ratio / last), 0.0, 1.0) * (right - left);
  }
};

// Text.

// "R = 40/3 (13.33)", "R ≈ 6.364".
std::string ratio_text(const Rational& ratio) {
  const auto text = find_exact_text(ratio);
  return text ? "R = " + *text : "R ≈ " + rounded_text(ratio);
}

std::string title_of(const Verdict& verdict) {
  const Case& division = verdict.division;
  const std::string title = printable(full_title_of(division));
  if (division.reported.empty()) return title + (verdict.excess ? ": overcommitted" : "");
  if (verdict.judgement == Judgement::fair) return title + ": fair";
  if (verdict.judgement == Judgement::overcommitted) return title + ": overcommitted";
  return fmt::format("{}: unfair, {}", title, verdict.findings.front().code);
}

std::string description_of(const Picture& picture) {
  constexpr std::size_t findings_max = 6;
  const Verdict& verdict = picture.verdict;
  std::string text = counted(picture.division().labels.size(), "claimant") + ".";
  if (verdict.unclaimed) {
    text += fmt::format(" The total covers all claims, and {} is unclaimed.",
                        short_number(*verdict.unclaimed));
  } else if (verdict.fair) {
    text += fmt::format(" The shares add up to the total at {}.", ratio_text(verdict.fair->ratio));
  } else if (verdict.excess) {
    text += fmt::format(" The minimums exceed the total by {}, so no R is fair.",
                        short_number(*verdict.excess));
  }
  const auto& findings = verdict.findings;
  for (std::size_t k = 0; k < std::min(findings.size(), findings_max); ++k) {
    if (findings[k].code == "FS012") continue;  // already said above
    text += " " + message_of(verdict, findings[k], exact::Digits::few);
  }
  if (findings.size() > findings_max) {
    text += fmt::format(" And {} more findings.", findings.size() - findings_max);
  }
  return printable(text);
}

// What is drawn.

// How far its share is from its fair one.
Rational distance_of(const Verdict& verdict, std::size_t claimant) {
  if (!verdict.fair || verdict.division.reported.empty()) return 0;
  return abs(verdict.division.reported[claimant].value - verdict.fair->shares[claimant]);
}

void choose_rows(Picture& picture) {
  const Verdict& verdict = picture.verdict;
  const std::vector<std::string_view> roles = roles_of(verdict);
  std::size_t next = 0;
  for (const std::size_t i : claimants_shown(verdict)) {
    for (; next < i; ++next) picture.others.push_back(next);
    ++next;
    Row row{.claimant = i, .role = roles[i]};
    if (picture.is_reported()) {
      row.allowed = properties::find_ratio_range(
          picture.claimant(i),
          verdict.intervals.empty() ? verdict.division.reported[i].interval : verdict.intervals[i]);
    }
    picture.rows.push_back(std::move(row));
  }
  for (; next < roles.size(); ++next) picture.others.push_back(next);
  const std::size_t count = picture.rows.size();
  picture.row_height = count <= 12 ? 34 : count <= 40 ? 28 : count <= 100 ? 22 : 18;
}

// All ratios that are fair; at a surplus, all at which each claimant has all it can claim.
std::optional<RatioInterval<Rational>> find_fair_ratios(const Verdict& verdict) {
  if (!verdict.fair) return std::nullopt;
  if (!verdict.unclaimed) return exact::find_ratios(verdict.division.problem, *verdict.fair);
  Problem<Rational> claimable = verdict.division.problem;
  claimable.total -= *verdict.unclaimed;
  return exact::find_ratios(claimable, *verdict.fair);
}

// The ratio at the right edge: somewhat beyond the fair ratios and those of claimants that findings
// name, and beyond others as long as these stay legible.
Rational last_ratio(const Picture& picture) {
  Rational last = 0;
  const auto include = [&](const Rational& ratio, bool always) {
    if (ratio > last && (always || last == 0 || ratio <= 4 * last)) last = ratio;
  };
  if (picture.fair) include(picture.fair->low, true);
  for (const bool is_named : {true, false}) {
    for (const Row& row : picture.rows) {
      if (!row.allowed || row.role.empty() == is_named) continue;
      include(row.allowed->low, is_named);
      if (row.allowed->high) include(*row.allowed->high, is_named);
    }
    if (is_named && picture.fair && picture.fair->high) include(*picture.fair->high, false);
  }
  for (const auto& claimant : picture.division().problem.claimants) {
    if (last != 0 || claimant.weight == 0) continue;
    include(claimant.min_share / claimant.weight, true);
    if (claimant.max_share) include(*claimant.max_share / claimant.weight, true);
  }
  return last == 0 ? Rational(1) : Rational(last * 5 / 4);
}

// The sum.

Rational sum_at(const exact::Curve& curve, const Rational& ratio) {
  const auto next = std::ranges::upper_bound(curve, ratio, {}, &exact::Piece::ratio);
  const exact::Piece& piece = *(next - 1);  // the first begins at 0
  return piece.sum + piece.slope * (ratio - piece.ratio);
}

// The curve's corners up to the right edge, as `y_of` places sums.
template <class Height>
std::vector<Point> corners_of(const Picture& picture, const exact::Curve& curve,
                              const Height& y_of) {
  std::vector<Point> corners;
  for (const exact::Piece& piece : curve) {
    if (piece.ratio >= picture.last) break;
    corners.push_back({picture.x_of(piece.ratio), y_of(piece.sum)});
  }
  corners.push_back({right, y_of(sum_at(curve, picture.last))});
  return corners;
}

// Where the sum bends, and which claimants make it bend there.
struct Bend {
  std::vector<std::size_t> leaving = {};   // claimants that leave their minimum
  std::vector<std::size_t> reaching = {};  // claimants that reach their maximum
};

std::map<Rational, Bend> bends_of(const Picture& picture) {
  std::map<Rational, Bend> bends;
  for (const Row& row : picture.rows) {
    const auto& [weight, min_share, max_share] = picture.claimant(row.claimant);
    if (weight == 0 || (max_share && *max_share == min_share)) continue;
    const Rational begin = min_share / weight;
    if (min_share > 0 && begin < picture.last) bends[begin].leaving.push_back(row.claimant);
    if (!max_share) continue;
    const Rational end = *max_share / weight;
    if (end < picture.last) bends[end].reaching.push_back(row.claimant);
  }
  return bends;
}

// "a, b and 3 more".
std::string names_of(const Case& division, const std::vector<std::size_t>& claimants,
                     std::size_t names_max, std::size_t letters) {
  std::string text;
  const std::size_t shown = claimants.size() <= names_max + 1 ? claimants.size() : names_max;
  for (std::size_t k = 0; k < shown; ++k) {
    text += (k == 0 ? "" : ", ") + clipped(division.labels[claimants[k]].name, letters);
  }
  if (shown < claimants.size()) text += fmt::format(" and {} more", claimants.size() - shown);
  return text;
}

std::string tooltip_of(const Case& division, const Rational& ratio, const Bend& bend) {
  std::string text = ratio_text(ratio);
  if (!bend.leaving.empty())
    text += "; at its minimum up to here: " + names_of(division, bend.leaving, 6, 60);
  if (!bend.reaching.empty())
    text += "; at its maximum from here on: " + names_of(division, bend.reaching, 6, 60);
  return text;
}

// A mark for each bend, and below it the claimants' names if there is room.
template <class Height>
void draw_bends(Picture& picture, const exact::Curve& curve, const Height& y_of) {
  constexpr double letter = 6.6;
  constexpr std::size_t guides_max = 12;
  std::vector<Point> labelled;  // the right ends of texts, at their base lines
  for (const auto& [ratio, bend] : bends_of(picture)) {
    const Point at{picture.x_of(ratio), y_of(sum_at(curve, ratio))};
    if (picture.rows.size() <= guides_max) {
      picture.drawing.line({at.x, at.y}, {at.x, picture.rows_bottom()}, "guide");
    }
    std::vector<std::size_t> all = bend.leaving;
    all.insert(all.end(), bend.reaching.begin(), bend.reaching.end());
    const std::string names = names_of(picture.division(), all, 2, 14);
    const Point text{at.x + 7, at.y + 15};
    const bool has_room =
        text.y < sum_bottom + 14 && std::ranges::none_of(labelled, [&](const Point& end) {
          return std::abs(end.y - text.y) < 14 && end.x > text.x - 6;
        });
    if (has_room) {
      picture.drawing.text(text.x, text.y, "soft", names);
      labelled.push_back({text.x + letter * static_cast<double>(names.size()), text.y});
    }
    const std::string tooltip = tooltip_of(picture.division(), ratio, bend);
    if (!bend.reaching.empty()) picture.drawing.square(at, tooltip);
    if (!bend.leaving.empty()) picture.drawing.circle(at, tooltip);
  }
}

void draw_sum(Picture& picture) {
  const Problem<Rational>& problem = picture.division().problem;
  const Rational paid = paid_to_all(picture.division().labels);
  const exact::Curve curve = exact::curve_of(problem);
  Rational most = std::max(problem.total, sum_at(curve, picture.last)) + paid;
  if (most == 0) most = 1;
  const auto y_of = [&](const Rational& sum) {
    return sum_bottom - exact::to_double((sum + paid) / most) * (sum_bottom - sum_top);
  };
  Drawing& drawing = picture.drawing;
  drawing.line({left, sum_bottom}, {right, sum_bottom}, "axis");
  const double total = y_of(problem.total);
  drawing.line({left, total}, {right, total}, "total");
  drawing.text(right + 10, total + 4, "strong", "total " + short_number(problem.total + paid));
  drawing.path(corners_of(picture, curve, y_of), "sum");
  draw_bends(picture, curve, y_of);
  drawing.text(left - 10, sum_top + 14, "end strong", "sum of all shares");
  drawing.text(left - 10, sum_bottom + 4, "end soft", "0");
}

// The rows.

// The share in words: "26.67, fair 80/3 (26.67)".
std::string share_text(const Picture& picture, std::size_t i) {
  const Verdict& verdict = picture.verdict;
  const Rational& paid = picture.division().labels[i].paid;
  const std::string fair =
      verdict.fair ? "fair " + short_number(verdict.fair->shares[i] + paid) : "";
  if (!picture.is_reported()) return fair;
  const std::string reported = short_share(picture.division(), i);
  return fair.empty() ? reported : reported + ", " + fair;
}

void draw_reported(Picture& picture, const Row& row, double y, double middle) {
  Drawing& drawing = picture.drawing;
  const bool is_named = !row.role.empty();
  if (!row.allowed) {
    drawing.line({left, y}, {left + 14, y}, is_named ? "named" : "allows");
    drawing.cross({left + 24, middle});
    drawing.text(left + 34, middle + 4, "gap-text", "no R gives this share");
    return;
  }
  const auto& [low, high, low_open, high_open] = *row.allowed;
  const double from = picture.x_of(low);
  const bool has_end = high && *high <= picture.last;
  const double to = has_end ? picture.x_of(*high) : right;
  // A single R is drawn as a mark around it, wide enough to be seen.
  const double wide = std::max(to - from, 7.0);
  const double begin = has_end ? (from + to - wide) / 2 : right - wide;
  drawing.line({begin, y}, {begin + wide - (has_end ? 0 : 5), y}, is_named ? "named" : "allows");
  if (!has_end) drawing.arrow_to_the_right({right + 4, y}, is_named ? "named-tip" : "allows-tip");
}

// The heights at which a row shows shares, including what is paid first.
struct Heights {
  double bottom = 0;
  double high = 0;
  Rational paid = 0;
  Rational most = 1;

  double operator()(const Rational& share) const {
    return bottom - std::clamp(exact::to_double((share + paid) / most), 0.0, 1.0) * high;
  }
};

Heights heights_of(const Picture& picture, const Row& row, double top) {
  Heights heights{.bottom = top + picture.row_height - 6,
                  .high = picture.row_height - 12,
                  .paid = picture.division().labels[row.claimant].paid};
  heights.most = share_at(picture.claimant(row.claimant), picture.last);
  if (picture.is_reported()) {
    heights.most = std::max(heights.most, picture.division().reported[row.claimant].value);
  }
  heights.most += heights.paid;
  if (heights.most <= 0) heights.most = 1;
  return heights;
}

// Draws a band from the claimant's minimum to its maximum, if it has one.
void draw_band(Picture& picture, const Row& row, double top) {
  const Claimant<Rational>& claimant = picture.claimant(row.claimant);
  const Heights y_of = heights_of(picture, row, top);
  const Rational* end = end_of(claimant);
  const double band_top = end != nullptr ? y_of(*end) : y_of.bottom - y_of.high - 3;
  const double band_bottom = y_of(claimant.min_share);
  Drawing& drawing = picture.drawing;
  drawing.box({left, band_top}, right - left, std::max(1.5, band_bottom - band_top), "band");
  drawing.line({left, band_bottom}, {right, band_bottom}, "edge");
  if (end != nullptr) drawing.line({left, band_top}, {right, band_top}, "edge");
}

void draw_row(Picture& picture, const Row& row, double top) {
  const Claimant<Rational>& claimant = picture.claimant(row.claimant);
  const Heights y_of = heights_of(picture, row, top);
  std::vector<Point> corners{{left, y_of(share_at(claimant, Rational(0)))}};
  for (const Rational* bound : {&claimant.min_share, end_of(claimant)}) {
    if (claimant.weight == 0 || bound == nullptr) continue;
    const Rational ratio = *bound / claimant.weight;
    if (ratio < picture.last) corners.push_back({picture.x_of(ratio), y_of(*bound)});
  }
  corners.push_back({right, y_of(share_at(claimant, picture.last))});
  picture.drawing.path(corners, "share");
  const double middle = top + picture.row_height / 2;
  if (picture.is_reported()) {
    draw_reported(picture, row, y_of(picture.division().reported[row.claimant].value), middle);
  }
  const bool is_named = !row.role.empty();
  picture.drawing.name(left - 10, middle + 4, is_named ? "end strong" : "end",
                       picture.division().labels[row.claimant].name, name_letters);
  std::string words = share_text(picture, row.claimant);
  if (is_named) words += fmt::format("  ← {}", row.role);
  picture.drawing.text(right + 14, middle + 4, is_named ? "strong" : "", words);
}

// Draws the claimants without a row as if they were one claimant.
void draw_others(Picture& picture, double top) {
  const Verdict& verdict = picture.verdict;
  Problem<Rational> together;
  Rational paid = 0;
  Rational reported = 0;
  Rational fair = 0;
  for (const std::size_t i : picture.others) {
    together.claimants.push_back(picture.claimant(i));
    paid += picture.division().labels[i].paid;
    if (picture.is_reported()) reported += picture.division().reported[i].value;
    if (verdict.fair) fair += verdict.fair->shares[i];
  }
  const exact::Curve curve = exact::curve_of(together);
  Rational most = sum_at(curve, picture.last) + paid;
  if (most == 0) most = 1;
  const double bottom = top + picture.row_height - 6;
  const auto y_of = [&](const Rational& sum) {
    return bottom - exact::to_double((sum + paid) / most) * (picture.row_height - 12);
  };
  picture.drawing.path(corners_of(picture, curve, y_of), "share");
  picture.drawing.name(left - 10, bottom - 4, "end",
                       fmt::format("{} others together", picture.others.size()), name_letters + 4);
  std::string words = picture.is_reported() ? short_number(reported + paid) : "";
  if (verdict.fair) words += (words.empty() ? "fair " : ", fair ") + short_number(fair + paid);
  picture.drawing.text(right + 14, bottom - 4, "", words);
}

// Draws the gap between the ratios that the poorer of a pair allows and those that the richer
// allows.
void draw_gap(Picture& picture) {
  std::optional<RatioRange> poorer;
  std::optional<RatioRange> richer;
  for (const Row& row : picture.rows) {
    if (row.role == "poorer") poorer = row.allowed;
    if (row.role == "richer") richer = row.allowed;
  }
  if (!poorer || !richer || !poorer->high) return;
  const double from = picture.x_of(*poorer->high);
  const double to = std::max(picture.x_of(richer->low), from + 1);
  picture.drawing.hatch({from, rows_top}, to - from, picture.rows_bottom() - rows_top, "gap");
  const bool is_left = from + to < left + right;
  picture.drawing.text(is_left ? from : to, rows_top - 8, is_left ? "gap-text" : "gap-text end",
                       "no R here fits both");
}

// R.

void draw_ratio(Picture& picture) {
  if (!picture.fair) return;
  const auto& [low, high] = *picture.fair;
  const double bottom = picture.rows_bottom();
  const double from = picture.x_of(low);
  const double to = high ? picture.x_of(*high) : right;
  Drawing& drawing = picture.drawing;
  if (to > from) {
    drawing.box({from, sum_top - 10}, to - from, bottom - sum_top + 10, "ratios");
    if (high && *high < picture.last) drawing.line({to, sum_top - 10}, {to, bottom}, "ratio");
  }
  drawing.line({from, sum_top - 10}, {from, bottom}, "ratio");
  const std::string words =
      !high          ? fmt::format("R from {} on", short_number(low))
      : *high == low ? ratio_text(low)
                     : fmt::format("R from {} to {}", short_number(low), short_number(*high));
  const bool is_left = from < (left + right) / 2;
  drawing.text(is_left ? from - 4 : from + 4, sum_top - 16,
               is_left ? "ratio-text" : "ratio-text end", words);
}

// The axis has marks at multiples of one, two or five times a power of ten, up to the right edge.
void draw_axis(Picture& picture) {
  Drawing& drawing = picture.drawing;
  const double y = picture.rows_bottom() + 6;
  drawing.line({left, y}, {right, y}, "axis");
  drawing.text(left - 10, y + 18, "end strong", "ratio R");
  const double end = exact::to_double(picture.last);
  if (!std::isnormal(end)) return;
  const double power = std::pow(10, std::floor(std::log10(end / 4)));
  const double unit = power * (end / power >= 20 ? 5 : end / power >= 8 ? 2 : 1);
  if (!std::isnormal(unit)) return;
  for (int k = 0; k * unit <= end; ++k) {
    const double x = left + k * unit / end * (right - left);
    drawing.line({x, y}, {x, y + 5}, "axis");
    drawing.text(x, y + 18, "middle soft", fmt::format("{:.{}g}", k * unit, end < 1e7 ? 7 : 3));
  }
}

// What the marks mean.
void draw_legend(Picture& picture) {
  Drawing& drawing = picture.drawing;
  const double y = picture.rows_bottom() + 46;
  drawing.circle({left, y}, "");
  drawing.text(left + 9, y + 4, "soft", "leaves its minimum");
  drawing.square({left + 138, y}, "");
  drawing.text(left + 147, y + 4, "soft", "reaches its maximum");
  if (!picture.is_reported()) return;
  drawing.line({left + 282, y}, {left + 306, y}, "allows");
  drawing.text(left + 313, y + 4, "soft", "all R that give the reported share");
}

}  // namespace

std::vector<std::string_view> roles_of(const Verdict& verdict) {
  std::vector<std::string_view> roles(verdict.division.labels.size());
  for (const Finding& finding : verdict.findings) {
    if (const auto* more = std::get_if<CouldHaveMore>(&finding.reason)) {
      roles[more->claimant] = "could have more";
    }
    const auto* violation = std::get_if<properties::Violation>(&finding.reason);
    if (violation == nullptr) continue;
    if (const auto* pair = std::get_if<properties::Unequal>(violation)) {
      roles[pair->richer] = "richer";
      roles[pair->poorer] = "poorer";
    } else if (const auto* below = std::get_if<properties::BelowMin>(violation)) {
      roles[below->claimant] = "below its minimum";
    } else if (const auto* above = std::get_if<properties::AboveMax>(violation)) {
      roles[above->claimant] = "above its maximum";
    }
  }
  return roles;
}

// Those that the findings name, then the farthest from fair.
std::vector<std::size_t> claimants_shown(const Verdict& verdict) {
  const std::vector<std::string_view> roles = roles_of(verdict);
  std::vector<std::size_t> order(roles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= picture_rows_max) return order;
  std::vector<Rational> distances;
  distances.reserve(order.size());
  for (const std::size_t i : order) distances.push_back(distance_of(verdict, i));
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (roles[a].empty() != roles[b].empty()) return roles[b].empty();
    return distances[a] > distances[b];
  });
  order.resize(picture_rows_of_many);
  std::ranges::sort(order);
  return order;
}

std::string picture_of(const Verdict& verdict, PictureStyle style) {
  assert(verdict.question == Question::shares);
  assert(verdict.division.labels.size() == verdict.division.problem.claimants.size());
  Picture picture{.verdict = verdict};
  choose_rows(picture);
  picture.fair = find_fair_ratios(verdict);
  picture.last = last_ratio(picture);
  const std::string title = title_of(verdict);
  picture.drawing.name(16, 28, "head", title, 100);
  for (std::size_t k = 0; k < picture.rows.size(); ++k) {
    draw_band(picture, picture.rows[k], picture.top_of(k));
  }
  draw_gap(picture);
  draw_ratio(picture);
  draw_sum(picture);
  for (std::size_t k = 0; k < picture.rows.size(); ++k) {
    draw_row(picture, picture.rows[k], picture.top_of(k));
  }
  if (!picture.others.empty()) draw_others(picture, picture.top_of(picture.rows.size()));
  draw_axis(picture);
  draw_legend(picture);
  const double height = picture.rows_bottom() + 64;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fairshare\" role=\"img\" viewBox=\"0 0 "
      "{0} {1}\" width=\"{0}\" height=\"{1}\">\n<title>{2}</title>\n<desc>{3}</desc>\n{4}"
      "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n{5}</svg>\n",
      width, height, xml_escaped(title), xml_escaped(description_of(picture)),
      style == PictureStyle::within ? fmt::format("<style>{}</style>\n", picture_style) : "",
      picture.drawing.out());
}

}  // namespace fairshare::formats
