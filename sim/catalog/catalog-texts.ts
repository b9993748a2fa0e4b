/** sim/catalog/catalog-texts: the JSON text of every catalog entity, cached until its market closes or resolves. */
import type { World, WorldEvent, WorldMarket } from '../world/world.ts';
import { eventRecord, fullSummaryRecord, marketRecord, summaryRecord } from './market-records.ts';

export type CatalogTexts = ReturnType<typeof createCatalogTexts>;

export function createCatalogTexts(world: World) {
  const { venue } = world;
  const listed = new Map<WorldMarket, string>();
  const bySlug = new Map<WorldMarket, string>();
  const events = new Map<WorldEvent, string>();
  const keep = <Key>(kept: Map<Key, string>, key: Key, record: () => unknown): string => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(record());
    kept.set(key, text);
    return text;
  };
  return {
    /** Item of `GET /markets`. */
    listed: (market: WorldMarket) =>
      keep(listed, market, () => ({ ...marketRecord(venue, market), events: [summaryRecord(market.event)] })),
    /** Response of `GET /markets/slug/{slug}`. */
    bySlug: (market: WorldMarket) =>
      keep(bySlug, market, () => ({
        ...marketRecord(venue, market),
        events: [fullSummaryRecord(venue, market.event)],
      })),
    event: (event: WorldEvent) => keep(events, event, () => eventRecord(venue, event)),
    /** Drops the texts that contain flags of a market. */
    forget: (market: WorldMarket) => {
      listed.delete(market);
      events.delete(market.event);
      for (const sibling of market.event.markets) bySlug.delete(sibling);
    },
  };
}
