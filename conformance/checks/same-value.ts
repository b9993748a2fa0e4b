/**
 * conformance/checks/same-value: whether two JSON values mean the same, and the first place where they differ. Moments are equal if they
 * name the same instant, numbers if they have the same value.
 */
import { isIsoMoment } from '../../spec/iso-moment.ts';
import { isObject } from '../../spec/json.ts';
import { pointerTo } from '../../spec/json-pointer.ts';
import { isClose } from '../../wire/pattern/closeness.ts';
import { momentOf } from '../../wire/pattern/collation.ts';
import { brief } from './rows.ts';
import { canonicalJson } from './steady.ts';

/** True if two values mean the same at any depth: moments by instant, numbers except for noise, everything else as JSON. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left !== right) {
    return isMoment(left) && isMoment(right) && momentOf(left) === momentOf(right);
  }
  if (typeof left === 'number' && typeof right === 'number') return isClose(left, right);
  if (canonicalJson(left) === canonicalJson(right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [ours, theirs] = [Object.entries(left), new Map(Object.entries(right))];
  return (
    ours.length === theirs.size && ours.every(([key, value]) => theirs.has(key) && sameValue(value, theirs.get(key)))
  );
}

function isMoment(text: string): boolean {
  // Digits alone may be an id.
  return /\D/.test(text) && (/^\d{4}-\d{2}-\d{2}/.test(text) || isIsoMoment(text));
}

/** The first difference inside of two values, as the end of a sentence about the expected one; empty unless both have parts. */
export function differenceText(expected: unknown, actual: unknown): string {
  const place = firstDifference(expected, actual);
  if (place === undefined || place.path.length === 0) return '';
  const [left = 'nothing', right = 'nothing'] = place.parts.map((part) =>
    part === undefined ? undefined : brief(part),
  );
  return `, whose ${place.path.reduce(pointerTo, '')} is ${left}, not ${right}`;
}

type Place = { readonly path: readonly string[]; readonly parts: readonly [expected: unknown, actual: unknown] };

/** One walk: a comparison of the whole at each level costs minutes for a body that nests a thousand levels deep. */
function firstDifference(expected: unknown, actual: unknown, path: string[] = []): Place | undefined {
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return sameValue(expected, actual) ? undefined : { path: [...path], parts: [expected, actual] };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const [has, hasToo] = [Object.hasOwn(expected, key), Object.hasOwn(actual, key)];
    const [left, right] = [has ? expected[key] : undefined, hasToo ? actual[key] : undefined];
    path.push(key);
    if (has !== hasToo) return { path: [...path], parts: [left, right] };
    const inner = firstDifference(left, right, path);
    if (inner !== undefined) return inner;
    path.pop();
  }
  return undefined;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isObject(value);
}
