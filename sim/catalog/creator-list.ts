/** sim/catalog/creator-list: `GET /events/creators` (4.20): filters by name and handle, any scalar column, pages. */
import { EventCreator } from '../../spec/resources/catalog-event.ts';
import type { ParamValues } from '../query.ts';
import type { World } from '../world/world.ts';
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
function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
