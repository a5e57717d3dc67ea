// Elements, made from text only: no content of a record is ever read as HTML.

// make("td", {class: "number"}, "40/3", make("br"))
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export const find = (id) => document.getElementById(id);

// At most so many characters: an exact number may have thousands.
export function abridged(text, most = 60) {
  return text.length <= most ? text : `${text.slice(0, most / 2)}…${text.slice(-most / 4)} (${text.length} characters)`;
}

// A table that can be scrolled by itself if it is too wide, also by keyboard.
export function table(caption, heads, rows) {
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
  );
}
