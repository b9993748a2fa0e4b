/** sim/world/written/catalog: the catalog of a written world: an event for each market or group. */

import type { Rng } from '../../../base/rng.ts';
import { seriesOf, slugOf, tagsOf } from '../generated/titles.ts';
import { newAddress, newHash } from '../identity.ts';
import { FIRST_EVENT_ID, FIRST_MARKET_ID, listing, picture } from '../listing.ts';
import {
  DAY_MS,
  isoText,
  SECOND_MS,
  START_MS,
  type WorldCreator,
  type WorldEvent,
  type WorldMarket,
} from '../world.ts';
import type { WrittenMarket } from './description.ts';
import { microOf, millisecondsOf } from './world-steps.ts';

const LIFE_MS = 30 * DAY_MS;

export type WrittenCatalog = {
  readonly events: readonly WorldEvent[];
  /** By index, in order of the description. */
  readonly markets: readonly WorldMarket[];
  /** Markets of each group, ascending. */
  readonly groups: ReadonlyMap<string, readonly number[]>;
};

type CatalogContext = Readonly<{
  rng: Rng;
  /** The moment of all listings. */
  listedMs: number;
  creator: WorldCreator | undefined;
  rewardAsset: string;
  /** The moment at which trading is expected to end. */
  endMs: number;
  /** Numbers of the first market and the first event, and of their ids. */
  first: FirstNumbers;
}>;

type FirstNumbers = Readonly<{
  market: number;
  event: number;
  marketId: number;
  eventId: number;
}>;

const FIRST: FirstNumbers = { market: 0, event: 0, marketId: FIRST_MARKET_ID, eventId: FIRST_EVENT_ID };

/** Lists `written` on a venue that opens at `beginMs`. */
export function createWrittenCatalog(
  rng: Rng,
  written: ReadonlyMap<string, WrittenMarket>,
  creator: WorldCreator | undefined,
  beginMs: number,
  { endMs = START_MS + LIFE_MS, first = FIRST }: Partial<Pick<CatalogContext, 'endMs' | 'first'>> = {},
): WrittenCatalog {
  const context: CatalogContext = {
    rng,
    listedMs: beginMs - DAY_MS,
    creator,
    rewardAsset: newAddress(rng.fork('reward asset')),
    endMs,
    first,
  };
  const events = new Map<string, WorldEvent & { readonly markets: WorldMarket[] }>();
  const groups = new Map<string, number[]>();
  const markets: WorldMarket[] = [];
  for (const [name, market] of written) {
    // A group and a market may have the same name.
    const key = market.group === undefined ? `market ${name}` : `group ${market.group}`;
    const event =
      events.get(key) ?? listEvent(context, market.group ?? market.question ?? name, first.event + events.size, market);
    events.set(key, event);
    const listed = listMarket(context, event, name, market, first.market + markets.length);
    event.markets.push(listed);
    markets.push(listed);
    if (market.group === undefined) continue;
    groups.set(market.group, [...(groups.get(market.group) ?? []), listed.index]);
  }
  return { events: [...events.values()], markets, groups };
}

function listEvent(
  { listedMs, endMs, first }: CatalogContext,
  title: string,
  serial: number,
  { group }: WrittenMarket,
): WorldEvent & { readonly markets: WorldMarket[] } {
  const slug = `${slugOf(title, 'event')}-${serial}`;
  const listedAt = isoText(listedMs);
  return {
    own: {
      id: String(first.eventId + serial - first.event),
      ticker: slug,
      slug,
      title,
      description: `${title}\n\nDecided by the author of this world.`,
      resolutionSource: '',
      image: picture('events', serial),
      icon: picture('events', serial),
      startDate: listedAt,
      creationDate: listedAt,
      endDate: isoText(endMs),
      createdAt: listedAt,
      updatedAt: listedAt,
      active: true,
      closed: false,
      archived: false,
      eventMetadata: {},
    },
    tags: tagsOf(serial, START_MS),
    series: seriesOf(serial, group === undefined ? 'single' : 'race', START_MS),
    markets: [],
  };
}

function listMarket(
  context: CatalogContext,
  event: WorldEvent,
  name: string,
  written: WrittenMarket,
  index: number,
): WorldMarket {
  const rng = context.rng.fork(`market ${name}`);
  const place = `markets.${name}`;
  const { question = name, outcomes, group } = written;
  const minSize = microOf(written.minSize, `${place}.minSize`);
  const delayMs = millisecondsOf(written.delay, `${place}.delay`);
  const feeBasisPoints = microOf(written.fee.rate, `${place}.fee.rate`) / 100;
  const description = `${question}\n\nOne of two outcomes: ${outcomes.join(' or ')}.`;
  const id = context.first.marketId + index - context.first.market;
  return {
    ...listing(rng, event, index, id, { question, outcomes, description }),
    negRisk: group !== undefined,
    negRiskMarketId: group === undefined ? '' : newHash(context.rng.fork(`group ${group}`)),
    negRiskRequestId: group === undefined ? '' : newHash(rng),
    minimumOrderSize: minSize / 1_000_000,
    secondsDelay: Math.floor(delayMs / SECOND_MS),
    takerOrderDelayMs: delayMs % SECOND_MS,
    makerBaseFee: written.fee.takerOnly ? 0 : feeBasisPoints,
    takerBaseFee: feeBasisPoints,
    rewards: { rates: [{ asset_address: context.rewardAsset, rewards_daily_rate: 1 }], min_size: 20, max_spread: 3.5 },
    creator: context.creator,
  };
}
