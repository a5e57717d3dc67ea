#include "fairshare/properties/explain.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace fairshare::properties {
namespace {

using exact::Digits;

constexpr std::size_t rows_max = 12;

// What one claimant's interval requires of R.
struct End {
  Rational ratio;
  bool open;
};
struct Wanted {
  std::optional<End> from = std::nullopt;
  std::optional<End> to = std::nullopt;
  std::string impossible = {};  // set if no R gives a share in the interval
};

Wanted wanted_ratios(const Claimant<Rational>& claimant, const Interval& reported) {
  const auto& [weight, min_share, max_share] = claimant;
  const std::optional<Rational> end = weight == 0 ? min_share : max_share;
  const auto above = [&](const Rational& bound) {
    return reported.low > bound || (reported.low == bound && reported.low_open);
  };
  const auto below = [&](const Rational& bound) {
    return reported.high < bound || (reported.high == bound && reported.high_open);
  };
  if (below(min_share)) return {.impossible = "none: it is below its min"};
  if (end && above(*end)) {
    return {.impossible = weight == 0 ? "none: its share is fixed" : "none: it is above its max"};
  }
  Wanted wanted;
  if (weight == 0) return wanted;
  if (above(min_share)) wanted.from = End{reported.low / weight, reported.low_open};
  if (!end || below(*end)) wanted.to = End{reported.high / weight, reported.high_open};
  return wanted;
}

std::string describe(const Wanted& wanted, Digits digits) {
  const auto& [from, to, impossible] = wanted;
  if (!impossible.empty()) return impossible;
  // R is never negative, so "at most 0" is 0.
  if (to && to->ratio == 0) return "= 0";
  if (from && to && from->ratio == to->ratio) return "= " + readable(from->ratio, digits);
  std::string text;
  if (from) text = (from->open ? "> " : ">= ") + readable(from->ratio, digits);
  if (from && to) text += " and ";
  if (to) text += (to->open ? "< " : "<= ") + readable(to->ratio, digits);
  return text.empty() ? "any" : text;
}

bool asks_more(const std::optional<End>& than, const std::optional<End>& asked) {
  if (!asked || !than) return asked.has_value();
  return asked->ratio > than->ratio || (asked->ratio == than->ratio && asked->open && !than->open);
}

bool allows_less(const std::optional<End>& than, const std::optional<End>& allowed) {
  if (!allowed || !than) return allowed.has_value();
  return allowed->ratio < than->ratio ||
         (allowed->ratio == than->ratio && allowed->open && !than->open);
}

// The ratios that all claimants allow, and which claimants set the ends.
struct Common {
  Wanted wanted;
  std::optional<std::size_t> highest_from;
  std::optional<std::size_t> lowest_to;
};

Common common_ratios(const Problem<Rational>& problem, std::span<const Interval> reported) {
  Common common;
  for (std::size_t i = 0; i < reported.size(); ++i) {
    const Wanted own = wanted_ratios(problem.claimants[i], reported[i]);
    if (asks_more(common.wanted.from, own.from)) {
      common.wanted.from = own.from;
      common.highest_from = i;
    }
    if (allows_less(common.wanted.to, own.to)) {
      common.wanted.to = own.to;
      common.lowest_to = i;
    }
  }
  return common;
}

// The lower end of an interval in words, or the upper: "10" if it is exact, else "more than 10" or
// "at least 10".
std::string lower(const Interval& interval, const Rational& scaled, Digits digits) {
  if (interval.low == interval.high) return readable(scaled, digits);
  return (interval.low_open ? "more than " : "at least ") + readable(scaled, digits);
}

std::string upper(const Interval& interval, const Rational& scaled, Digits digits) {
  if (interval.low == interval.high) return readable(scaled, digits);
  return (interval.high_open ? "less than " : "at most ") + readable(scaled, digits);
}

Rational paid_to_all(std::span<const Label> labels) {
  Rational sum = 0;
  for (const Label& label : labels) sum += label.paid;
  return sum;
}

struct Arguing {
  const Problem<Rational>& problem;
  std::span<const Interval> reported;
  std::span<const Label> labels;
  Digits digits;

  std::string operator()(const BelowMin& below) const {
    const std::size_t i = below.claimant;
    return labels[i].name + " holds " +
           upper(reported[i], reported[i].high + labels[i].paid, digits) +
           ", which is below its minimum " +
           readable(problem.claimants[i].min_share + labels[i].paid, digits) + ".";
  }

