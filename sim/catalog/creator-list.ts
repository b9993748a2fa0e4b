/** sim/catalog/creator-list: `GET /events/creators` (4.20), and the `creator` parameter of other lists (4.11, 4.12). */
import { EventCreator } from '../../spec/resources/catalog-market.ts';
import type { ParamValues } from '../query.ts';
import type { World, WorldEvent, WorldMarket } from '../world/world.ts';
import { columnValue, sortedBy } from './sort-order.ts';

/** The values of `order`: every column of a creator is a text. */
export const CREATOR_COLUMNS: readonly string[] = Object.keys(EventCreator.shape);

/** A page; undefined if `order` is no column. */
export function creatorPage(world: World, params: ParamValues): readonly EventCreator[] | undefined {
  const column = String(params['order'] ?? 'id');
  if (!CREATOR_COLUMNS.includes(column)) return undefined;
  const { creator_name: name, creator_handle: handle } = params;
  const chosen = world.creators
    .map((creator) => creator.own)
    .filter((own) => name === undefined || isSameText(own.creatorName, String(name)))
    .filter((own) => handle === undefined || isSameText(own.creatorHandle, String(handle)));
  const sorted = sortedBy(
    chosen,
    (own) => columnValue(own, column),
    (own) => own.id,
    params['ascending'] === true,
  );
  const start = Number(params['offset']);
  return sorted.slice(start, start + Number(params['limit']));
}

/** Whole texts, letter case aside. */
function isSameText(a: string, b: string) {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether the market is on the site of `creator`, if given. Letter case matters in identifiers, not in addresses. */
export function inScope({ creator: owner }: WorldMarket, creator: ParamValues[string]): boolean {
  if (creator === undefined || owner === undefined) return creator === undefined;
  return owner.site === creator || owner.wallet.toLowerCase() === String(creator).toLowerCase();
}

export function eventInScope(event: WorldEvent, creator: ParamValues[string]): boolean {
  return creator === undefined || event.markets.some((market) => inScope(market, creator));
}
