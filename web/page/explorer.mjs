// The page: fields, answers, history and gallery. The state is the text of one record, and the
// address holds it.
import { isFlat, recordOf } from "./answers.mjs";
import { fromBase91 } from "./base91.mjs";
import { makeDesk } from "./desk.mjs";
import { decimalOf, wholeOf } from "./fractions.mjs";
import { abridged, find, make, table } from "./page.mjs";
import { makeSolver } from "./solver.mjs";
import { Digits, typedOf, valueOf, writeJson } from "./text.mjs";

const first =
  '{"total":100,"claimants":[{"name":"adhoc"},{"name":"etl","weight":2,"max_share":30},{"name":"prod","weight":3,"min_share":60}]}';
const charactersMax = 100_000; // characters of a record in an address
const fieldsMax = 500; // claimants with fields: a browser takes seconds for thousands
const fieldNames = { weight: "weight", min_share: "minimum", max_share: "maximum", demand: "demand", share: "reported" };
const standings = { at_min: "at its minimum", at_max: "at its maximum", proportional: "by weight" };
const roundings = {
  "": "as the record's numbers are",
  exact: "exact",
  written: "rounded as written",
  double: "doubles",
  float: "floats",
  nearest: "rounded to whole units",
  down: "truncated to whole units",
  apportioned: "apportioned",
};

let answering; // the desk for the answers,
let opining; // and the one for the schedulers' opinions, which a change need not wait for
let text = "";
let record; // of the text; undefined where it is none
let schedulers = [];
const past = [];
const future = [];
let lastField = ""; // edits of one field in a row are one step

// The address.

// Undefined if there is none, or if it is too long; the page then says so.
function textOfAddress() {
  const found = new URLSearchParams(location.hash.slice(1)).get("record") || undefined;
  if (found === undefined || found.length <= charactersMax) return found;
  find("told").textContent = `The record in the address is not opened: it has more than ${charactersMax} characters.`;
  return undefined;
}

const address = () => `#${new URLSearchParams({ record: text })}`;

let writing;
// Browsers limit how often an address may change, so a drag writes it only when it pauses.
function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", address()), 150);
}

// History.

function change(next, field) {
  if (next === text) return;
  if (field === "" || field !== lastField) past.push(text);
  future.length = 0;
  lastField = field;
  show(next);
}

function step(from, to) {
  if (from.length === 0) return;
  to.push(text);
  lastField = "";
  const label = document.activeElement.getAttribute("aria-label");
  show(from.pop());
  showFields();
  // The field that had the focus is a new element now.
  if (label) [...document.querySelectorAll("input")].find((one) => one.getAttribute("aria-label") === label)?.focus();
}

const undo = () => step(past, future);
const redo = () => step(future, past);

// Fields.

function fieldsOf(index) {
  const claimant = record.claimants[index];
  return { ...claimant, share: record.shares?.[index] };
}

function setField(index, key, typed) {
  const copy = { ...record, claimants: record.claimants.map((one) => ({ ...one })) };
  if (key === "share") {
    const shares = copy.claimants.map((_, i) => record.shares?.[i] ?? new Digits("0"));
    shares[index] = valueOf(typed || "0"); // an empty field beside others is 0, too
    copy.shares = shares;
    const boxes = [...find("claimants").querySelectorAll('[data-key="share"]')];
    if (boxes.every((box) => box.value.trim() === "")) delete copy.shares;
  } else if (typed === "") {
    delete copy.claimants[index][key];
  } else {
    copy.claimants[index][key] = key === "name" ? typed : valueOf(typed);
  }
  change(writeJson(copy), `${index} ${key}`);
}

function setOfRecord(key, typed) {
  const copy = { ...record };
  if (typed === "" && key !== "total") delete copy[key];
  else copy[key] = key === "total" ? valueOf(typed) : typed;
  change(writeJson(copy), key);
}

const numberOf = (value) => {
  const number = Number(typedOf(value));
  return Number.isFinite(number) ? number : 0;
};

// The end of a slider: 10 for weights; the total for amounts, or twice the present value.
function endOf(key, value) {
  const now = Math.max(numberOf(value), 0);
  const usual = key === "weight" ? 10 : key === "total" ? 2 * now || 100 : numberOf(record.total) || 100;
  return now > usual ? 2 * now : usual;
}

// The step of a slider, so that it has a hundred or two: 1, 2, 5, 10, …
function stepOf(end) {
  const power = 10 ** Math.floor(Math.log10(end / 100));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  return Number((steps.find((one) => end / one <= 200) ?? 10 * power).toPrecision(6));
}

