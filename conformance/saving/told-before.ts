/**
 * conformance/saving/told-before: where another answer tells a value that an answer should have: two views of one thing are compared
 * with each other, and not with what was seen of them in one run.
 */
import { leavesOf } from '../../scenarios/recording/leaves.ts';
import { isIdShaped } from '../../scenarios/recording/references.ts';
import { pointed } from '../../scenarios/running/pointer.ts';
import { isObject, parseJson } from '../../spec/json.ts';
import { isSuccess, type Response } from '../../wire/message.ts';

/** The answers to one request: of the target, and of a sound service. */
export type Pair = { readonly got: Response; readonly wanted: Response };

/** A value of an answer under a name: which pair, and where it stands there. */
export type Source = { readonly pair: number; readonly name: string; readonly pointer: string };

export type Told = { readonly expression: string; readonly source: Source };

export type Sought = {
  readonly value: unknown;
  /** The key that it stands under where it is missed. */
  readonly key: string;
  /** What the target has there. */
  readonly got: unknown;
  /** The object that it is a field of. */
  readonly within: unknown;
  /** Two answers have to agree: then also short values count, where they stand under the same key. */
  readonly isSame: boolean;
};

/** Texts of this length are hardly the same by chance. */
const TELLING_LENGTH = 8;

/**
 * The expression for the value by what a pair before the last one tells, nearest first. Undefined where nothing tells it, or where
 * the target tells there what it has got in the end as well.
 */
export function toldBefore(sought: Sought, pairs: readonly Pair[], name: string): Told | undefined {
  const { value, isSame } = sought;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const isClear = typeof value === 'string' && (isIdShaped(value) || value.length >= TELLING_LENGTH);
  if (!isClear && !isSame) return undefined;
  const text = JSON.stringify(value).replaceAll('"', '');
  for (let pair = pairs.length - 2; pair >= 0; pair -= 1) {
    const { got, wanted } = pairs[pair] ?? {};
    if (got === undefined || wanted === undefined || !isSuccess(wanted) || !wanted.body.includes(text)) continue;
    const found = placeIn(jsonOf(wanted), jsonOf(got), sought, isClear);
    if (found !== undefined)
      return { expression: found.expression(name), source: { pair, name, pointer: found.pointer } };
  }
  return undefined;
}

const parsed = new WeakMap<Response, { readonly json: unknown }>();

/** The body as JSON; long lists are looked at many times. */
export function jsonOf(response: Response): unknown {
  const before = parsed.get(response) ?? { json: parseJson(response.body) };
  parsed.set(response, before);
  return before.json;
}

type Place = { readonly pointer: string; readonly key: string; readonly expression: (name: string) => string };

/** The place of the same key before others, where the target tells anything else than it has `got`. */
function placeIn(wanted: unknown, mine: unknown, sought: Sought, isClear: boolean): Place | undefined {
  const { value, key, got, within } = sought;
  const isOther = ({ pointer }: Place): boolean => {
    const { found, value: told } = pointed(mine, pointer);
    return found && told !== got && (isIdentity(key, value) || isOfOneThing(within, holderOf(wanted, pointer)));
  };
  const places = placesOf(wanted, value);
  return places.find((place) => place.key === key && isOther(place)) ?? (isClear ? places.find(isOther) : undefined);
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

export function isIdentity(key: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return isIdShaped(value) || /(?:^id|Id|ID|_id|slug|Slug|^asset|Asset)$/.test(key);
}

/** Where a value stands in an answer. */
export function placesOf(json: unknown, value: unknown): readonly Place[] {
  if (typeof value !== 'string') return sameIn(json, '', value);
  return leavesOf(json).filter((leaf) => leaf.text === value && typeof pointed(json, leaf.pointer).value === 'string');
}

/** Where this very number or flag stands. */
function sameIn(json: unknown, pointer: string, value: unknown): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, inner]): readonly Place[] => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return inner === value ? [{ pointer: place, key, expression: (name) => name }] : sameIn(inner, place, value);
  });
}
