/**
 * conformance/saving/answers: what stands where in an answer, and what it is about. Long lists are looked into for every finding: they
 * are read once.
 */
import { type Leaf, leavesOf } from '../../scenarios/recording/leaves.ts';
import { isIdShaped } from '../../scenarios/recording/references.ts';
import { isObject, parseJson } from '../../spec/json.ts';
import { pointed, pointerTo } from '../../spec/json-pointer.ts';
import type { Response } from '../../wire/message.ts';

/** Where a value stands, and how the value that is captured there becomes the one that is meant. */
export type Place = { readonly pointer: string; readonly key: string; readonly expression: (name: string) => string };

const parsed = new WeakMap<Response, { readonly json: unknown }>();
const read = new WeakMap<Response, ReadonlyMap<string, readonly Leaf[]>>();

/** The body as JSON. */
export function jsonOf(response: Response): unknown {
  const before = parsed.get(response) ?? { json: parseJson(response.body) };
  parsed.set(response, before);
  return before.json;
}

/** Where a text stands, texts inside of texts included. */
export function leavesOfText(response: Response, text: string): readonly Leaf[] {
  // To look for a text is much quicker than to read a long list, which most of them are not in.
  if (!read.has(response) && !response.body.includes(JSON.stringify(text).slice(1, -1))) return [];
  return leavesByText(response).get(text) ?? [];
}

function leavesByText(response: Response): ReadonlyMap<string, readonly Leaf[]> {
  const before = read.get(response);
  if (before !== undefined) return before;
  const byText = new Map<string, Leaf[]>();
  for (const leaf of leavesOf(jsonOf(response))) {
    const same = byText.get(leaf.text);
    if (same === undefined) byText.set(leaf.text, [leaf]);
    else same.push(leaf);
  }
  read.set(response, byText);
  return byText;
}

/** Where a value stands. */
export function placesOf(response: Response, value: unknown): readonly Place[] {
  const json = jsonOf(response);
  if (typeof value !== 'string') return sameIn(json, '', value);
  return leavesOfText(response, value).filter(({ pointer }) => typeof pointed(json, pointer).value === 'string');
}

/** Where this very number or flag stands. */
function sameIn(json: unknown, pointer: string, value: unknown): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, inner]): readonly Place[] => {
    const place = pointerTo(pointer, key);
    return inner === value ? [{ pointer: place, key, expression: (name) => name }] : sameIn(inner, place, value);
  });
}

/** The object or list that holds what stands at a pointer. */
export function holderOf(json: unknown, pointer: string): unknown {
  return pointed(json, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))).value;
}

/** True where two objects are about the same thing: they have an id or a slug in common. Titles and icons may be alike by chance. */
export function isOfOneThing(one: unknown, other: unknown): boolean {
  const ids = new Set(identitiesOf(one));
  return identitiesOf(other).some((id) => ids.has(id));
}

function identitiesOf(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && isIdentity(key, inner) ? [inner.replace(/:\d+$/, '')] : [],
  );
}

/** True for what tells a thing from others. */
export function isIdentity(key: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return isIdShaped(value) || /(?:^id|Id|ID|_id|slug|Slug|^asset|Asset)$/.test(key);
}
