/** scenarios/reading/use-root: the folder that `use` must not leave, in the command and in vitest. */
import { dirname, isAbsolute, relative, resolve } from 'node:path';

const WILDCARD = /[*?{[]/;

export function isPattern(path: string): boolean {
  return WILDCARD.test(path);
}

/** `here` if the first path lies in it, else the folder two levels above that path, which ends at a wildcard. */
export function useRoot([first = '.']: readonly string[], here: string): string {
  const segments = first.split('/');
  const end = segments.findIndex(isPattern);
  const fixed = end === -1 ? first : segments.slice(0, end).join('/') || '.';
  const place = resolve(here, fixed);
  const way = relative(here, place);
  return way.startsWith('..') || isAbsolute(way) ? dirname(dirname(place)) : here;
}
