#include "formats/report/html_outlook.h"

#include <fmt/format.h>

#include <cstddef>

#include "formats/report/html_style.h"
#include "formats/report/picture.h"
#include "formats/text/printable.h"
#include "formats/text/xml_text.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

std::string shown(std::string_view text) {
  return xml_escaped(printable(text));
}

std::string cell(const Rational& value, std::string_view sign = "") {
  return fmt::format("<td data-n=\"{:.17g}\">{}{}</td>", exact::to_double(value), sign,
                     html_number(value));
}

std::string state_of(const Outlook::State& state) {
  std::string text = "total " + short_number(state.total);
  if (state.unclaimed != 0) text += fmt::format(", {} unclaimed", short_number(state.unclaimed));
  if (state.excess != 0) {
    text += fmt::format(", which the minimums exceed by {}", short_number(state.excess));
  }
  return text;
}

std::string table_of(const Outlook& outlook, std::string_view name) {
  std::string html = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table "
      "class=\"sortable\">\n<caption>Before: {}. After: {}.</caption>\n<thead><tr><th "
      "scope=\"col\">claimant</th><th scope=\"col\">before</th><th scope=\"col\">after</th><th "
      "scope=\"col\">difference</th></tr></thead>\n<tbody>\n",
      name, state_of(outlook.before), state_of(outlook.after));
  for (std::size_t i = 0; i < outlook.names.size(); ++i) {
    const Rational difference = outlook.after.shares[i] - outlook.before.shares[i];
    const std::string claimant = shown(outlook.names[i]);
    html +=
        fmt::format("<tr{}><th scope=\"row\">{}</th>", difference == 0 ? "" : " class=\"named\"",
                    claimant.empty() ? "(no name)" : claimant);
    html += cell(outlook.before.shares[i]) + cell(outlook.after.shares[i]) +
            cell(difference, difference > 0 ? "+" : "") + "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n";
}

}  // namespace

std::string outlook_html_begin(std::span<const Setting> settings) {
  std::string list;
  for (const Setting& setting : settings) list += fmt::format("<li>{}</li>\n", shown(setting.text));
  return html_begin("What would be fair") +
         fmt::format(
             "<header>\n<h1>What would be fair</h1>\n<p class=\"lead\">The fair shares before and "
             "after these changes; reported shares are not used.</p>\n<ul>\n{}</ul>\n"
             "</header>\n<main>\n<h2 id=\"divisions\">Divisions</h2>\n",
             list);
}

std::string outlook_html(std::string_view title, std::span<const Outlook> outlooks) {
  std::string html;
  for (const Outlook& outlook : outlooks) {
    std::string name = shown(title);
    if (!outlook.title.empty()) name += (name.empty() ? "" : ", ") + shown(outlook.title);
    if (name.empty()) name = "(no name)";
    html += fmt::format("<section class=\"division\">\n<h3>{}</h3>\n", name);
    html += outlook.left_out.empty()
                ? table_of(outlook, name)
                : fmt::format("<p>It is not divided again: {}.</p>\n", shown(outlook.left_out));
    html += "</section>\n";
  }
  return html;
}

std::string outlook_html_error(const RecordError& error) {
  return fmt::format("<p class=\"error\">{}: {}</p>\n", xml_escaped(error.error.code),
                     shown(describe(error.error)));
}

std::string outlook_html_end() {
  return html_end(
      "Written by <code>fairshare verify --format html --set</code>. Numbers of more than 16 "
      "characters are rounded to about five digits.");
}

}  // namespace fairshare::formats
