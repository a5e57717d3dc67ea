// Runs every vector through the WebAssembly build: its answers must be the expected ones, like those of the command
// (vectors/check.py). Doubles are left out: the page only has the exact solver.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { makeSolver } from "../page/solver.mjs";

const root = new URL("../../", import.meta.url);
const solver = makeSolver(new WebAssembly.Module(readFileSync(new URL("build/web/solver/solver.opt.wasm", root))));

// Each record is on its own line, and the line's text goes to the solver: JSON.parse would lose digits.
function* vectors() {
  for (const file of readdirSync(new URL("vectors/", root))) {
    if (!file.endsWith(".json") || ["schema.json", "schedulers.json"].includes(file)) continue;
    const text = readFileSync(new URL(`vectors/${file}`, root), "utf8");
    const records = [...text.matchAll(/^ *"record": (\{"id".*\}),$/gm)].map((match) => match[1]);
    for (const vector of JSON.parse(text).vectors) {
      yield { ...vector, text: vector.line ?? records.shift() };
    }
    assert.equal(records.length, 0, file);
  }
}

// Whether the answer has everything that is expected; it may say more.
function isSame(answer, expected) {
  if (Array.isArray(expected)) {
    return answer?.length === expected.length && expected.every((one, i) => isSame(answer[i], one));
  }
  if (expected !== null && typeof expected === "object") {
    return Object.entries(expected).every(([key, value]) => isSame(answer?.[key], value));
  }
  return answer === expected;
}

const all = [...vectors()];
const questions = {
  exact: () => "solve",
  units: () => "solve --apportion",
  error: () => "solve",
  verdict: (vector) => `verify --rounding ${vector.rounding}`,
};

for (const [what, args] of Object.entries(questions)) {
  const chosen = all.filter((vector) => vector.expected[what] != null);
  test(`${chosen.length} vectors with an expected ${what}`, () => {
    assert(chosen.length > 10);
    for (const vector of chosen) {
      const expected = ["units", "error"].includes(what)
        ? { [what === "units" ? "shares" : what]: vector.expected[what] }
        : vector.expected[what];
      const answer = solver.ask(args(vector), vector.text);
      assert(isSame(JSON.parse(answer), expected), `${vector.id}: ${args(vector)}: ${answer}`);
    }
  });
}
