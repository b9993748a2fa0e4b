/** conformance/shape/decimals: decimals with the rounding error of binary arithmetic: 0.38000000000000034. */
import { pointerTo } from '../../base/json-pointer.ts';
import type { Exchange, RouteId } from '../check.ts';
import type { Statement } from './replies.ts';

export const EXACT = '1/decimals.exact';

/** Routes with prices, sizes or amounts in strings. */
export const DECIMAL_ROUTES: readonly RouteId[] = ['books', 'prices', 'live-orders', 'builder-trades', 'place-order'];

const DECIMAL = /"\d*\.\d+"/;
/** A string with more decimals than any unit of money has, so that it is worth a look. */
const LONG = /"\d*\.\d{11,}"/;
/** Decimals of the smallest unit, and the size of a rounding error. */
const DECIMALS = 6;
const NOISE = 1e-9;

/** The statement that a response with decimal strings verifies or breaks. */
export function decimalStatements(route: RouteId, { text, json }: Exchange): readonly Statement[] {
  if (!DECIMAL_ROUTES.includes(route) || !DECIMAL.test(text)) return [];
  const [pointer, actual] = (LONG.test(text) ? firstNoisy(json) : undefined) ?? [];
  return [
    {
      clause: EXACT,
      holds: pointer === undefined,
      pointer: pointer ?? '',
      expected: `${Number(actual)
        .toFixed(DECIMALS)
        .replace(/\.?0+$/, '')}, without a rounding error`,
      actual,
      expectation: pointer === undefined ? undefined : { at: { [pointer]: { $match: '^\\d*(\\.\\d{0,10})?$' } } },
    },
  ];
}

/** The first text with such an error, and its place. */
function firstNoisy(value: unknown, pointer = ''): readonly [pointer: string, text: string] | undefined {
  if (typeof value === 'string') return isNoisy(value) ? [pointer, value] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = firstNoisy(inner, pointerTo(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True for a decimal that is nearly, but not exactly, one with a few decimals. */
function isNoisy(text: string) {
  const [, decimals = ''] = /^\d*\.(\d+)$/.exec(text) ?? [];
  const digits = [...decimals].findLastIndex((digit) => digit !== '0') + 1;
  const value = Number(text);
  return digits > 10 && Math.abs(value - Number(value.toFixed(DECIMALS))) < NOISE;
}
