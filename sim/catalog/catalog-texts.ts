/** sim/catalog/catalog-texts: the JSON text of every catalog entity, cached until its market closes or resolves. */
import type { World, WorldEvent, WorldMarket } from '../world/world.ts';
import { eventRecord, fullSummaryRecord, marketRecord, summaryRecord } from './market-records.ts';

export type CatalogTexts = {
  /** Item of `GET /markets`. */
  listed(market: WorldMarket): string;
  /** Response of `GET /markets/slug/{slug}`. */
  bySlug(market: WorldMarket): string;
  event(event: WorldEvent): string;
  /** Drops the texts that contain flags of a market. */
  forget(market: WorldMarket): void;
};

export function createCatalogTexts(world: World): CatalogTexts {
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
    listed: (market) =>
      keep(listed, market, () => ({ ...marketRecord(venue, market), events: [summaryRecord(market.event)] })),
    bySlug: (market) =>
      keep(bySlug, market, () => ({
        ...marketRecord(venue, market),
        events: [fullSummaryRecord(venue, market.event)],
      })),
    event: (event) => keep(events, event, () => eventRecord(venue, event)),
    forget: (market) => {
      listed.delete(market);
      events.delete(market.event);
      for (const sibling of market.event.markets) bySlug.delete(sibling);
    },
  };
}