// A text field to type into, and a slider to drag.
function numberField(key, label, value, hint, set) {
  const box = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label,
    placeholder: hint, "data-key": key });
  box.value = typedOf(value);
  const end = endOf(key, value);
  const slider = make("input", { type: "range", min: "0", max: String(end), step: String(stepOf(end)), "aria-label": `${label}, slider` });
  const follow = () => {
    const number = box.value === "" ? numberOf(hint) : Number(box.value);
    slider.value = Number.isFinite(number) ? number : 0;
  };
  follow();
  box.addEventListener("input", () => {
    const number = Number(box.value);
    if (number > Number(slider.max)) {
      slider.max = 2 * number;
      slider.step = stepOf(2 * number);
    }
    follow();
    set(box.value.trim());
  });
  slider.addEventListener("input", () => {
    box.value = slider.value;
    set(slider.value);
  });
  return [box, slider];
}

function claimantRow(index) {
  const fields = fieldsOf(index);
  const title = `claimant ${abridged(typedOf(fields.name ?? index))}`;
  const box = make("input", { type: "text", autocomplete: "off", "aria-label": `name of ${title}`,
    placeholder: String(index), "data-key": "name" });
  box.value = typedOf(fields.name);
  box.addEventListener("input", () => setField(index, "name", box.value));
  const hints = { weight: "1", min_share: "0", max_share: "none", demand: "all", share: "" };
  const cells = Object.entries(fieldNames).map(([key, word]) =>
    make("div", {}, make("span", { class: "label", "aria-hidden": "true" }, word),
      ...numberField(key, `${word} of ${title}`, fields[key], hints[key], (typed) => setField(index, key, typed))));
  const drop = make("button", { type: "button", class: "drop", "aria-label": `Remove ${title}`, onclick: () => remove(index) }, "✕");
  return make("li", {}, make("div", { class: "name" }, make("span", { class: "label", "aria-hidden": "true" }, "name"), box), ...cells, drop);
}

function remove(index) {
  const keep = (_, i) => i !== index;
  const copy = { ...record, claimants: record.claimants.filter(keep) };
  if (record.shares) copy.shares = record.shares.filter(keep);
  change(writeJson(copy), "");
  showFields();
  (find("claimants").children[Math.min(index, copy.claimants.length - 1)]?.querySelector("input") ?? find("add")).focus();
}

function add() {
  const copy = { ...record, claimants: [...record.claimants, {}] };
  if (record.shares) copy.shares = [...record.shares, new Digits("0")];
  change(writeJson(copy), "");
  showFields();
  find("claimants").lastElementChild.querySelector("input").focus();
}

function showFields() {
  const flat = isFlat(record) && record.claimants.length <= fieldsMax;
  find("no-fields").hidden = flat;
  for (const id of ["add", "clear-shares"]) find(id).disabled = !flat;
  find("total-field").replaceChildren();
  find("claimants").replaceChildren();
  find("text-details").open ||= !flat;
  find("scheduler").disabled = find("rounding").disabled = !record;
  find("scheduler").value = typedOf(record?.scheduler) || "fair";
  find("rounding").value = typedOf(record?.rounding);
  if (!flat) return;
  find("total-field").append(make("span", { class: "label", "aria-hidden": "true" }, "Total"),
    ...numberField("total", "total", record.total, "", (typed) => setOfRecord("total", typed)));
  find("claimants").append(...record.claimants.map((_, index) => claimantRow(index)));
}

// Answers.

const shown = (exact, length) => abridged(decimalOf(exact), length);

function number(exact, decimal) {
  const cell = make("td", { class: "number" }, shown(exact));
  if (decimal !== undefined && String(decimal) !== decimalOf(exact)) {
    cell.append(make("br"), make("span", { class: "faint" }, String(Number(Number(decimal).toPrecision(8)))));
  }
  return cell;
}

function ratioText({ ratio_low: low, ratio_high: high, ratio_low_open: isLowOpen, ratio_high_open: isHighOpen }) {
  if (low === undefined && high === undefined) return "no R";
  const parts = [];
  if (low !== undefined && low !== "0") parts.push(`${isLowOpen ? ">" : "≥"} ${shown(low, 30)}`);
  if (high !== undefined) parts.push(`${isHighOpen ? "<" : "≤"} ${shown(high, 30)}`);
  return parts.join(" and ") || "any R";
}