  std::string operator()(const AboveMax& above) const {
    const std::size_t i = above.claimant;
    const auto& claimant = problem.claimants[i];
    const std::string holds = labels[i].name + " holds " +
                              lower(reported[i], reported[i].low + labels[i].paid, digits) + ", ";
    if (claimant.weight == 0) {
      const std::string least =
          readable(claimant.min_share + labels[i].paid, digits) + " and no more";
      return holds + (labels[i].note.empty()
                          ? "but at weight 0 it gets its minimum " + least + "."
                          : "but it gets " + least + " (" + labels[i].note + ").");
    }
    return holds + "which is above its maximum " +
           readable(*claimant.max_share + labels[i].paid, digits) + ".";
  }

  std::string operator()(const Unequal& pair) const {
    const auto& [richer, poorer, needs, allows] = pair;
    std::string text = labels[richer].name + " is above its minimum and holds " +
                       lower(reported[richer], needs, digits) + " per weight" +
                       (labels[richer].paid != 0 ? " beyond it; " : "; ") + labels[poorer].name +
                       " is below its maximum and holds " +
                       upper(reported[poorer], allows, digits) +
                       (labels[poorer].paid != 0 ? " beyond its minimum" : "");
    // Two different levels may look the same when they are abbreviated.
    if (needs != allows && readable(needs, digits) == readable(allows, digits)) {
      text += " (less by " + readable(needs - allows, digits) + ")";
    }
    return text + ".";
  }

  std::string operator()(const WrongTotal& wrong) const {
    const auto& [least, most, low_open, high_open] = wrong.totals;
    const Rational paid = paid_to_all(labels);
    const Rational low = least + paid;
    const Rational high = most + paid;
    const Rational total = problem.total + paid;
    const Common common = common_ratios(problem, reported);
    const auto& [from, to, impossible] = common.wanted;
    std::string ratios =
        "The ratios that all shares allow, " + describe(common.wanted, digits) + ", give ";
    if (!from && !to) ratios = "All shares allow any ratio, which gives ";
    if (to && (to->ratio == 0 || (from && from->ratio == to->ratio))) {
      ratios = "The one ratio that all shares allow, " + readable(to->ratio, digits) + ", gives ";
    }
    const std::string totals = low == high
                                   ? "the total " + readable(low, digits)
                                   : std::string("totals from ") + (low_open ? "more than " : "") +
                                         readable(low, digits) + " to " +
                                         (high_open ? "less than " : "") + readable(high, digits);
    const bool over = total < low || (total == low && low_open);
    const Rational by = over ? Rational(low - total) : Rational(total - high);
    return ratios + totals + "; the total is " + readable(total, digits) +
           (by == 0 ? ", which is just outside" : (over ? ": over by " : ": under by ")) +
           (by == 0 ? "" : readable(by, digits)) + ".";
  }
};

// The remarks at the right end of claimants' rows.
std::vector<std::pair<std::size_t, std::string>> marks(const Problem<Rational>& problem,
                                                       std::span<const Interval> reported,
                                                       const Violation& violation) {
  if (const auto* below = std::get_if<BelowMin>(&violation)) {
    return {{below->claimant, "below its minimum"}};
  }
  if (const auto* above = std::get_if<AboveMax>(&violation)) {
    return {{above->claimant, "above its maximum"}};
  }
  if (const auto* pair = std::get_if<Unequal>(&violation)) {
    return {{pair->richer, "richer"}, {pair->poorer, "poorer"}};
  }
  const Common common = common_ratios(problem, reported);
  std::vector<std::pair<std::size_t, std::string>> result;
  if (common.highest_from == common.lowest_to) {
    if (common.lowest_to) result.emplace_back(*common.lowest_to, "sets both ends of R");
    return result;
  }
  if (common.highest_from) result.emplace_back(*common.highest_from, "sets the lowest R");
  if (common.lowest_to) result.emplace_back(*common.lowest_to, "sets the highest R");
  return result;
}

// Counts the bytes that begin a character: UTF-8's continuation bytes, 0x80 to 0xBF, have no width
// of their own.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return static_cast<signed char>(byte) >= -0x40; }));
}

// The first column and those from `fair` on are aligned left, numbers right.
constexpr std::size_t fair_column = 5;

