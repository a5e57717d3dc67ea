// What the solver says of a record: the fair shares, a verdict, and what each scheduler computes.
import { posedTo, sharesOf } from "./poses.mjs";
import { Digits, readJson, writeJson } from "./text.mjs";

// The record of this text, whose claimants or tree may be anything; undefined where it is no JSON
// object.
export function recordOf(text) {
  try {
    const record = readJson(text);
    const isObject = record !== null && typeof record === "object" && !Array.isArray(record);
    return isObject && !(record instanceof Digits) ? record : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const oneLine = (text) => text.replace(/[\r\n]+/g, " ");

const isPlain = (value) => value === undefined || value === null || typeof value === "string" || value instanceof Digits;

// Whether it has claimants with nothing but single values, so that fields can show it.
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

// {solution, verdict, isReported}, each answer as JSON.parse makes it. Where no shares are reported, the
// verdict is about what is fair, so that it says where each claimant stands; of a scheduler's record, about what
// the scheduler computes.
export function answersTo(solver, text) {
  const line = oneLine(text);
  const record = recordOf(line);
  const solution = JSON.parse(solver.ask("solve", line));
  if (solution.error || record === undefined) return { solution };
  if (record.shares !== undefined) {
    return { solution, verdict: JSON.parse(solver.ask("verify", line)), isReported: true };
  }
  const isOwn = record.scheduler !== undefined && record.scheduler !== "fair";
  if (isOwn) {
    const computed = readJson(solver.ask(`solve --scheduler ${record.scheduler}`, line));
    if (computed.shares === undefined) return { solution, computed, isReported: false };
    const shares = writeJson({ ...record, shares: computed.shares });
    return { solution, computed, verdict: JSON.parse(solver.ask("verify", shares)), isReported: false };
  }
  // Where a claimant of a list stands does not depend on what is reported; below a node of a tree it does.
  const shares = record.claimants ? record.claimants.map(() => new Digits("0")) : solution.shares;
  if (shares === undefined) return { solution, isReported: false };
  const posed = record.claimants ? { ...record, shares } : { ...record, shares, rounding: "exact" };
  const verdict = JSON.parse(solver.ask("verify", writeJson(posed)));
  return { solution, verdict: verdict.error ? undefined : verdict, isReported: false };
}

// What that scheduler makes of a division of the definition: {shares, verdict} or {note}.
export function opinionOf(solver, scheduler, record) {
  const posed = posedTo(scheduler, record);
  if (posed === undefined) return { note: "not asked: it divides parts of the total" };
  const computed = readJson(solver.ask(`solve --scheduler ${scheduler}`, writeJson(posed)));
  if (computed.error) return { note: `refused, ${computed.error.code}: ${computed.error.message}` };
  if (computed.shares === undefined) {
    return { note: computed.outcome === "hang" ? "never returns" : String(computed.outcome), isBad: true };
  }
  const verdict = JSON.parse(solver.ask("verify", writeJson({ ...posed, shares: computed.shares })));
  return { shares: sharesOf(scheduler, record, computed), outcome: computed.outcome, verdict, posed };
}
