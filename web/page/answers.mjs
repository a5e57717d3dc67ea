// What the solver says about a record: the fair shares, a verdict, and what each scheduler computes.
import { wholeOf } from "./fractions.mjs";
import { posedTo, sharesOf } from "./poses.mjs";
import { Digits, readJson, typedOf, writeJson } from "./text.mjs";

// The record of this text, whose claimants or tree may be anything. Undefined if it is not a JSON object, or is
// nested too deep for the browser (the solver refuses it far earlier).
export function recordOf(text) {
  try {
    const record = readJson(text);
    const isObject = record !== null && typeof record === "object" && !Array.isArray(record);
    return isObject && !(record instanceof Digits) ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const oneLine = (text) => text.replace(/[\r\n]+/g, " ");

const isPlain = (value) => value === undefined || value === null || typeof value === "string" || value instanceof Digits;

// Whether it has claimants with single values only, so that fields can show it.
export function isFlat(record) {
  const isClaimant = (one) =>
    one !== null &&
    typeof one === "object" &&
    !(one instanceof Digits) &&
    !Array.isArray(one) &&
    ["name", "weight", "min_share", "max_share", "demand"].every((key) => isPlain(one[key]));
  const shares = record?.shares ?? [];
  return (
    Array.isArray(record?.claimants) &&
    record.claimants.every(isClaimant) &&
    isPlain(record.total) &&
    Array.isArray(shares) &&
    shares.every(isPlain)
  );
}

// {solution, verdict, isReported, computed, drawing}: solution and verdict as JSON.parse makes them from the
// answers. If no shares are reported, the verdict is about the fair shares, so it says where each claimant stands;
// for a scheduler's record, it is about what the scheduler computes: {outcome}. `drawing` is what pictureOf is to
// draw.
export function answersTo(solver, text) {
  const line = oneLine(text);
  const record = recordOf(line);
  const solution = JSON.parse(solver.ask("solve", line));
  if (record === undefined) return { solution };
  const judge = (args, judged) => {
    const verdict = JSON.parse(solver.ask(`verify${args}`, judged));
    return verdict.error ? { verdict } : { verdict, drawing: { args, judged } };
  };
  if (record.shares !== undefined) {
    return { solution, isReported: true, ...judge("", line) };
  }
  const isOwn = record.scheduler !== undefined && record.scheduler !== "fair" && solution.error?.field !== "scheduler";
  if (isOwn) {
    const { outcome, error, shares } = readJson(solver.ask(`solve --scheduler ${record.scheduler}`, line));
    const computed = error ? undefined : { outcome };
    if (shares === undefined || solution.error) return { solution, computed };
    return { solution, computed, ...judge("", writeJson({ ...record, shares })) };
  }
  if (solution.error) return { solution };
  // Where a claimant of a list stands does not depend on the reported shares; below a node of a tree it does.
  const shares = record.claimants ? record.claimants.map(() => new Digits("0")) : solution.shares;
  if (shares === undefined) return { solution };
  const own = record.claimants ? {} : { rounding: "exact", answers: "exact" };
  const judged = judge(" --fair", writeJson({ ...record, shares, ...own }));
  return judged.verdict.error ? { solution } : { solution, ...judged };
}

// The SVG of what was judged. Making it takes longer than the verdict.
export function pictureOf(solver, { args, judged }) {
  const answer = solver.ask(`verify --picture${args}`, judged);
  return answer.slice(answer.indexOf("\n") + 1);
}

// What that scheduler computes for a division of the definition: {shares, outcome, verdict}, or {note} if there are
// no shares; {note, isBad} if it fails.
export function opinionOf(solver, scheduler, text) {
  const record = recordOf(oneLine(text));
  const posed = posedTo(scheduler, record);
  if (posed === undefined) return { note: "not asked: it divides parts of the total, which are not known" };
  const computed = readJson(solver.ask(`solve --scheduler ${scheduler}`, writeJson(posed)));
  if (computed.error) return { note: `refused, ${computed.error.code}: ${computed.error.message}` };
  if (computed.shares === undefined) {
    const how = computed.outcome === "hang" ? "never returns" : computed.message ?? computed.outcome;
    return { note: how, isBad: true };
  }
  const verdict = JSON.parse(solver.ask("verify", writeJson({ ...posed, shares: computed.shares })));
  return { shares: sharesOf(scheduler, record, computed), outcome: computed.outcome, verdict };
}

export const unitMethods = ["webster", "dhondt", "adams", "hamilton"];

// A division of the definition in whole units, by each method: {method, shares, tied, more, losers} or {method, note}.
// `more` are the shares of a total that is greater by one; `losers` are the claimants that get less then. Undefined
// if the total is not a whole number.
export function unitsOf(solver, text) {
  const { shares, rounding, ...record } = recordOf(oneLine(text));
  const total = wholeOf(typedOf(record.total));
  if (total === undefined) return undefined;
  const divide = (method, units) =>
    JSON.parse(solver.ask(`solve --units ${method}`, writeJson({ ...record, total: new Digits(String(units)) })));
  const rowOf = (method) => {
    const now = divide(method, total);
    if (now.error) return { method, note: `${now.error.code}: ${now.error.message}` };
    if (now.shares === undefined) return { method, note: now.outcome };
    const more = divide(method, total + 1n).shares;
    const losers = record.claimants
      .map((one, index) => typedOf(one.name) || String(index))
      .filter((_, index) => more && BigInt(more[index]) < BigInt(now.shares[index]));
    return { method, shares: now.shares, tied: now.tied ?? [], more, losers };
  };
  return unitMethods.map(rowOf);
}
