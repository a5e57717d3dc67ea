#include "formats/report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/ordering.h"
#include "formats/report/explorer_link.h"
#include "formats/report/html_style.h"
#include "formats/report/html_text.h"
#include "formats/report/picture.h"
#include "formats/report/text.h"
#include "formats/text/printable.h"
#include "formats/text/xml_text.h"
#include "formats/verdict/share_reason.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// A division of the page.
struct Entry {
  const Verdict& verdict;
  std::string name;    // "root.prod, memory"
  std::string anchor;  // "root.prod-memory"
};

// Words.

std::string shown(std::string_view text) {
  return xml_escaped(printable(text));
}

// The name of a claimant or a division as shown: XML cannot hold everything that a name may
// contain.
std::string shown_name(std::string_view name) {
  const std::string html = shown(name);
  return html.empty() ? "(no name)" : html;
}

std::string_view word_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::fair:
      return "fair";
    case Judgement::unfair:
      return "unfair";
    case Judgement::overcommitted:
      return "overcommitted";
  }
  return "";
}

std::string badge(Judgement judgement) {
  return fmt::format("<span class=\"badge {0}\">{0}</span>", word_of(judgement));
}

std::string link_to_code(std::string_view code) {
  return fmt::format("<a href=\"#{0}\">{0}</a>", xml_escaped(code));
}

// "x holds 10, 10/3 (3.33) less than its fair share 40/3 (13.33)."
std::string holding(const Verdict& verdict, std::size_t i) {
  const Case& division = verdict.division;
  const Rational& reported = division.reported[i].value;
  const std::string held =
      fmt::format("<strong>{}</strong> holds {}", shown_name(division.labels[i].name),
                  shown(short_share(division, i)));
  if (!verdict.fair) return held + ".";
  const Rational& fair = verdict.fair->shares[i];
  if (reported == fair) return held + ", its fair share.";
  return held + fmt::format(", {} {} than its fair share {}.",
                            short_number(reported < fair ? fair - reported : reported - fair),
                            reported < fair ? "less" : "more",
                            short_number(fair + division.labels[i].paid));
}

// What is unfair, one sentence each.
std::vector<std::string> sentences_of(const Verdict& verdict) {
  constexpr std::size_t findings_max = 6;
  std::vector<std::string> sentences;
  for (const Finding& finding : verdict.findings) {
    if (sentences.size() >= findings_max) break;
    const auto* violation = std::get_if<properties::Violation>(&finding.reason);
    const auto* pair = violation != nullptr ? std::get_if<properties::Unequal>(violation) : nullptr;
    if (pair != nullptr) {
      sentences.push_back(holding(verdict, pair->poorer));
      sentences.push_back(holding(verdict, pair->richer));
    }
    sentences.push_back(fmt::format("{} ({})",
                                    shown(message_of(verdict, finding, exact::Digits::few)),
                                    link_to_code(finding.code)));
  }
  if (verdict.findings.size() > findings_max) {
    sentences.push_back(fmt::format("{} more findings.", verdict.findings.size() - findings_max));
  }
  return sentences;
}

// The ratios that the reported share allows: "= 10", "&ge; 15", "&gt; 3 and &lt; 4".
std::string range_text(const Verdict& verdict, std::size_t i) {
  const auto range =
      properties::find_ratio_range(verdict.division.problem.claimants[i], verdict.intervals[i]);
  if (!range) return "no R";
  const auto& [low, high, low_open, high_open] = *range;
  if (high && *high == low) return "= " + html_number(low);
  std::string text;
  if (low > 0 || low_open) {
    text = fmt::format("{} {}", low_open ? "&gt;" : "&ge;", html_number(low));
  }
  if (high) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " and ", high_open ? "&lt;" : "&le;",
                        html_number(*high));
  }
  return text.empty() ? "any" : text;
}

// Names.

std::string printable_name_of(const Case& division) {
  const std::string name = full_title_of(division);
  return printable(shown(name).empty() ? "(no name)" : name);
}

// Letters, digits, dots and dashes of the name; a number tells equal ones apart.
std::string anchor_of(std::string_view name, std::set<std::string>& taken) {
  constexpr std::size_t length_max = 80;
  std::string anchor;
  for (const char letter : name.substr(0, length_max)) {
    const bool is_plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                          (letter >= '0' && letter <= '9') || letter == '.' || letter == '_';
    if (is_plain) {
      anchor += letter;
    } else if (!anchor.empty() && anchor.back() != '-') {
      anchor += '-';
    }
  }
  anchor = "d-" + anchor;
  std::string numbered = anchor;
  for (std::size_t k = 2; !taken.insert(numbered).second; ++k) {
    numbered = fmt::format("{}-{}", anchor, k);
  }
  return numbered;
}

