/** sim/world/recorded/events: the event of a recorded market; a market without one gets a separate event. */
import type { Series, Tag } from '../../../spec/resources/catalog-market.ts';
import type { WorldEvent, WorldMarket } from '../world.ts';
import { momentText, type RecordedEvent, type RecordedMarket, urlOrEmpty, type Warn } from './market-shape.ts';

/** `missing` replaces a missing required moment. */
export function worldEvent(
  event: RecordedEvent | undefined,
  market: RecordedMarket,
  warn: Warn,
  missing: string,
): WorldEvent & { readonly markets: WorldMarket[] } {
  const source: RecordedEvent = event ?? {
    ...market,
    ticker: market.slug,
    title: market.question,
    creationDate: market.createdAt,
    tags: undefined,
    series: undefined,
  };
  const at = event === undefined ? '' : 'events[0].';
  const date = (field: 'startDate' | 'creationDate' | 'endDate', missing = '') =>
    momentText(source[field], `${at}${field}`, warn, missing);
  const createdAt = momentText(source.createdAt, `${at}createdAt`, warn, missing);
  return {
    own: {
      id: source.id,
      ticker: source.ticker,
      slug: source.slug,
      title: source.title,
      description: source.description,
      resolutionSource: source.resolutionSource,
      image: urlOrEmpty(source.image, `${at}image`, warn),
      icon: urlOrEmpty(source.icon, `${at}icon`, warn),
      startDate: date('startDate'),
      creationDate: date('creationDate', createdAt),
      endDate: date('endDate'),
      createdAt,
      updatedAt: momentText(source.updatedAt, `${at}updatedAt`, warn, missing),
      active: source.active,
      closed: source.closed,
      archived: source.archived,
      eventMetadata: {},
    },
    tags: (source.tags ?? []).map((tag): Tag => dated(tag, `${at}tags`, warn, missing)),
    series: (source.series ?? []).map((series): Series => dated(series, `${at}series`, warn, missing)),
    markets: [],
  };
}

function dated<Item extends { readonly createdAt: string; readonly updatedAt: string }>(
  item: Item,
  field: string,
  warn: Warn,
  missing: string,
): Item {
  const createdAt = momentText(item.createdAt, `${field}.createdAt`, warn, missing);
  return { ...item, createdAt, updatedAt: momentText(item.updatedAt, `${field}.updatedAt`, warn, missing) };
}
