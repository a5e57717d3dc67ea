// JSON whose numbers keep their digits: 0.10 stays 0.10, and 2^63 + 1 is not rounded.

export class Digits {
  constructor(text) {
    this.text = text;
  }
}

const mark = "\u0001"; // before what was a number, and once more before a string that begins so, while JSON.parse reads
const written = JSON.stringify(mark).slice(0, -1);

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

// Throws SyntaxError, as JSON.parse does.
export function readJson(text) {
  const marked = text.replace(stringOrNumber, (match) => {
    if (match.startsWith(written)) return written + match.slice(1);
    return match.startsWith('"') ? match : JSON.stringify(mark + match);
  });
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    return value.startsWith(mark + mark) ? value.slice(1) : new Digits(value.slice(1));
  });
}

export function writeJson(value) {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${writeJson(one)}`);
  return `{${fields.join(",")}}`;
}

// The value of what is typed into a field: a JSON number if it is one; anything else ("1/3", "abc") is a string,
// and the solver says whether that is a number.
export function valueOf(typed) {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(typed) ? new Digits(typed) : typed;
}

export function typedOf(value) {
  if (value === undefined || value === null) return "";
  return value instanceof Digits ? value.text : String(value);
}
