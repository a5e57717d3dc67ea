// Just enough exact arithmetic to pose a division to a scheduler that divides parts of its cluster. The answers are
// the solver's: nothing is divided here.

export class Fraction {
  constructor(numerator, denominator = 1n) {
    this.numerator = numerator;
    this.denominator = denominator;
  }
  dividedBy(other) {
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }
  times(other) {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }
  isBelow(other) {
    return this.numerator * other.denominator < other.numerator * this.denominator;
  }
  isZero() {
    return this.numerator === 0n;
  }
  toString() {
    return this.denominator === 1n ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }
  toNumber() {
    // Both are cut to what a double holds; this is only for display.
    const excess = Math.max(`${this.numerator}`.length, `${this.denominator}`.length) - 300;
    const cut = excess > 0 ? 10n ** BigInt(excess) : 1n;
    return Number(this.numerator / cut) / Number(this.denominator / cut);
  }
}

const digitsMax = 400; // digits, and powers of ten

// "12", "0.10", "1e3", "40/3"; undefined if it is not such a number, or a very long one.
export function fractionOf(text) {
  if (text.length > digitsMax) return undefined;
  const quotient = /^(-?\d+)\/(\d+)$/.exec(text);
  if (quotient) {
    const denominator = BigInt(quotient[2]);
    return denominator === 0n ? undefined : new Fraction(BigInt(quotient[1]), denominator);
  }
  const decimal = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!decimal) return undefined;
  const [, whole, places = "", power = "0"] = decimal;
  const exponent = Number(power) - places.length;
  if (Math.abs(exponent) > digitsMax) return undefined;
  const digits = BigInt(whole + places);
  const scale = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? new Fraction(digits, scale) : new Fraction(digits * scale);
}

// "59/4" as "14.75"; what no double's decimal equals stays as it is.
export function decimalOf(exact) {
  const fraction = exact.includes("/") && fractionOf(exact);
  if (!fraction) return exact;
  const decimal = String(fraction.toNumber());
  const read = fractionOf(decimal);
  return read && read.numerator * fraction.denominator === fraction.numerator * read.denominator ? decimal : exact;
}

// "12", "12.0", "1e2": 12n, 12n, 100n; undefined if it is not a whole JSON number >= 0.
export function wholeOf(text) {
  if (!/^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const exact = fractionOf(text);
  return exact && exact.numerator % exact.denominator === 0n ? exact.numerator / exact.denominator : undefined;
}

// The exact value of a double.
export function fractionOfDouble(number) {
  let denominator = 1n;
  while (!Number.isInteger(number)) {
    number *= 2;
    denominator *= 2n;
  }
  return new Fraction(BigInt(number), denominator);
}
