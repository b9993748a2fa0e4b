/**
 * conformance/saving/told-before: where another answer tells a value that an answer should have: two views of one thing are compared
 * with each other, and not with what was seen of them in one run.
 */
import { isIdShaped } from '../../scenarios/recording/references.ts';
import { pointed } from '../../spec/json-pointer.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import { holderOf, isIdentity, isOfOneThing, jsonOf, type Place, placesOf } from './answers.ts';

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
    const found = placeIn(wanted, jsonOf(got), sought, isClear);
    if (found !== undefined)
      return { expression: found.expression(name), source: { pair, name, pointer: found.pointer } };
  }
  return undefined;
}

/** The place of the same key before others, where the target tells anything else than it has `got`. */
function placeIn(wanted: Response, mine: unknown, sought: Sought, isClear: boolean): Place | undefined {
  const { value, key, got, within } = sought;
  const isOther = ({ pointer }: Place): boolean => {
    const { found, value: told } = pointed(mine, pointer);
    return found && told !== got && (isIdentity(key, value) || isOfOneThing(within, holderOf(jsonOf(wanted), pointer)));
  };
  const places = placesOf(wanted, value);
  return places.find((place) => place.key === key && isOther(place)) ?? (isClear ? places.find(isOther) : undefined);
}
