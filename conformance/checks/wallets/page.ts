/** conformance/checks/wallets/page: the rows of a wallet and the groups of holders that checks of lists read. */
import { type JsonObject, listAt, numberAt, objectsIn, textOrEmpty } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import type { Listed } from '../assertions.ts';
import { itemsOf, sendGet, sendSample } from '../definition.ts';

type WalletList = 'positions' | 'closed-positions' | 'activity';

const largest: Readonly<Record<WalletList, Query>> = {
  positions: { limit: '500', sizeThreshold: '0' },
  'closed-positions': { limit: '50' },
  activity: { limit: '500' },
};

/** All rows of a wallet list, up to one page; ends the check if the list is empty. */
export async function rowsOf(context: CheckContext, id: WalletList, query: Query = {}): Promise<Listed> {
  const response = await sendSample(context, routeById(id), { ...largest[id], ...query });
  const rows = itemsOf(routeById(id), response);
  if (rows.length === 0) context.notTestable('the list is empty', 'name a wallet with more rows in the target file');
  return { response, rows };
}

/** The asset of a row is its condition with the index of its outcome. */
export const ASSET = { $joined: { at: '/asset', of: ['/conditionId', ':', '/outcomeIndex'] } };

/** The holders of one token, and the JSON pointer of the group. */
type Group = { readonly token: string; readonly holders: readonly JsonObject[]; readonly at: number };

/** A query that leaves no holder out, within the limit of one response. */
export const EVERYBODY: Query = { minBalance: '0', limit: '500' };

export type Holders = { readonly response: Exchange; readonly groups: readonly Group[] };

export async function readHolders(
  context: CheckContext,
  markets: readonly string[],
  query: Query = {},
): Promise<Holders> {
  const response = await sendGet(context, 'holders', { market: markets.join(','), ...query });
  const groups = itemsOf(routeById('holders'), response).map((group, at) => ({
    token: textOrEmpty(group, 'token'),
    holders: objectsIn(listAt(group, 'holders')),
    at,
  }));
  return { response, groups };
}

/** The pattern of a group with at least one holder. */
export const HELD = { holders: { $length: { $gte: 1 } } };

/** The pattern of a list with an element like each of these patterns, of which there may be none. */
export function containsEach(patterns: readonly JsonObject[]): JsonObject {
  return { $all: [{ $type: 'array' }, ...patterns.map((pattern) => ({ $contains: [pattern] }))] };
}

export function heldGroups({ response, groups }: Holders): readonly JsonObject[] {
  const held = groups.filter(({ holders }) => holders.length > 0);
  return held.map(({ at }) => ({ token: new SameAs(response, `/${at}/token`), ...HELD }));
}

/** Balances of a group in the order of the response. */
export function amountsOf({ holders }: Group): readonly number[] {
  return holders.map((holder) => numberAt(holder, 'amount') ?? Number.NaN);
}