function divisionTable(division, isReported) {
  const heads = ["claimant", "fair share", "stands", "why", ...(isReported ? ["reported", "R must be"] : [])];
  const rows = division.claimants.map((one) =>
    make("tr", {},
      make("th", { scope: "row" }, abridged(one.name)),
      one.fair === undefined ? make("td", {}, "–") : number(one.fair, one.fair_decimal),
      make("td", {}, standings[one.standing] ?? ""),
      make("td", { class: "why" }, abridged(one.why ?? "", 300), ...(one.change ? [make("br"), make("span", { class: "faint" }, abridged(one.change, 300))] : [])),
      ...(isReported ? [make("td", { class: "number" }, abridged(typedOf(one.reported))), make("td", { class: "number" }, ratioText(one))] : []),
    ));
  const place = [division.path, division.label, division.resource].filter(Boolean).join(", ");
  const where = place ? `${abridged(place)}: ` : "";
  return table(`${where}${shown(division.total)} among ${division.claimants.length}, R = ${shown(division.ratio ?? "none")}`, heads, rows);
}

// For a record without a verdict: what there is, by name.
function plainTable(solution, asked) {
  const names = [];
  const walk = (nodes, path) => {
    for (const [index, node] of nodes.entries()) {
      names.push(path + (node?.name ?? String(index)));
      if (Array.isArray(node?.children)) walk(node.children, `${names.at(-1)}/`);
    }
  };
  walk(asked?.claimants ?? [asked?.tree].flat(), "");
  const shares = Array.isArray(solution.shares) ? solution.shares.map((share, index) => [names[index] ?? String(index), share]) : Object.entries(solution.shares);
  return table("Fair shares", ["claimant", "fair share"],
    shares.map(([name, share]) => make("tr", {}, make("th", { scope: "row" }, abridged(name)), make("td", { class: "number" }, shown(String(share))))));
}

function outcomeText({ solution, verdict, computed }, scheduler) {
  const outcome = solution.error ? ["There is no fair answer"] : [];
  const place = solution.at === undefined ? "" : ` at ${abridged(solution.at)}`;
  if (solution.outcome === "allocation") {
    const decimal = verdict && decimalOf(solution.ratio ?? "").includes("/") ? ratioDecimal(solution.ratio) : "";
    outcome.push(solution.ratio === undefined ? "There are fair shares" : `R = ${shown(solution.ratio)}${decimal}`);
  } else if (solution.outcome === "overcommitted") {
    outcome.push(`Overcommitted${place}: the minimums exceed the total by ${shown(solution.excess)}`);
  } else if (solution.outcome === "surplus") {
    outcome.push(`Surplus${place}: each claimant has all it can claim, and ${shown(solution.unclaimed)} stays unclaimed`);
  }
  if (computed && computed.outcome !== "shares") {
    outcome.push(`${scheduler} ${computed.outcome === "hang" ? "never returns" : `returns ${computed.outcome}`}`);
  }
  return outcome.map((one) => `${one}. `).join("");
}

function ratioDecimal(exact) {
  const [numerator, denominator] = exact.split("/").map(Number);
  if (!Number.isFinite(numerator) || !Number.isFinite(denominator)) return "";
  return ` (${Number((numerator / denominator).toPrecision(10))})`;
}

function judgementOf({ verdict, computed, isReported }, scheduler) {
  if (!verdict?.verdict || (!isReported && !computed)) return [];
  const whose = isReported ? "The reported shares are" : `What ${scheduler} computes is`;
  const far = verdict.distance && verdict.distance !== "0" ? `, off by up to ${shown(verdict.distance)}` : "";
  return [make("span", {}, `${whose} `), make("span", { class: verdict.verdict === "fair" ? "good" : "bad" }, verdict.verdict), far, "."];
}

function problem(error) {
  const place = [error.claimant && `claimant ${abridged(error.claimant)}`, error.field].filter(Boolean).join(", ");
  return make("p", { class: "findings" }, make("span", { class: "bad" }, error.code), ` ${place ? `${place}: ` : ""}${abridged(error.message, 400)}`);
}