std::vector<Entry> entries_of(const Collection& collection) {
  std::vector<Entry> entries;
  std::set<std::string> taken;
  for (const auto& [rank, kept] : collection.divisions()) {
    std::string name = printable_name_of(kept.verdict.division);
    std::string anchor = anchor_of(name, taken);
    entries.push_back({kept.verdict, std::move(name), std::move(anchor)});
  }
  return entries;
}

std::string link_to(const Entry& entry) {
  return fmt::format("<a href=\"#{}\">{}</a>", entry.anchor, xml_escaped(entry.name));
}

// The summary.

std::string title_of(const Tally& tally) {
  if (tally.bad == 1) return "1 division is unfair";
  if (tally.bad > 1) return fmt::format("{} divisions are unfair", tally.bad);
  if (tally.not_judged > 0) return fmt::format("{} not judged", tally.not_judged);
  return tally.good + tally.overcommitted > 0 ? "All shares are fair" : "Nothing was judged";
}

std::string counts_of(const Tally& tally) {
  std::string html = "<ul class=\"counts\">\n";
  const auto add = [&](std::size_t count, std::string_view words, std::string_view style) {
    html += fmt::format("<li class=\"{}\"><b>{}</b>{}</li>\n", style, count, words);
  };
  add(tally.bad, "unfair", "unfair");
  add(tally.good, "fair", "fair");
  if (tally.overcommitted > 0) add(tally.overcommitted, "overcommitted", "overcommitted");
  if (tally.not_judged > 0) add(tally.not_judged, "not judged", "error");
  return html + "</ul>\n";
}

std::string worst_of(const std::vector<Entry>& entries) {
  constexpr std::size_t most = 5;
  std::string html;
  for (std::size_t at = 0; at < std::min(entries.size(), most); ++at) {
    const Entry& entry = entries[at];
    if (entry.verdict.judgement != Judgement::unfair) break;
    html += fmt::format("<li>In {}: ", link_to(entry));
    const auto sentences = sentences_of(entry.verdict);
    const std::size_t shown_max = sentences.size() > 1 ? 2 : 1;
    for (std::size_t k = 0; k < shown_max; ++k) html += (k == 0 ? "" : " ") + sentences[k];
    html += "</li>\n";
  }
  if (html.empty()) return "";
  return "<h2>What is unfair</h2>\n<ul class=\"say\">\n" + html + "</ul>\n";
}

std::string codes_of(const Collection& collection) {
  if (collection.codes().empty()) return "";
  std::string html;
  for (const auto& [code, count] : collection.codes()) {
    html += fmt::format("{}{}: {}", html.empty() ? "" : ", ", link_to_code(code), count);
  }
  return fmt::format("<p>Unfair divisions by what is found first: {}.</p>\n", html);
}

std::string left_out_of(const Collection& collection) {
  const std::size_t count = collection.divisions_left_out();
  if (count == 0) return "";
  return fmt::format(
      "<p><strong>This page shows the {} worst divisions.</strong> The other {} are only in the "
      "counts; <code>fairshare verify --format json</code> prints all.</p>\n",
      collection.divisions().size(), count);
}

std::string summary_of(const Collection& collection, const Tally& tally,
                       const std::vector<Entry>& entries) {
  return fmt::format("<header>\n<h1>{}</h1>\n", title_of(tally)) +
         "<p class=\"lead\">A share is fair if it is clamp(weight · R, minimum, maximum), with one "
         "ratio R for all claimants of a division, and the shares add up to the total.</p>\n" +
         counts_of(tally) + codes_of(collection) + left_out_of(collection) + "</header>\n<main>\n" +
         worst_of(entries);
}

// All divisions: a table, and the tree that they form.

std::string place_of(const Case& division) {
  if (division.line == 0) return shown(division.file);
  return fmt::format("{}:{}", shown(division.file), division.line);
}

// A cell with the number by which its column is sorted.
std::string number_cell(const Rational& value, std::string_view text) {
  return fmt::format("<td data-n=\"{:.17g}\">{}</td>", exact::to_double(value), text);
}

