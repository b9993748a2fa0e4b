/** conformance/checks/catalog/inner-lists: patterns of the lists inside strings of markets (interface 2.5). */
import type { JsonObject } from '../../../base/json.ts';

const TEXT = { $type: 'string' };
const DIFFERENT = { $all: [{ $unique: '' }, { $each: { $all: [TEXT, { $not: '' }] } }] };

/** Names of outcomes: there are some, and they differ. */
export const NAMES = { outcomes: { $json: DIFFERENT } };

export const TOKEN_IDS = { clobTokenIds: { $json: { $any: [[], DIFFERENT] } } };

/** JSON of as many texts. */
export function textsInJson(count: number): JsonObject {
  return { $json: Array.from({ length: count }, () => TEXT) };
}

/** As many token ids as outcomes. */
export const PAIRING = { $relation: { left: '/clobTokenIds', is: '=', right: '/outcomes', as: 'count' } };