// The field that an error is about.
function markField(error) {
  for (const box of document.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
  if (!error?.field) return;
  const [, index, key] = /^claimants\[(\d+)\]\.(\w+)$/.exec(error.field) ?? [];
  const share = /^shares\[(\d+)\]$/.exec(error.field)?.[1];
  const among = index ?? share ?? (Array.isArray(record?.claimants) ? record.claimants : []).findIndex((one, i) => typedOf(one?.name ?? i) === error.claimant);
  const row = error.field === "total" ? find("total-field") : find("claimants").children[among];
  row?.querySelector(`[data-key="${share ? "share" : CSS.escape(key ?? error.field)}"]`)?.setAttribute("aria-invalid", "true");
}

const lateAnswer = { error: { code: "too long", message: "this takes too long in the page; the command is faster: fairshare verify" } };

function showAnswers(answers, asked) {
  const { solution, verdict, isReported, computed } = answers;
  const error = solution.error ?? (isReported ? verdict?.error : undefined);
  markField(error);
  find("outcome").replaceChildren(outcomeText(answers, asked?.scheduler), ...judgementOf(answers, asked?.scheduler));
  const findings = isReported || computed ? verdict?.findings ?? [] : [];
  find("findings").replaceChildren(
    ...(error ? [problem(error)] : []),
    ...(findings.length > 0 ? [make("ul", { class: "findings" }, ...findings.slice(0, 20).map((one) =>
      make("li", {}, make("span", { class: "bad" }, one.code), ` ${one.path ? `${abridged(one.path)}: ` : ""}${abridged(one.message, 400)}`)))] : []));
  const divisions = verdict?.divisions;
  find("divisions").replaceChildren(
    ...(divisions ? divisions.map((one) => divisionTable(one, isReported || computed !== undefined)) : solution.shares ? [plainTable(solution, asked)] : []));
  if (!answers.drawing) showPicture();
}

// The solver's own SVG. The solver escapes names in it, and here it is read as XML, in which no script runs.
function showPicture(svg = "") {
  find("picture").hidden = svg === "";
  if (svg === "") return find("picture").replaceChildren();
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  find("picture").replaceChildren(document.importNode(read, true));
}

let isAnswering = false;

// Repeats until the answered text is the current text. Some states of a drag are skipped.
async function answer() {
  if (isAnswering) return;
  isAnswering = true;
  for (let asked; asked !== text; ) {
    asked = text;
    const answers = await answering.ask({ text: asked });
    showAnswers(answers ?? { solution: lateAnswer }, recordOf(asked));
    document.documentElement.dataset.answered = asked;
    if (answers?.drawing && asked === text) showPicture(await answering.ask({ drawing: answers.drawing }));
    document.documentElement.dataset.drawn = asked;
  }
  isAnswering = false;
}

// Whole units.

function unitsRow({ method, note, shares, tied, more, losers }) {
  const head = make("th", { scope: "row" }, method);
  if (note) return make("tr", {}, head, make("td", { colspan: "3", class: "faint" }, abridged(note, 300)));
  const list = (units) => units.slice(0, 60).join(", ") + (units.length > 60 ? ", …" : "");
  const names = (all) => abridged(all.join(", "), 200);
  return make("tr", {}, head,
    make("td", { class: "number" }, list(shares), ...(tied.length > 0 ? [make("br"), make("span", { class: "faint" }, `tied: ${names(tied)}`)] : [])),
    make("td", { class: "number" }, more ? list(more) : "–"),
    losers.length > 0 ? make("td", { class: "bad" }, `${names(losers)} ${losers.length > 1 ? "get" : "gets"} less of more`) : make("td", {}, ""));
}

function showUnits(rows) {
  const total = wholeOf(typedOf(record?.total));
  find("units-note").textContent = rows
    ? "Four methods for shares that cannot be split, for this total and for one unit more. With a divisor method (the first three) no claimant loses by a larger total; with hamilton one can."
    : "Only a division of the definition with a whole total is divided into whole units.";
  find("units").replaceChildren(...(rows
    ? [table("Whole units", ["method", `shares of ${abridged(`${total}`)}`, `shares of ${abridged(`${total + 1n}`)}`, "with one more"], rows.map(unitsRow))]
    : []));
}

// Schedulers.

function opinionRow(name, opinion) {
  const { verdict, shares, outcome, note, isBad } = opinion ?? { note: "takes too long in the page" };
  const head = make("th", { scope: "row" }, name);
  if (note) return make("tr", {}, head, make("td", { colspan: "3", class: isBad ? "bad" : "faint" }, abridged(note, 300)));
  const division = verdict.divisions?.[0];
  const judgement = verdict.error ? verdict.error.message
    : verdict.verdict === "fair" && division?.to_within_resolution ? "fair, to within its resolution" : verdict.verdict;
  const codes = [...new Set((verdict.findings ?? []).map((one) => one.code))].join(" ");
  return make("tr", {}, head,
    make("td", { class: "number" }, shares.slice(0, 60).join(", ") + (shares.length > 60 ? ", …" : "") + (outcome === "shares" ? "" : ` (${outcome})`)),
    make("td", {}, /^\w+/.exec(schedulers.find((one) => one.name === name).rule)[0]),
    make("td", { class: verdict.verdict === "fair" ? "good" : "bad" }, `${judgement}${codes ? ` (${codes})` : ""}`));
}

let isOpining = false;
let opined; // the text of the opinions that are shown
let waiting; // until nothing has changed for a moment: the answer to the definition comes first

function opineSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(opine, 150);
}

