/** base/units: the integers of money, the only place that parses and prints them: prices in 1e-4, the rest in 1e-6. */
import { invariant } from './result.ts';

/** A number of one kind: two kinds cannot be swapped. A plain number, such as a sum, is one of any kind. */
export type Numbered<Kind extends string> = number & { readonly kind?: Kind };
/** Ten-thousandths of a dollar. */
export type Price = Numbered<'price'>;
/** Millionths of a share or of a dollar. */
export type Micro = Numbered<'micro'>;

/** One dollar in price units (1e-4 dollars). */
export const PRICE_ONE = 10_000;
/** One share, or one dollar of cash, in micro units. */
export const MICRO = 1_000_000;

const EXACT_LIMIT = Number.MAX_SAFE_INTEGER;

/** Parsed from text, which is exact; the result of `**` depends on the engine. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, digits) => Number(`1e${digits}`));

/** 10 to the power of 0 to 15. */
export function tenTo(digits: number): number {
  const power = POWERS_OF_TEN[digits];
  invariant(power !== undefined, 'a power of ten with 0 to 15 zeros');
  return power;
}

/** `a * b / c` rounded down, exact for any safe non-negative integers whose result is safe. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= EXACT_LIMIT) return (product - (product % c)) / c;
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** `a * b / c` rounded up, exact for any safe non-negative integers whose result is safe. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= EXACT_LIMIT) return (product - (product % c)) / c + (product % c === 0 ? 0 : 1);
  const wide = BigInt(a) * BigInt(b);
  const divisor = BigInt(c);
  return Number((wide + divisor - 1n) / divisor);
}

/** `a * b / c` rounded half up, exact for any safe non-negative integers whose result is safe. */
export function mulDivHalfUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= EXACT_LIMIT) {
    const rest = product % c;
    return (product - rest) / c + (rest * 2 >= c ? 1 : 0);
  }
  return Number((BigInt(a) * BigInt(b) * 2n + BigInt(c)) / (2n * BigInt(c)));
}

/** Cash in micro dollars for `size` micro shares at `price` (1e-4 dollars), rounded down. */
export function notionalFloor(price: Price, size: Micro): Micro {
  return mulDivFloor(price, size, PRICE_ONE);
}

/** An integer of `10^-digits` units as the shortest decimal text: `formatUnits(1500000, 6)` is `"1.5"`. */
export function formatUnits(units: number, digits: number): string {
  invariant(Number.isSafeInteger(units), `formatUnits needs a safe integer, got ${units}`);
  const negative = units < 0;
  const scale = tenTo(digits);
  const magnitude = negative ? -units : units;
  const fraction = magnitude % scale;
  const whole = (magnitude - fraction) / scale;
  const sign = negative ? '-' : '';
  if (fraction === 0) return `${sign}${whole}`;
  const text = String(fraction).padStart(digits, '0');
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  return `${sign}${whole}.${text.slice(0, end)}`;
}

/** Price units as decimal text: `5200` is `"0.52"`. */
export function formatPrice(price: number): string {
  return formatUnits(price, 4);
}

/** Micro shares or micro dollars as decimal text: `1500000` is `"1.5"`. */
export function formatMicro(micro: number): string {
  return formatUnits(micro, 6);
}

/** Integer units as the JSON number nearest to them; the text of that number is the exact decimal. */
export function unitsToNumber(units: number, digits: number): number {
  return units / tenTo(digits);
}

const DECIMAL = /^(0|[1-9]\d{0,15})(?:\.(\d{1,18}))?$/;

/** Plain decimal text (`"12"`, `"0.25"`) as integer units, or undefined when malformed, too precise or too large. */
export function parseUnits(text: string, digits: number): number | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return undefined;
  const units = Number(match[1]) * tenTo(digits) + Number(fraction.padEnd(digits, '0') || '0');
  return Number.isSafeInteger(units) ? units : undefined;
}

/** Canonical non-negative integer text (`"0"`, `"2500000"`) as a safe integer, or undefined. */
export function parseInteger(text: string): number | undefined {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
