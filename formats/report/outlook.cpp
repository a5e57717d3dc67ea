#include "formats/report/outlook.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "fairshare/exact/brief.h"
#include "formats/text/json_writer.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

using exact::brief_with_decimal;
using exact::Rational;
using Row = std::array<std::string, 4>;

std::string signed_text(const Rational& number) {
  return (number > 0 ? "+" : "") + brief_with_decimal(number);
}

std::string state_text(const Outlook::State& state) {
  std::string text = "total " + brief_with_decimal(state.total);
  if (state.unclaimed != 0) {
    text += fmt::format(", {} unclaimed", brief_with_decimal(state.unclaimed));
  }
  if (state.excess != 0) {
    text += fmt::format(", which the minimums exceed by {}", brief_with_decimal(state.excess));
  }
  return text;
}

std::string table(const Outlook& outlook) {
  std::vector<Row> rows{{"claimant", "before", "after", "difference"}};
  for (std::size_t i = 0; i < outlook.names.size(); ++i) {
    const Rational& before = outlook.before.shares[i];
    const Rational& after = outlook.after.shares[i];
    rows.push_back({printable(outlook.names[i]), brief_with_decimal(before),
                    brief_with_decimal(after), signed_text(after - before)});
  }
  std::array<std::size_t, 3> widths{};
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}\n", row[0], widths[0], row[1], widths[1],
                        row[2], widths[2], row[3]);
  }
  return text;
}

void write_state(std::string_view when, const Outlook::State& state, json::Writer& json) {
  const auto write = [&](std::string_view what, const Rational& number) {
    json.key(fmt::format("{}_{}", what, when)).string(exact::to_text(number));
  };
  write("total", state.total);
  if (state.unclaimed != 0) write("unclaimed", state.unclaimed);
  if (state.excess != 0) write("excess", state.excess);
}

}  // namespace

std::string outlook_text(std::string_view title, std::span<const Outlook> outlooks,
                         std::span<const Setting> settings) {
  std::vector<std::string> changes;
  for (const Setting& setting : settings) changes.push_back(printable(setting.text));
  std::string text = fmt::format("what if   {}: {}\n", printable(title), fmt::join(changes, ", "));
  for (const Outlook& outlook : outlooks) {
    if (!outlook.left_out.empty()) {
      text += fmt::format("  {}: left out: {}\n", printable(outlook.title), outlook.left_out);
      continue;
    }
    const std::string before = state_text(outlook.before);
    const std::string after = state_text(outlook.after);
    text += fmt::format("  {}{}{}\n", printable(outlook.title), outlook.title.empty() ? "" : ": ",
                        before == after ? before : before + "; after: " + after);
    text += table(outlook);
  }
  return text;
}

std::string outlook_json(std::string_view id, std::span<const Outlook> outlooks,
                         std::span<const Setting> settings) {
  std::string text;
  json::Writer json(text);
  json.begin_object();
  if (!id.empty()) json.key("id").number(id);
  json.key("what_if").begin_array();
  for (const Setting& setting : settings) json.string(setting.text);
  json.end_array().key("divisions").begin_array();
  for (const Outlook& outlook : outlooks) {
    json.begin_object();
    if (!outlook.title.empty()) json.key("title").string(outlook.title);
    if (!outlook.left_out.empty()) {
      json.key("left_out").string(outlook.left_out).end_object();
      continue;
    }
    write_state("before", outlook.before, json);
    write_state("after", outlook.after, json);
    json.key("claimants").begin_array();
    for (std::size_t i = 0; i < outlook.names.size(); ++i) {
      const Rational& before = outlook.before.shares[i];
      const Rational& after = outlook.after.shares[i];
      json.begin_object().key("name").string(outlook.names[i]);
      json.key("before").string(exact::to_text(before)).key("after").string(exact::to_text(after));
      json.key("difference").string(exact::to_text(after - before)).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return text;
}

}  // namespace fairshare::formats
