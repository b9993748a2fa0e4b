/** conformance/saving/differences: where two answers to the same request differ: one as it came, one as it should have been. */
import { isObject } from '../../spec/json.ts';
import { pointerTo } from '../../spec/json-pointer.ts';

/** One place: what stands there and what should. `undefined`: nothing does. Lists of other lengths differ as a whole. */
export type Difference = {
  readonly pointer: string;
  readonly key: string;
  readonly got: unknown;
  readonly wanted: unknown;
};

/** More than this nobody reads. */
const PLACES_MAX = 500;

/** The places in order, the outermost first. */
export function differences(got: unknown, wanted: unknown): readonly Difference[] {
  const places: Difference[] = [];
  collect(got, wanted, '', '', places);
  return places;
}

function collect(got: unknown, wanted: unknown, pointer: string, key: string, places: Difference[]): void {
  if (places.length >= PLACES_MAX || got === wanted) return;
  if (Array.isArray(got) && Array.isArray(wanted)) {
    if (got.length !== wanted.length) places.push({ pointer, key, got, wanted });
    const both = Math.min(got.length, wanted.length);
    for (let index = 0; index < both; index += 1)
      collect(got[index], wanted[index], `${pointer}/${index}`, key, places);
    return;
  }
  if (isObject(got) && isObject(wanted)) {
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      const place = pointerTo(pointer, name);
      const mine = Object.hasOwn(got, name) ? got[name] : undefined;
      const other = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
      collect(mine, other, place, name, places);
    }
    return;
  }
  places.push({ pointer, key, got, wanted });
}