std::string overview_row(const Entry& entry) {
  const Verdict& verdict = entry.verdict;
  const Finding* first = verdict.findings.empty() ? nullptr : &verdict.findings.front();
  return fmt::format(
      "<tr data-find=\"{}\"><th scope=\"row\">{}</th><td class=\"text\">{}</td>"
      "<td class=\"text\">{}</td>{}<td data-n=\"{}\">{}</td><td class=\"text\">{}</td></tr>\n",
      xml_escaped(entry.name), link_to(entry), badge(verdict.judgement),
      first != nullptr ? link_to_code(first->code) : "",
      verdict.distance ? number_cell(*verdict.distance, html_number(*verdict.distance))
                       : "<td></td>",
      verdict.claimants, verdict.claimants, place_of(verdict.division));
}

std::string overview_of(const std::vector<Entry>& entries) {
  if (entries.empty()) {
    return "<h2 id=\"divisions\">All divisions</h2>\n<p>There is no division to show.</p>\n";
  }
  std::string html =
      "<h2 id=\"divisions\">All divisions</h2>\n"
      "<p class=\"find\" hidden><label for=\"find\">Show those with </label>"
      "<input id=\"find\" type=\"search\" autocomplete=\"off\"> "
      "<span id=\"found\" role=\"status\"></span></p>\n"
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All divisions\">\n"
      "<table class=\"sortable\">\n<caption>The worst first</caption>\n<thead><tr>"
      "<th scope=\"col\">division</th><th scope=\"col\" class=\"text\">verdict</th>"
      "<th scope=\"col\" class=\"text\">code</th><th scope=\"col\">farthest from fair by</th>"
      "<th scope=\"col\">claimants</th><th scope=\"col\" class=\"text\">place</th></tr></thead>\n"
      "<tbody>\n";
  for (const Entry& entry : entries) html += overview_row(entry);
  return html + "</tbody>\n</table>\n</div>\n";
}

// A node of a tree: its record, its resource, and its number or else its name.
struct Node {
  std::string source;
  std::optional<std::size_t> number;
  std::string name;

  friend auto operator<=>(const Node&, const Node&) = default;
};

std::string without_slash(const std::string& path) {
  return path.starts_with("/") ? path.substr(1) : path;
}

Node node_of(const Case& division, std::optional<std::size_t> number, const std::string& name) {
  std::string source = fmt::format("{}:{}:{}", division.is_of_document ? 0 : division.line,
                                   division.resource, division.file);
  return {std::move(source), number, number ? "" : without_slash(name)};
}

struct Forest {
  std::vector<std::vector<std::size_t>> children;  // of each entry
  std::vector<std::size_t> roots;
};

// A division is below the division in which its node is a claimant. Records that are not trees are
// left out.
Forest forest_of(const std::vector<Entry>& entries) {
  std::map<Node, std::size_t> divider_of;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Case& division = entries[k].verdict.division;
    for (const ClaimantLabel& label : division.labels) {
      divider_of.emplace(
          node_of(division, label.node, label.path.empty() ? label.name : label.path), k);
    }
  }
  Forest forest{std::vector<std::vector<std::size_t>>(entries.size()), {}};
  std::vector<bool> is_below(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Case& division = entries[k].verdict.division;
    const auto parent = divider_of.find(node_of(division, division.node, division.path));
    const bool has_parent = parent != divider_of.end() && parent->second != k;
    if (has_parent) forest.children[parent->second].push_back(k);
    is_below[k] = has_parent;
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const bool is_alone = forest.children[k].empty() && !entries[k].verdict.division.is_of_document;
    if (!is_below[k] && !is_alone) forest.roots.push_back(k);
  }
  return forest;
}

// Parents before children, without recursion: a tree may be deep.
std::string tree_of(const std::vector<Entry>& entries) {
  const Forest forest = forest_of(entries);
  const auto is_leaf = [](const auto& children) { return children.empty(); };
  if (std::ranges::all_of(forest.children, is_leaf)) return "";
  std::string html = "<h2>The tree</h2>\n<div class=\"tree\">\n<ul>\n";
  struct Level {
    const std::vector<std::size_t>* nodes;
    std::size_t next = 0;
  };
  std::vector<Level> levels{{&forest.roots}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.nodes->size()) {
      levels.pop_back();
      html += levels.empty() ? "</ul>\n" : "</ul></li>\n";
      continue;
    }
    const std::size_t k = (*level.nodes)[level.next++];
    html += fmt::format("<li>{} {}", badge(entries[k].verdict.judgement), link_to(entries[k]));
    if (forest.children[k].empty()) {
      html += "</li>\n";
    } else {
      html += "\n<ul>\n";
      levels.push_back({&forest.children[k]});
    }
  }
  return html + "</div>\n";
}

