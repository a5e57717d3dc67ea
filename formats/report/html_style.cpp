#include "formats/report/html_style.h"

#include <fmt/format.h>

#include "formats/report/picture.h"

namespace fairshare::formats {

constexpr std::string_view html_style = R"(
:root{color-scheme:light dark;--ink:#1b1b1b;--soft:#555;--paper:#fff;--panel:#f4f6f8;--line:#c8ced4;--link:#00558c;--bad:#a83c00;--good:#17663a;--warn:#6b5200}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--paper)}
header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
h1{font-size:1.7rem;margin:1.2rem 0 .4rem}h2{font-size:1.3rem;margin:2.4rem 0 .6rem;border-bottom:1px solid var(--line)}
h3{font-size:1.1rem;margin:0;overflow-wrap:anywhere}h4{font-size:1rem;margin:1rem 0 .3rem}
a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.3rem .6rem}
.soft{color:var(--soft)}.lead{font-size:1.15rem}
.counts{display:flex;flex-wrap:wrap;gap:.8rem;padding:0;margin:1rem 0;list-style:none}
.counts li{background:var(--panel);border:1px solid var(--line);border-radius:.4rem;padding:.4rem 1rem}
.counts b{font-size:1.5rem;display:block}
.badge{font-size:.85rem;font-weight:700;border:2px solid;border-radius:.3rem;padding:0 .4rem;white-space:nowrap}
.unfair,.error{color:var(--bad)}.fair{color:var(--good)}.overcommitted{color:var(--warn)}
.division{border:1px solid var(--line);border-radius:.4rem;padding:1rem;margin:1rem 0}
summary{cursor:pointer;color:var(--link)}
.say{font-size:1.05rem;margin:.6rem 0}.say li{margin:.2rem 0}
.wide{overflow-x:auto;max-width:100%;margin:.8rem 0}
.wide svg{display:block;max-width:none}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{border-bottom:1px solid var(--line);padding:.25rem .5rem;text-align:right;vertical-align:top}
th:first-child,td:first-child,.text{text-align:left}
td,thead th{white-space:nowrap}tbody th{max-width:26rem;overflow-wrap:anywhere;min-width:10rem}
thead th{background:var(--panel)}tbody th{font-weight:400}
tr.named>*{font-weight:700}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;font-weight:600}
th button::after{content:" \2195";color:var(--soft)}
th[aria-sort=ascending] button::after{content:" \2191"}th[aria-sort=descending] button::after{content:" \2193"}
td.why{min-width:17rem;white-space:normal;overflow-wrap:anywhere}td.range{min-width:8rem;white-space:normal}
pre{background:var(--panel);padding:.7rem;overflow-x:auto;font-size:.85rem;line-height:1.4}
.tree ul{margin:0;padding-left:1.4rem;border-left:1px solid var(--line)}.tree>ul{border:0;padding-left:0}.tree li{list-style:none;margin:.25rem 0;overflow-wrap:anywhere}
.find{margin:.6rem 0}.find input{font:inherit;padding:.2rem .5rem;max-width:100%;border:1px solid var(--soft);border-radius:.3rem;background:var(--paper);color:var(--ink)}
[hidden]{display:none!important}
@media screen and (prefers-color-scheme:dark){
:root{--ink:#efefef;--soft:#b4bac0;--paper:#16191d;--panel:#22272d;--line:#4a525b;--link:#7cc6f2;--bad:#ffae70;--good:#7fd6a2;--warn:#e8cf6a}}
@media print{
:root{color-scheme:light}.find,.skip{display:none}th button::after{content:""}
.division{break-inside:auto;border:0;padding:0}.wide,pre{overflow:visible;white-space:pre-wrap}
.wide{white-space:normal}.wide svg{width:100%;height:auto}table{font-size:.68rem;width:100%}th,tbody th,td,td.why,td.range{white-space:normal;min-width:0;padding:.15rem .3rem}figure,tr,h3{break-inside:avoid}}
)";

constexpr std::string_view html_script = R"(
'use strict';
const numberOf = cell => cell.dataset.n === undefined ? null : Number(cell.dataset.n);
const compare = (a, b) => {
  const m = numberOf(a), n = numberOf(b);
  if (m !== null && n !== null) return m - n;
  if (m !== null || n !== null) return m !== null ? -1 : 1;
  return a.textContent.localeCompare(b.textContent, undefined, {numeric: true});
};
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const body = table.tBodies[0];
      const rows = [...body.rows];
      rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[column], b.cells[column]));
      body.append(...rows);
    });
  });
}
const field = document.getElementById('find');
if (field) {
  const found = document.getElementById('found');
  const entries = [...document.querySelectorAll('[data-find]')];
  const rows = entries.filter(entry => entry.tagName === 'TR').length;
  field.closest('.find').hidden = false;
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase();
    let shown = 0;
    for (const entry of entries) {
      entry.hidden = !entry.dataset.find.toLowerCase().includes(words);
      if (!entry.hidden && entry.tagName === 'TR') ++shown;
    }
    found.textContent = words === '' ? '' : shown + ' of ' + rows + ' shown';
  });
}
const open = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.querySelector('details.folded');
  if (details) { details.open = true; target.scrollIntoView(); }
};
addEventListener('hashchange', open);
open();
addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(d => { d.open = true; }));
)";

constexpr std::string_view html_policy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    "style-src 'sha256-MfOjGhrwtzVFHMNkjDf2epF0uw34h6g42uXG1nSxm50=' "   // html_style
    "'sha256-6mVKlBbLzKGg0x+FlrDRf9yIIY6h0Cnll0v4nPtIqyY='; "            // picture_style
    "script-src 'sha256-UX2eUOV3/GgYSHSBcI5SjPmtdyMbwYHIJjkFuUjfLYI='";  // html_script

std::string html_begin(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n<style>{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#divisions\">To the divisions</a>\n",
      html_policy, title, html_style, picture_style);
}

std::string html_end(std::string_view note) {
  return fmt::format(
      "</main>\n<footer>\n<p class=\"soft\">{}</p>\n</footer>\n<script>{}</script>\n</body>\n"
      "</html>\n",
      note, html_script);
}

std::string html_number(const exact::Rational& value) {
  const std::string text = short_number(value);
  constexpr std::string_view mark = "≈ ";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace fairshare::formats
