/** conformance/checks/same-value: whether two JSON values mean the same. */
import { isClose } from '../../wire/pattern/closeness.ts';
import { momentOf } from '../../wire/pattern/collation.ts';
import { isMomentText } from '../../wire/pattern/meaning-matchers.ts';
import { canonicalJson } from './steady.ts';

/** True if two values mean the same at any depth: moments by instant, numbers but for noise, the rest as JSON. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left !== right) {
    return isMomentText(left) && isMomentText(right) && momentOf(left) === momentOf(right);
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