// One division.

// What its scheduler's release computes, one per claimant; null if that is not known.
const std::vector<std::string>* find_computed(const Case& division) {
  if (!division.comparison || !division.comparison->shares) return nullptr;
  return &*division.comparison->shares;
}

std::string claimant_row(const Verdict& verdict, std::size_t i, std::string_view role,
                         const std::vector<ShareReason>& reasons) {
  const Case& division = verdict.division;
  const auto& [weight, min_share, max_share] = division.problem.claimants[i];
  const ClaimantLabel& label = division.labels[i];
  const Rational reported = division.reported[i].value + label.paid;
  std::string name = shown_name(label.name);
  if (!role.empty()) name += fmt::format(" ← {}", role);
  if (!label.note.empty())
    name += fmt::format(" <span class=\"soft\">({})</span>", shown(label.note));
  std::string html =
      fmt::format("<tr{}><th scope=\"row\">{}</th>", role.empty() ? "" : " class=\"named\"", name);
  html += number_cell(weight, html_number(weight));
  html += number_cell(min_share + label.paid, html_number(min_share + label.paid));
  html += max_share ? number_cell(*max_share + label.paid, html_number(*max_share + label.paid))
                    : "<td>none</td>";
  html += number_cell(reported, shown(short_share(division, i)));
  if (verdict.fair) {
    const Rational fair = verdict.fair->shares[i] + label.paid;
    const Rational difference = reported - fair;
    html += number_cell(fair, html_number(fair));
    html += number_cell(difference, (difference > 0 ? "+" : "") + html_number(difference));
  }
  html += fmt::format("<td class=\"range\">{}</td>", range_text(verdict, i));
  if (const auto* computed = find_computed(division)) {
    html += fmt::format("<td>{}</td>", i < computed->size() ? shown((*computed)[i]) : "");
  }
  if (i < reasons.size()) {
    const auto& [why, change] = reasons[i];
    html += fmt::format("<td class=\"text why\">{}{}{}</td>", shown(why),
                        change.empty() ? "" : "; ", shown(change));
  }
  return html + "</tr>\n";
}

std::string table_of(const Entry& entry, const std::vector<std::size_t>& rows) {
  const Verdict& verdict = entry.verdict;
  const Case& division = verdict.division;
  const std::vector<ShareReason> reasons = reasons_of(verdict);
  const std::vector<std::string_view> roles = roles_of(verdict);
  std::string html = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Claimants of {0}\">\n"
      "<table class=\"sortable\">\n<caption>Claimants, total {1}</caption>\n<thead><tr>",
      xml_escaped(entry.name), html_number(division.problem.total + paid_to_all(division.labels)));
  const auto head = [&](std::string_view words, bool is_text = false) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_text ? " class=\"text\"" : "", words);
  };
  for (const std::string_view words : {"claimant", "weight", "min", "max", "reported"}) head(words);
  if (verdict.fair) {
    head("fair");
    head("difference");
  }
  head("R must be");
  if (find_computed(division) != nullptr) {
    head(fmt::format("{} computes", shown(division.comparison->scheduler)));
  }
  if (!reasons.empty()) head("reason for the fair share", true);
  html += "</tr></thead>\n<tbody>\n";
  for (const std::size_t i : rows) html += claimant_row(verdict, i, roles[i], reasons);
  return html + "</tbody>\n</table>\n</div>\n";
}

std::string link_to_explorer(const Verdict& verdict, std::string_view explorer) {
  constexpr std::size_t letters_max = 20'000;
  if (explorer.empty()) return "";
  const std::string link = explorer_link(explorer, record_of(verdict));
  if (link.size() > letters_max) return "";
  return fmt::format("<p><a href=\"{}\">Open {}in the explorer</a></p>\n", xml_escaped(link),
                     paid_to_all(verdict.division.labels) > 0 ? "what is above the minimums " : "");
}

