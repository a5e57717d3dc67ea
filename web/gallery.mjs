// The gallery's shelves, each {title, note, entries: [[name, what it shows, record], …]}: the examples, the
// findings that have a record, and the edge cases, all read from their files.
import { readFileSync, readdirSync } from "node:fs";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

function examples() {
  const lines = read("examples/records.ndjson").trim().split("\n");
  const entries = lines.map((line) => [JSON.parse(line).id, "examples/records.ndjson", line]);
  return { title: "Examples", note: "The records of examples/records.ndjson.", entries };
}

// A tree's record has the release's answer on a separate line.
function joined(lines) {
  const records = [];
  for (const line of lines) {
    const shares = /"shares":(\{[^{}]*\})/.exec(line)?.[1];
    if (/"(scheduler|total|tree)":/.test(line)) records.push(line);
    else if (shares) records.push(records.pop().replace(/\}\s*$/, `,"shares":${shares}}`));
  }
  return records;
}

function findings() {
  const entries = [];
  for (const section of read("docs/findings.md").split(/^### /m).slice(1)) {
    const [, number, title] = /^(\w+) (.*)$/m.exec(section);
    const fences = [...section.matchAll(/^```\w*\n(.*?)^```$/gms)].map((match) => match[1]);
    const records = joined(fences.join("\n").split("\n").filter((line) => line.startsWith("{")));
    records.forEach((record, index) =>
      entries.push([records.length > 1 ? `${number} (${index + 1})` : number, title, record]));
  }
  return { title: "Findings", note: "Where real schedulers are not fair, by docs/findings.md.", entries };
}

// As in docs/edge-cases.md: a vector with several flags is listed under the first of them.
function edgeCases() {
  const shelves = new Map();
  for (const file of readdirSync(new URL("vectors/", root)).sort()) {
    if (!file.endsWith(".json") || ["schema.json", "schedulers.json"].includes(file)) continue;
    const text = read(`vectors/${file}`);
    const records = [...text.matchAll(/^ *"record": (\{"id".*\}),$/gm)].map((match) => match[1]);
    const { notes, vectors } = JSON.parse(text);
    for (const vector of vectors.filter(({ line }) => line === undefined)) {
      const record = records.shift();
      const flag = vector.flags.find((one) => notes[one].edge);
      if (!flag) continue;
      if (!shelves.has(flag)) shelves.set(flag, { title: `Edge cases: ${flag}`, note: notes[flag].text, entries: [] });
      const told = vector.rounding ? record.replace(/\}$/, `,"rounding":"${vector.rounding}"}`) : record;
      shelves.get(flag).entries.push([vector.id, vector.comment, told]);
    }
  }
  return [...shelves.keys()].sort().map((flag) => shelves.get(flag));
}

export const gallery = () => [examples(), findings(), ...edgeCases()];
