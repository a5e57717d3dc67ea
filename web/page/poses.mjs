// Poses a division of the definition to each scheduler, as vectors/schedulers.py does: to most unchanged, to
// YTsaurus as a tree of pools with one operation each, to Armada as parts of its pool.
import { Fraction, fractionOf, fractionOfDouble } from "./fractions.mjs";
import { Digits, typedOf } from "./text.mjs";

// The exact amount in the type that the record names; undefined if there is none.
function amountOf(record, value) {
  const text = value instanceof Digits ? value.text : value;
  if (typeof text !== "string") return undefined;
  const exact = fractionOf(text);
  if (exact === undefined || !["double", "float32"].includes(record.numbers)) return exact;
  const double = /\//.test(text) ? exact.toNumber() : Number(text);
  const held = record.numbers === "double" ? double : Math.fround(double);
  return Number.isFinite(held) ? fractionOfDouble(held) : undefined;
}

function poolsOf(record) {
  return record.claimants.map((claimant, index) => {
    const bounds = ["max_share", "demand"]
      .map((key) => amountOf(record, claimant[key]))
      .filter((bound) => bound !== undefined);
    return {
      name: `p${index}`,
      weight: amountOf(record, claimant.weight) ?? new Fraction(1n),
      minimum: amountOf(record, claimant.min_share) ?? new Fraction(0n),
      maximum: bounds.reduce((least, bound) => (least && !bound.isBelow(least) ? least : bound), undefined),
    };
  });
}

const amounts = ["weight", "min_share", "max_share", "demand"];

const isKnown = (record, value) => value === undefined || value === null || amountOf(record, value) !== undefined;

function asItStands(scheduler, record) {
  const exactly = (value) => amountOf(record, value)?.toString() ?? value;
  const converted = (claimant) =>
    Object.fromEntries(
      Object.entries(claimant).map(([key, value]) => [key, amounts.includes(key) ? exactly(value) : value]),
    );
  if (!record.numbers || record.numbers === "exact") {
    return { scheduler, total: record.total, claimants: record.claimants };
  }
  return { scheduler, total: exactly(record.total), claimants: record.claimants.map(converted) };
}

function inParts(scheduler, record, total) {
  const claimants = poolsOf(record).map(({ weight, minimum, maximum }, index) => ({
    ...(record.claimants[index].name === undefined ? {} : { name: record.claimants[index].name }),
    weight: `${weight}`,
    ...(minimum.isZero() ? {} : { min_share: `${minimum.dividedBy(total)}` }),
    ...(maximum ? { max_share: `${maximum.dividedBy(total)}` } : {}),
  }));
  return { scheduler, total: new Digits("1"), claimants };
}

function scalarTree(scheduler, record, total) {
  const children = poolsOf(record).map(({ name, weight, minimum, maximum }) => ({
    name,
    weight: `${weight}`,
    min_share_ratio: `${minimum.dividedBy(total)}`,
    children: [{ name: "op", demand_ratio: maximum ? `${maximum.dividedBy(total)}` : "1" }],
  }));
  return { scheduler, tree: { name: "root", children } };
}

function vectorTree(scheduler, record, total) {
  const children = poolsOf(record).map(({ name, weight, minimum, maximum }) => ({
    name,
    weight: `${weight}`,
    strong_guarantee_resources: { cpu: `${minimum}` },
    children: [{ name: "op", demand: { cpu: `${maximum ?? total}` } }],
  }));
  return {
    scheduler,
    total_resource_limits: { cpu: `${total}` },
    tree: { name: "root", children },
  };
}

// The record for that scheduler. Undefined if the division cannot be posed: as parts of a total of 0, of something
// that is not a number, or of a very long one.
export function posedTo(scheduler, record) {
  if (!/^(ytsaurus|armada)/.test(scheduler)) return asItStands(scheduler, record);
  const total = amountOf(record, record.total);
  if (total === undefined || total.isZero()) return undefined;
  if (!record.claimants.every((claimant) => amounts.every((key) => isKnown(record, claimant[key])))) return undefined;
  if (scheduler === "armada") return inParts(scheduler, record, total);
  return /-201\d$/.test(scheduler) ? scalarTree(scheduler, record, total) : vectorTree(scheduler, record, total);
}

// The scheduler's shares in the record's own units, as texts, with ten digits if they were multiplied. `answer` is
// the solver's, read by readJson.
export function sharesOf(scheduler, record, answer) {
  if (!/^(ytsaurus|armada)/.test(scheduler)) return answer.shares.map(typedOf);
  const total = amountOf(record, record.total).toNumber();
  const parts = Array.isArray(answer.shares)
    ? answer.shares
    : record.claimants.map((_, index) => answer.shares[`/p${index}`]);
  return parts.map((part) => {
    const number = Number(typedOf(part)) * total;
    return Number.isFinite(number) ? String(Number(number.toPrecision(10))) : typedOf(part);
  });
}
