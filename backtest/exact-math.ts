/**
 * backtest/exact-math: logarithm, exponential, power and square root that return the same bits on every version of
 * Node. The language leaves the last digits of `Math.log` and `Math.exp` to the engine; here they come from additions,
 * multiplications and divisions in a fixed order, which IEEE 754 defines exactly. Relative error: `ln` and `exp` below
 * 1e-15.
 */

/** ln 2 in two parts: the first has zeros at its end, so that its product with an exponent is exact. */
const LN2_HIGH = 6.931_471_803_691_238_2e-1;
const LN2_LOW = 1.908_214_929_270_587_7e-10;
const LN2 = LN2_HIGH + LN2_LOW;
/** Fractions lie between half of it and itself: near 1, where the series is short. */
const FRACTION_MAX = 1.5;
/** exp of more is infinite, exp of less is zero. */
const EXP_MAX = 709.782_712_893_384;
const EXP_MIN = -745.133_219_101_941_1;
/** Terms of the series: the next one is below 1e-17 of the sum. */
const LN_TERMS = 23;
const EXP_TERMS = 18;

const bits = new DataView(new ArrayBuffer(8));

/** The natural logarithm: NaN for negative numbers, -Infinity for 0. */
export function ln(x: number): number {
  if (x < 0 || Number.isNaN(x)) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return x;
  // Numbers below the normal range are scaled up by 2^54.
  const isTiny = x < 2.225_073_858_507_201_4e-308;
  bits.setFloat64(0, isTiny ? x * 18_014_398_509_481_984 : x);
  const high = bits.getUint32(0);
  let exponent = (high >>> 20) - 1_023 - (isTiny ? 54 : 0);
  bits.setUint32(0, (high & 0x000f_ffff) | 0x3ff0_0000);
  let fraction = bits.getFloat64(0);
  if (fraction > FRACTION_MAX) {
    fraction /= 2;
    exponent += 1;
  }
  return exponent * LN2_HIGH + (lnNearOne(fraction) + exponent * LN2_LOW);
}

/** ln x = 2 artanh((x - 1) / (x + 1)), as a series, smallest terms first. */
function lnNearOne(x: number): number {
  const root = (x - 1) / (x + 1);
  const square = root * root;
  let sum = 0;
  for (let odd = LN_TERMS; odd >= 3; odd -= 2) sum = square * (sum + 1 / odd);
  return 2 * (root + root * sum);
}

export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > EXP_MAX) return Infinity;
  if (x < EXP_MIN) return 0;
  const exponent = Math.round(x / LN2);
  const rest = x - exponent * LN2_HIGH - exponent * LN2_LOW;
  let sum = 1;
  for (let term = EXP_TERMS; term >= 1; term -= 1) sum = 1 + (sum * rest) / term;
  // In two steps, since the power of two alone may lie outside the range.
  const half = Math.trunc(exponent / 2);
  return sum * powerOfTwo(half) * powerOfTwo(exponent - half);
}

function powerOfTwo(exponent: number): number {
  bits.setUint32(0, (exponent + 1_023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

export function sqrt(x: number): number {
  // exact: IEEE 754 defines the square root to the last bit
  return Math.sqrt(x);
}
