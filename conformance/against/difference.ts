/** conformance/against/difference: where two JSON values differ, but for places that change between two reads. */
import { isObject } from '../../base/json.ts';
import { pointerTo } from '../../base/json-pointer.ts';
import { pointerShape } from '../evidence/excerpt.ts';

/** `expected`: the value of the reference; undefined if it has none. */
export type ValueDifference = { readonly pointer: string; readonly expected: unknown; readonly actual: unknown };

const DIFFERENCES_MAX = 200;

/** The places at which two values differ, in order of the first one. Lists of other lengths differ as a whole. */
export function differencesBetween(expected: unknown, actual: unknown): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  const compare = (one: unknown, other: unknown, pointer: string) => {
    if (found.length >= DIFFERENCES_MAX || Object.is(one, other)) return;
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      one.forEach((value, index) => void compare(value, other[index], pointerTo(pointer, index)));
    } else if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        compare(one[key], other[key], pointerTo(pointer, key));
      }
    } else found.push({ pointer, expected: one, actual: other });
  };
  compare(expected, actual, '');
  return found;
}

/** The shapes of the places at which two reads of one deployment differ. */
export function volatilePlaces(first: unknown, second: unknown): ReadonlySet<string> {
  return new Set(differencesBetween(first, second).map(({ pointer }) => pointerShape(pointer)));
}

/** True if the place, or one that contains it, is volatile. */
export function isVolatile(pointer: string, places: ReadonlySet<string>): boolean {
  const parts = pointerShape(pointer).split('/');
  return parts.some((_, index) => places.has(parts.slice(0, index + 1).join('/')));
}