// `cells` has all rows, one after the other.
std::string laid_out(const std::vector<std::string>& cells, std::size_t columns) {
  std::vector<std::size_t> widths;  // of the cells
  widths.reserve(cells.size());
  std::vector<std::size_t> widest(columns);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    widths.push_back(width_of(cells[i]));
    widest[i % columns] = std::max(widest[i % columns], widths[i]);
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t column = i % columns;
    const std::size_t padding = widest[column] - widths[i];
    const bool left = column == 0 || column >= fair_column;
    text.append((left ? 0 : padding) + 2, ' ').append(cells[i]).append(left ? padding : 0, ' ');
    if (column + 1 < columns) continue;
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::vector<std::size_t> rows_to_show(std::size_t claimants, std::vector<std::size_t> marked) {
  if (claimants > rows_max && !marked.empty()) {
    std::ranges::sort(marked);
    return marked;
  }
  std::vector<std::size_t> first(std::min(claimants, rows_max));
  std::iota(first.begin(), first.end(), std::size_t{0});
  return first;
}

// "10 stands for 19/2 to 21/2": how a share that the argument uses was read.
std::string reading(const std::vector<std::pair<std::size_t, std::string>>& marked,
                    std::span<const Interval> reported, std::span<const Label> labels) {
  for (const auto& [i, mark] : marked) {
    const auto& [low, high, low_open, high_open] = reported[i];
    if (low == high) continue;
    return "  Reported shares are rounded: " + labels[i].reported + " stands for " +
           (low_open ? "more than " : "") + brief(low + labels[i].paid) + " to " +
           (high_open ? "less than " : "") + brief(high + labels[i].paid) + ".\n";
  }
  return "";
}

std::string table(const Problem<Rational>& problem, std::span<const Interval> reported,
                  const Violation& violation, std::span<const Label> labels,
                  std::span<const Rational> fair, const std::string& head) {
  const auto marked = marks(problem, reported, violation);
  std::vector<std::size_t> matter;
  for (const auto& mark : marked) matter.push_back(mark.first);

  std::vector<std::string> cells{head, "weight", "min", "max", "reported", "fair", "R must be", ""};
  if (fair.empty()) cells.erase(cells.begin() + fair_column);
  const std::size_t columns = cells.size();
  const std::vector<std::size_t> shown_claimants = rows_to_show(labels.size(), matter);
  for (const std::size_t i : shown_claimants) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    const Rational& paid = labels[i].paid;
    cells.push_back(labels[i].name);
    cells.push_back(brief(weight));
    cells.push_back(brief(min_share + paid));
    cells.push_back(max_share ? brief(*max_share + paid) : "-");
    cells.push_back(labels[i].reported);
    if (!fair.empty()) cells.push_back(brief_with_decimal(fair[i] + paid));
    cells.push_back(describe(wanted_ratios(problem.claimants[i], reported[i]), Digits::few));
    const auto mark = std::ranges::find(marked, i, &std::pair<std::size_t, std::string>::first);
    std::string remark = mark == marked.end() ? "" : "<- " + mark->second;
    if (!labels[i].note.empty()) remark += (remark.empty() ? "(" : " (") + labels[i].note + ")";
    cells.push_back(std::move(remark));
  }
  const std::size_t hidden = labels.size() - shown_claimants.size();
  return laid_out(cells, columns) +
         (hidden > 0 ? "  and " + std::to_string(hidden) + " more\n" : std::string());
}

}  // namespace

std::string argue(const Problem<Rational>& problem, std::span<const Interval> reported,
                  const Violation& violation, std::span<const Label> labels, Digits digits) {
  assert(reported.size() == problem.claimants.size());
  assert(labels.size() == problem.claimants.size());
  return std::visit(Arguing{problem, reported, labels, digits}, violation);
}

std::string explain(const Problem<Rational>& problem, std::span<const Interval> reported,
                    const Violation& violation, std::span<const Label> labels,
                    std::span<const Rational> fair, const std::string& head,
                    const std::string& argument) {
  assert(fair.empty() || fair.size() == problem.claimants.size());
  const std::string rows = table(problem, reported, violation, labels, fair, head) + "  ";
  if (!argument.empty()) return rows + argument + "\n";
  return rows + argue(problem, reported, violation, labels, Digits::few) + "\n" +
         reading(marks(problem, reported, violation), reported, labels);
}

}  // namespace fairshare::properties
