/** wire/pattern/nearest: the element of a list with the fewest differences from a pattern that no element matches, in words. */
import { closest } from '../../base/closest.ts';
import { excerpt } from './excerpt.ts';
import type { Difference } from './matcher.ts';

/** More elements are not looked at. */
const LOOKED_AT = 200;
const TEXT_MAX = 100;

/** Ends a message: `; nearest is element 3, but for /size: 5`. Empty if no element is like the pattern at all. */
export function nearestElement(
  pattern: unknown,
  elements: readonly unknown[],
  misfits: (element: unknown) => readonly Difference[],
): string {
  const all = elements.slice(0, LOOKED_AT);
  if (typeof pattern === 'string') return nearestText(pattern, all);
  let best: { readonly index: number; readonly found: readonly Difference[] } | undefined;
  for (const [index, element] of all.entries()) {
    const found = misfits(element);
    // A value that differs as a whole is no nearer than any other.
    if (found.some(({ pointer }) => pointer === '')) continue;
    if (best === undefined || found.length < best.found.length) best = { index, found };
  }
  if (best === undefined) return '';
  const amiss = best.found.slice(0, 3).map(({ pointer, actual }) => `${pointer}: ${actual}`);
  return `; nearest is element ${best.index}, but for ${amiss.join(', ')}`;
}

function nearestText(wanted: string, elements: readonly unknown[]): string {
  const texts = elements.filter((element) => typeof element === 'string' && element.length <= TEXT_MAX);
  const [nearest] = closest(wanted.slice(0, TEXT_MAX), texts as readonly string[], 1);
  return nearest === undefined ? '' : `; nearest is ${excerpt(nearest)}`;
}
