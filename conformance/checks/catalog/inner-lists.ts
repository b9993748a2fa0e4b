/** conformance/checks/catalog/inner-lists: the patterns of the lists that catalog markets carry inside strings (interface 2.5). */
import type { JsonObject } from '../../../spec/json.ts';
import { textsInside } from '../rows.ts';

const TEXT = { $type: 'string' };
const DIFFERENT = { $all: [{ $unique: '' }, { $each: { $all: [TEXT, { $not: '' }] } }] };

/** Names of outcomes: there are some, and they differ. */
export const NAMES = { outcomes: { $json: DIFFERENT } };

/** Token ids, which differ. */
export const TOKEN_IDS = { clobTokenIds: { $json: { $any: [[], DIFFERENT] } } };

/** JSON of as many texts. */
export function textsInJson(count: number): JsonObject {
  return { $json: Array.from({ length: count }, () => TEXT) };
}

/** As many token ids as outcomes, if one of both can be read. */
export function pairing(market: JsonObject): JsonObject {
  const [names, ids] = [textsInside(market, 'outcomes'), textsInside(market, 'clobTokenIds')];
  if (names !== undefined) return { clobTokenIds: textsInJson(names.length) };
  return ids === undefined ? {} : { outcomes: textsInJson(ids.length) };
}
