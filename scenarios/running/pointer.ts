/** scenarios/running/pointer: JSON pointers into values that came from a deployment. */
import { closest } from '../../spec/closest.ts';

export type Pointed = { readonly found: boolean; readonly value: unknown };

const NOTHING: Pointed = { found: false, value: undefined };

/** What stands at a JSON pointer; own properties and elements alone. A list also answers to `-1`, its last element. */
export function pointed(value: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: value !== undefined, value };
  let at = value;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return NOTHING;
    if (Array.isArray(at)) {
      const index = key === '-1' ? at.length - 1 : /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : -1;
      if (index < 0 || index >= at.length) return NOTHING;
      at = at[index];
    } else {
      if (!Object.hasOwn(at, key)) return NOTHING;
      at = (at as Record<string, unknown>)[key];
    }
  }
  return { found: true, value: at };
}

const KEYS_SHOWN = 5;
const VALUE_SHOWN = 40;
const KEY_MAX = 60;
/** A pointer may be made of what a deployment has answered. */
const PARTS_MAX = 50;

/** How far a pointer that finds nothing leads, and what is there, the nearest first: `/data/0 has orderID, owner, ...`. */
export function nearestPlace(value: unknown, pointer: string): string {
  const parts = pointer.split('/', PARTS_MAX).slice(1);
  let length = parts.length - 1;
  while (length > 0 && !pointed(value, placeOf(parts, length)).found) length -= 1;
  const at = placeOf(parts, length);
  const here = pointed(value, at).value;
  return `${at === '' ? 'the body' : at} ${contents(here, parts[length] ?? '')}`;
}

function placeOf(parts: readonly string[], length: number): string {
  return parts
    .slice(0, length)
    .map((part) => `/${part}`)
    .join('');
}

function contents(value: unknown, wanted: string): string {
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (typeof value !== 'object' || value === null)
    return `is ${value === undefined ? 'no JSON' : JSON.stringify(value).slice(0, VALUE_SHOWN)}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'is empty';
  const shown = closest(
    wanted.slice(0, KEY_MAX),
    keys.filter((key) => key.length <= KEY_MAX).slice(0, 200),
    KEYS_SHOWN,
  );
  return `has ${shown.join(', ')}${keys.length > shown.length ? ', ...' : ''}`;
}
