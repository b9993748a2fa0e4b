/** sim/world/generated/catalog: a catalog without history, with ids on both sides of a power of ten. */

import { invariant } from '../../../base/result.ts';
import type { Rng } from '../../../base/rng.ts';
import { unitsToNumber } from '../../../base/units.ts';
import { newAddress, newHash } from '../identity.ts';
import { FIRST_EVENT_ID, FIRST_MARKET_ID, listing, picture } from '../listing.ts';
import { DAY_MS, HOUR_MS, isoText, type WorldCreator, type WorldEvent, type WorldMarket } from '../world.ts';
import type { EventPlan, MarketPlan } from './plan-parts.ts';
import { seriesOf, slugOf, tagsOf, wordEvent } from './titles.ts';

const MINIMUM_SHARES = 5;
const SETTLED_BY = 'Settled by the harbour office of the day; every market of this event follows it.';
/** The age of the first event, and the days in which all events are created, before the first trade. */
const OLDEST_DAYS = 60;
const LISTING_DAYS = 40;

export type GeneratedCatalog = {
  readonly events: readonly WorldEvent[];
  /** By index. */
  readonly markets: readonly WorldMarket[];
  readonly plans: readonly MarketPlan[];
};

type CatalogContext = Readonly<{
  rng: Rng;
  startMs: number;
  creators: readonly WorldCreator[];
  rewardAsset: string;
  eventsPerDay: number;
}>;

export function createCatalog(
  rng: Rng,
  plans: readonly EventPlan[],
  creators: readonly WorldCreator[],
  startMs: number,
): GeneratedCatalog {
  const rewardAsset = newAddress(rng.fork('reward asset'));
  const eventsPerDay = Math.max(2, Math.ceil(plans.length / LISTING_DAYS));
  const context: CatalogContext = { rng, startMs, creators, rewardAsset, eventsPerDay };
  const events: WorldEvent[] = [];
  const markets: WorldMarket[] = [];
  plans.forEach((plan, serial) => {
    const event = listEvent(context, plan, serial, markets.length);
    events.push(event);
    markets.push(...event.markets);
  });
  return { events, markets, plans: plans.flatMap((plan) => plan.markets) };
}

function listEvent(context: CatalogContext, plan: EventPlan, serial: number, firstIndex: number): WorldEvent {
  const rng = context.rng.fork(`event ${serial}`);
  const wording = wordEvent(rng, plan.kind, serial, plan.markets.length);
  const slug = serial === 8 ? 'ålesby-été-special' : `${slugOf(wording.title, 'event')}-${serial}`;
  const createdMs = context.startMs - (OLDEST_DAYS - Math.floor(serial / context.eventsPerDay)) * DAY_MS;
  const createdAt = isoText(createdMs);
  const isArchived = plan.markets.every((market) => market.fate === 'archived');
  const markets: WorldMarket[] = [];
  const event: WorldEvent = {
    own: {
      id: String(FIRST_EVENT_ID + serial),
      ticker: slug,
      slug,
      title: wording.title,
      description: `${wording.title}\n\n${SETTLED_BY}`,
      resolutionSource: serial % 3 === 0 ? '' : `https://sources.touchstone.example/${serial}`,
      image: picture('events', serial),
      icon: picture('events', serial),
      startDate: isoText(createdMs + HOUR_MS),
      creationDate: createdAt,
      endDate: serial % 9 === 4 ? '' : isoText(context.startMs + (10 + (serial % 4) * 10) * DAY_MS),
      createdAt,
      updatedAt: isoText(context.startMs - (serial % 6) * HOUR_MS),
      active: plan.markets.some((market) => market.fate !== 'draft'),
      closed: false,
      archived: isArchived,
      eventMetadata: serial % 2 === 0 ? {} : { context: { venue: wording.title, rounds: [1, 2, 3] }, featured: true },
    },
    tags: tagsOf(serial, context.startMs),
    series: seriesOf(serial, plan.kind, context.startMs),
    markets,
  };
  const negRiskId = plan.kind === 'race' ? newHash(rng) : '';
  plan.markets.forEach((market, position) => {
    const words = wording.markets[position];
    invariant(words !== undefined, 'a wording has words for every market');
    const index = firstIndex + position;
    const listed = listMarket(context, rng, event, market, words, index);
    markets.push({ ...listed, ...negRiskOf(rng, negRiskId), creator: creatorOf(context, serial) });
  });
  return event;
}

/** Every fourth event has no creator; the others take turns. */
function creatorOf(context: CatalogContext, serial: number) {
  return serial % 4 === 3 ? undefined : context.creators[serial % context.creators.length];
}

function negRiskOf(rng: Rng, id: string): Pick<WorldMarket, 'negRisk' | 'negRiskMarketId' | 'negRiskRequestId'> {
  return { negRisk: id !== '', negRiskMarketId: id, negRiskRequestId: id === '' ? '' : newHash(rng) };
}

function listMarket(
  context: CatalogContext,
  rng: Rng,
  event: WorldEvent,
  plan: MarketPlan,
  words: { readonly question: string; readonly outcomes: readonly [string, string] },
  index: number,
): Omit<WorldMarket, 'negRisk' | 'negRiskMarketId' | 'negRiskRequestId' | 'creator'> {
  const { question, outcomes } = words;
  const description = `${question}

Yes means it happened before the end date. "No" otherwise.`;
  const listed = listing(rng, event, index, FIRST_MARKET_ID + index, { question, outcomes, description });
  const updatedAt = isoText(context.startMs - (index % 12) * HOUR_MS);
  const feeBasisPoints = plan.feeRate / 100;
  return {
    ...listed,
    catalog: { ...listed.catalog, icon: picture('markets', index % 10), updatedAt },
    active: plan.fate !== 'draft',
    archived: plan.fate === 'archived',
    enableOrderBook: plan.fate !== 'draft',
    acceptingOrderTimestamp: plan.fate === 'draft' ? '' : event.own.startDate,
    gameStartTime: plan.secondsDelay > 0 || plan.takerDelayMs > 0 ? isoText(context.startMs + 2 * DAY_MS) : '',
    minimumOrderSize: MINIMUM_SHARES,
    secondsDelay: plan.secondsDelay,
    takerOrderDelayMs: plan.takerDelayMs,
    orderAgeSeconds: plan.paysRewards ? 4 : 0,
    makerBaseFee: plan.feeTakerOnly ? 0 : feeBasisPoints,
    takerBaseFee: feeBasisPoints,
    rewards: rewardsOf(context, plan, index),
  };
}

function rewardsOf(context: CatalogContext, plan: MarketPlan, index: number): WorldMarket['rewards'] {
  const rate = { asset_address: context.rewardAsset, rewards_daily_rate: [1, 2.5, 20, 0.001][index % 4] ?? 1 };
  const spread = unitsToNumber(plan.tick === 1_000 ? 2_000 : 350, 2);
  return { rates: plan.paysRewards ? [rate] : [], min_size: plan.paysRewards ? 20 : 0, max_spread: spread };
}
