/** scenarios/running/pointer: the hint for a JSON pointer at which a response has no value. */
import { closest } from '../../base/closest.ts';
import { pointed } from '../../base/json-pointer.ts';

const KEYS_SHOWN = 5;
const VALUE_SHOWN = 40;
const KEY_MAX = 60;
/** A pointer may contain values of a response. */
const PARTS_MAX = 50;

/** The longest part of a failing pointer that exists, and the keys there, the nearest first: `/data/0 has orderID, owner, ...`. */
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
