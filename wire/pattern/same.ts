/** wire/pattern/same: when two JSON values are the same. */
import { isObject } from '../../base/json.ts';
import { checkDepth, spend, type Work } from './work.ts';

/** Numbers by value: -0 is 0, and NaN, which no JSON text holds, is itself. */
export function sameScalar(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Lists in order, objects by their own keys in any order. Throws `TooMuchWork` if there is no end to the comparing. */
export function same(a: unknown, b: unknown, work: Work, depth = 0): boolean {
  spend(work, 1);
  checkDepth(depth);
  if (sameScalar(a, b)) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => same(element, b[index], work, depth + 1));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], work, depth + 1));
}