async function opine() {
  if (isOpining) return;
  isOpining = true;
  while (opined !== text) {
    const asked = text;
    const isDefinition = isFlat(record) && ["fair", undefined].includes(record.scheduler);
    find("schedulers-note").textContent = isDefinition
      ? "What each release computes for this division, and the verdict by its own rule: floor is clamp(weight · R, minimum, maximum), base is minimum + weight · R. YTsaurus and Armada get parts of the total, and each claimant as a pool."
      : "Only divisions of the definition are given to all schedulers.";
    const units = isDefinition ? await opining.ask({ units: asked }) : undefined;
    if (asked !== text) continue;
    showUnits(units);
    const rows = [];
    for (const { name } of isDefinition ? schedulers : []) {
      if (asked !== text) break;
      rows.push(opinionRow(name, await opining.ask({ text: asked, scheduler: name })));
    }
    if (asked !== text) continue;
    opined = asked;
    find("schedulers").replaceChildren(...(rows.length > 0 ? [table("Schedulers", ["scheduler", "shares", "rule", "verdict"], rows)] : []));
  }
  isOpining = false;
}

// One state.

function show(next) {
  text = next;
  record = recordOf(text);
  find("text").value = text; // the same text while one types into it, which keeps the caret
  find("undo").disabled = past.length === 0;
  find("redo").disabled = future.length === 0;
  answer();
  opineSoon();
  writeAddress();
}

function open(next) {
  change(next, "");
  showFields();
}

// The gallery.

function showGallery(shelves) {
  find("shelves").replaceChildren(...shelves.map(({ title, note, entries }, index) =>
    make("details", { open: index === 0 },
      make("summary", {}, `${title} (${entries.length})`),
      make("p", { class: "faint" }, note),
      make("div", { class: "shelf" }, ...entries.map(([name, told, entry]) =>
        make("button", { type: "button", title: told, onclick: () => {
          open(entry);
          find("told").textContent = `${name}: ${told}`;
          scrollTo({ top: 0 });
        } }, name))))));
}

// All of it.

async function unpacked() {
  const bytes = fromBase91(find("packed").textContent.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = whole.indexOf(0); // JSON has no zero byte
  return { shelves: JSON.parse(new TextDecoder().decode(whole.subarray(0, end))), bytes: whole.subarray(end + 1) };
}

function listen() {
  find("undo").addEventListener("click", undo);
  find("redo").addEventListener("click", redo);
  find("add").addEventListener("click", add);
  find("clear-shares").addEventListener("click", () => {
    const { shares, ...rest } = record;
    open(writeJson(rest));
  });
  find("to-gallery").addEventListener("click", () => {
    find("gallery").scrollIntoView();
    find("gallery").focus({ preventScroll: true });
  });
  find("copy").addEventListener("click", async () => {
    if (text.length > charactersMax) {
      find("told").textContent = `A link holds no more than ${charactersMax} characters of a record: copy its text.`;
      return;
    }
    history.replaceState(null, "", address());
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    find("told").textContent = isCopied ? "The link is copied." : "The link is this page's address.";
  });
  find("scheduler").addEventListener("change", (event) => setOfRecord("scheduler", event.target.value === "fair" ? "" : event.target.value));
  find("rounding").addEventListener("change", (event) => setOfRecord("rounding", event.target.value));
  find("text").addEventListener("input", (event) => {
    change(event.target.value, "text");
    showFields();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target === find("text")) return;
    const key = event.key.toLowerCase();
    const isUndo = key === "z" && !event.shiftKey;
    if (!isUndo && key !== "y" && key !== "z") return;
    event.preventDefault();
    isUndo ? undo() : redo();
  });
  addEventListener("hashchange", () => {
    const next = textOfAddress();
    if (next !== undefined && next !== text) open(next);
  });
}

export async function begin() {
  const { shelves, bytes } = await unpacked();
  const module = await WebAssembly.compile(bytes);
  const source = find("script").textContent;
  answering = makeDesk(source, module);
  opining = makeDesk(source, module);
  schedulers = makeSolver(module).ask("schedulers").trim().split("\n").map((line) => JSON.parse(line));
  find("scheduler").append(make("option", { value: "fair" }, "fair: the definition"),
    ...schedulers.map(({ name, releases }) => make("option", { value: name }, `${name}: ${releases}`)));
  find("rounding").append(...Object.entries(roundings).map(([value, word]) => make("option", { value }, word)));
  listen();
  showGallery(shelves);
  show(textOfAddress() ?? first);
  showFields();
  document.documentElement.dataset.ready = "yes";
}