// The picture, the table of claimants, and the verdict as text.
std::string details_of(const Entry& entry, std::string_view explorer) {
  const Verdict& verdict = entry.verdict;
  const std::vector<std::size_t> rows = claimants_shown(verdict);
  std::string html = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Picture of {}\">\n{}"
      "</div>\n",
      xml_escaped(entry.name), picture_of(verdict, PictureStyle::of_page));
  html += link_to_explorer(verdict, explorer) + table_of(entry, rows);
  if (rows.size() < verdict.division.labels.size()) {
    html += fmt::format("<p>The table has the {} claimants that matter, of {}.</p>\n", rows.size(),
                        verdict.division.labels.size());
  }
  return html + fmt::format(
                    "<details><summary>As <code>fairshare verify</code> prints it</summary>\n"
                    "<pre tabindex=\"0\">{}</pre></details>\n",
                    xml_escaped(verdict_text(verdict)));
}

// Fair divisions are folded.
std::string division_of(const Entry& entry, std::string_view explorer) {
  const Verdict& verdict = entry.verdict;
  std::string html = fmt::format(
      "<section class=\"division\" id=\"{}\" data-find=\"{}\">\n<h3>{} {}</h3>\n", entry.anchor,
      xml_escaped(entry.name), xml_escaped(entry.name), badge(verdict.judgement));
  if (verdict.judgement == Judgement::fair) {
    return html + "<details class=\"folded\"><summary>Picture, claimants and reasons</summary>\n" +
           details_of(entry, explorer) + "</details>\n</section>\n";
  }
  html += "<ul class=\"say\">\n";
  for (const std::string& sentence : sentences_of(verdict)) {
    html += fmt::format("<li>{}</li>\n", sentence);
  }
  if (verdict.judgement == Judgement::overcommitted) {
    html += fmt::format("<li>The minimums exceed the total by {}.</li>\n",
                        short_number(*verdict.excess));
  }
  return html + "</ul>\n" + details_of(entry, explorer) + "</section>\n";
}

// The rest.

std::string errors_of(const Collection& collection) {
  if (collection.errors().empty() && collection.warnings().empty()) return "";
  std::string html = "<h2 id=\"errors\">What was not judged</h2>\n<ul>\n";
  for (const auto& [position, error] : collection.errors()) {
    html += fmt::format("<li>{}: {}</li>\n", link_to_code(error.error.code),
                        shown(describe(error.error)));
  }
  if (collection.errors_left_out() > 0) {
    html += fmt::format("<li>{} more errors.</li>\n", collection.errors_left_out());
  }
  for (const auto& [file, sentence] : collection.warnings()) {
    html += fmt::format("<li>Warning, {}: {}</li>\n", shown(file), shown(sentence));
  }
  if (collection.warnings_left_out() > 0) {
    html += fmt::format("<li>{} more warnings.</li>\n", collection.warnings_left_out());
  }
  return html + "</ul>\n";
}

// The pages of all codes to which something links.
std::string codes_section_of(const Collection& collection, const std::vector<Entry>& entries,
                             const PageSources& sources) {
  std::set<std::string> codes;
  for (const auto& [code, count] : collection.codes()) codes.insert(code);
  for (const auto& [position, error] : collection.errors()) codes.insert(error.error.code);
  for (const Entry& entry : entries) {
    for (const Finding& finding : entry.verdict.findings) codes.insert(finding.code);
  }
  if (codes.empty()) return "";
  std::string html = "<h2>What the codes mean</h2>\n";
  for (const std::string& code : codes) {
    html += fmt::format("<section class=\"division\" id=\"{}\">\n{}</section>\n", xml_escaped(code),
                        html_of_page(sources.find_code_page(code)));
  }
  return html;
}

}  // namespace

std::string html_page(const Collection& collection, const Tally& tally,
                      const PageSources& sources) {
  const std::vector<Entry> entries = entries_of(collection);
  std::string html = html_begin(title_of(tally)) + summary_of(collection, tally, entries);
  html += overview_of(entries) + tree_of(entries);
  if (!entries.empty()) html += "<h2>Each division</h2>\n";
  for (const Entry& entry : entries) html += division_of(entry, sources.explorer);
  html += errors_of(collection) + codes_section_of(collection, entries, sources);
  return html + html_end(
                    "Written by <code>fairshare verify --format html</code>. Numbers of more than "
                    "16 characters are rounded to about five digits; <code>--format json</code> "
                    "has them all.");
}

}  // namespace fairshare::formats
