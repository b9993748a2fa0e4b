/** conformance/checks/known-values: values of parameters that the target is known to serve, from the bound rows. */
import { textAt } from '../../base/json.ts';
import type { Param, Route } from '../../spec/route.ts';
import type { Bindings } from '../check.ts';
import { eventOf, textsOf, tokenIdsOf } from './assertions.ts';
import { eventIdOf, isInteger, tagsOf } from './catalog/market-list.ts';
import { namesFor } from './definition.ts';

/** Values of a filter of the catalog, by its name. */
const CATALOG: Readonly<Record<string, (bindings: Bindings) => readonly (string | undefined)[]>> = {
  slug: ({ markets }) => textsOf(markets, 'slug'),
  conditionId: ({ markets }) => textsOf(markets, 'conditionId'),
  event_id: ({ markets }) => markets.map((market) => textAt(eventOf(market), 'id')),
  event_slug: ({ markets }) => markets.map((market) => textAt(eventOf(market), 'slug')),
  tag_id: (bindings) =>
    tagsIn(bindings)
      .map((tag) => textAt(tag, 'id'))
      .filter(isInteger),
  tag_slug: (bindings) => tagsIn(bindings).map((tag) => textAt(tag, 'slug')),
  creator_name: ({ creators }) => textsOf(creators, 'creatorName'),
  creator_handle: ({ creators }) => textsOf(creators, 'creatorHandle'),
};

const tagsIn = (bindings: Bindings) => bindings.markets.flatMap((row) => tagsOf({ bindings }, eventIdOf(row)) ?? []);

/** Values of a parameter that names an entity; empty if no row has one. The creator of a market is in no row. */
export function knownValues(route: Route, param: Param, bindings: Bindings): readonly string[] {
  const values = param.required === true ? namesFor(route, bindings) : namedIn(route, param, bindings);
  return [...new Set(values)].filter((value) => value !== undefined && value !== '') as readonly string[];
}

function namedIn({ id, family }: Route, { name }: Param, bindings: Bindings): readonly (string | undefined)[] {
  if (id === 'builder-trades') return textsOf(bindings.trades, name);
  if (name === 'market')
    return family === 'wallet' ? bindings.heldMarkets : textsOf(bindings.conditions, 'condition_id');
  if (name === 'asset_id') return bindings.conditions.flatMap(tokenIdsOf);
  if (name === 'title') return textsOf(bindings.markets, 'question').map((text) => text.split(' ')[0]);
  return CATALOG[name]?.(bindings) ?? [];
}
