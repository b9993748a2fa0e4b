/** sim/world/recorded/catalog: recorded markets and events as those of a world, or file, line and field of a fault. */

import type { Rng } from '../../../base/rng.ts';
import { placeIn } from '../../option-fault.ts';
import { newAddress } from '../identity.ts';
import { plainTrading } from '../listing.ts';
import { isoText, type WorldCreator, type WorldEvent, type WorldMarket } from '../world.ts';
import { MarketError } from '../world-error.ts';
import { worldEvent } from './events.ts';
import { momentText, RecordedMarket, urlOrEmpty, type Warn } from './market-shape.ts';
import { type Quotes, quotesOf } from './quotes.ts';
import type { FoundMarket } from './source.ts';

/** A market of the recording: the market of the world, and data for its history. */
export type Recorded = Readonly<{
  market: WorldMarket;
  quotes: Quotes;
  isClosed: boolean;
  isAccepting: boolean;
  /** Dollars on both sides of the book. */
  liquidity: number;
}>;

export type RecordedCatalog = {
  readonly events: readonly WorldEvent[];
  readonly recorded: readonly Recorded[];
  readonly warnings: readonly string[];
};

const USUAL_MINIMUM = 5;

/** Throws `MarketError` for an invalid market. `skipsInvalid`: it is left out, and the first warning counts these. */
export function readCatalog(
  found: readonly FoundMarket[],
  creators: readonly WorldCreator[],
  rng: Rng,
  startMs: number,
  skipsInvalid: boolean,
): RecordedCatalog {
  const missing = isoText(startMs);
  const reader = { claims: new Claims(), events: new Map(), creators, rewardAsset: newAddress(rng), missing };
  const warnings: string[] = [];
  const recorded: Recorded[] = [];
  const leftOut: string[] = [];
  for (const market of found) {
    const own: string[] = [];
    try {
      recorded.push(readMarket(reader, market, recorded.length, own));
      warnings.push(...own);
    } catch (error) {
      if (!skipsInvalid || !(error instanceof MarketError)) throw error;
      leftOut.push(error.message);
    }
  }
  const events = [...reader.events.values()];
  return { events, recorded, warnings: [...(skipsInvalid ? [leftOutText(leftOut, found.length)] : []), ...warnings] };
}

function leftOutText(leftOut: readonly string[], of: number) {
  const [first] = leftOut;
  return `left out ${leftOut.length} of ${of} markets${first === undefined ? '' : `, such as ${first}`}`;
}

type Reader = Pick<Parts, 'missing' | 'rewardAsset'> & {
  readonly claims: Claims;
  readonly events: Map<string, WorldEvent & { readonly markets: WorldMarket[] }>;
  readonly creators: readonly WorldCreator[];
};

/** Nothing of a market that is invalid is kept in the reader. */
function readMarket(
  { claims, events, creators, rewardAsset, missing }: Reader,
  { at, value }: FoundMarket,
  index: number,
  warnings: string[],
): Recorded {
  const parsed = RecordedMarket.safeParse(value);
  if (!parsed.success) throw new MarketError(defectOf(at, parsed.error.issues));
  const source = parsed.data;
  const warn: Warn = (field, what) => warnings.push(`${at}.${field}: ${what}`);
  const quotes = quotesOf(source, at, warn);
  const own = source.events?.[0];
  const key = own === undefined ? `alone ${source.id}` : `event ${own.id}`;
  const event = events.get(key) ?? worldEvent(own, source, warn, missing);
  claims.take(at, [...idsOf(source), ...(events.has(key) ? [] : idsOfEvent(event))]);
  events.set(key, event);
  const creator = creators[Number(event.own.id) % (creators.length + 1)];
  const market = worldMarket({ source, event, index, creator, rewardAsset, warn, missing });
  event.markets.push(market);
  const { closed: isClosed, acceptingOrders: isAccepting, liquidityNum: liquidity = 0 } = source;
  return { market, quotes, isClosed, isAccepting, liquidity };
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

function defectOf(at: string, issues: Issues): string {
  const [issue] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more in this market)` : '';
  const message = issue?.message.endsWith('received undefined') === true ? 'is missing' : issue?.message;
  return `${at}${placeIn(issue?.path ?? [])}: ${message ?? 'cannot be used'}${more}`;
}

type Id = readonly [string, string];

/** The markets that have the identifiers. */
class Claims {
  readonly #owners = new Map<string, string>();

  /** Takes all of them for a market, or throws if another market, or the same one twice, has one. */
  take(at: string, ids: readonly Id[]): void {
    const taken = new Set<string>();
    for (const [field, id] of ids) {
      const key = `${field} ${id}`;
      const owner = taken.has(key) ? at : this.#owners.get(key);
      if (owner !== undefined) throw new MarketError(`${at}.${field}: ${id} is already used by ${owner}`);
      taken.add(key);
    }
    for (const key of taken) this.#owners.set(key, at);
  }
}

function idsOf(market: RecordedMarket): readonly Id[] {
  return [
    ['id', market.id],
    ['conditionId', market.conditionId.toLowerCase()],
    ['slug', market.slug],
    ...market.clobTokenIds.map((token): Id => ['clobTokenIds', token]),
  ];
}

function idsOfEvent({ own }: WorldEvent): readonly Id[] {
  return [
    ['events[0].id', own.id],
    ['events[0].slug', own.slug],
  ];
}

type Parts = Readonly<{
  source: RecordedMarket;
  event: WorldEvent;
  index: number;
  creator: WorldCreator | undefined;
  rewardAsset: string;
  warn: Warn;
  /** The replacement of a missing required moment. */
  missing: string;
}>;

function worldMarket({ source, event, index, creator, rewardAsset, warn, missing }: Parts): WorldMarket {
  const [first = '', second = ''] = source.outcomes;
  const [firstToken = '', secondToken = ''] = source.clobTokenIds;
  const rewards = source.clobRewards ?? [];
  const date = (field: 'startDate' | 'endDate' | 'acceptingOrdersTimestamp' | 'gameStartTime') =>
    momentText(source[field], field, warn);
  const moment = (field: 'createdAt' | 'updatedAt') => momentText(source[field], field, warn, missing);
  return {
    ...plainTrading(event),
    index,
    event,
    outcomes: [first, second],
    tokenIds: [firstToken, secondToken],
    catalog: {
      id: source.id,
      question: source.question,
      conditionId: source.conditionId,
      slug: source.slug,
      resolutionSource: source.resolutionSource,
      startDate: date('startDate'),
      endDate: date('endDate'),
      image: urlOrEmpty(source.image, 'image', warn),
      icon: urlOrEmpty(source.icon, 'icon', warn),
      description: source.description,
      outcomes: JSON.stringify(source.outcomes),
      clobTokenIds: JSON.stringify(source.clobTokenIds),
      createdAt: moment('createdAt'),
      updatedAt: moment('updatedAt'),
      questionID: source.questionID,
    },
    active: source.active,
    archived: source.archived,
    enableOrderBook: source.enableOrderBook,
    negRisk: source.negRisk,
    negRiskMarketId: source.negRiskMarketID,
    negRiskRequestId: source.negRiskRequestID,
    acceptingOrderTimestamp: date('acceptingOrdersTimestamp'),
    gameStartTime: date('gameStartTime'),
    minimumOrderSize: source.orderMinSize ?? USUAL_MINIMUM,
    secondsDelay: source.secondsDelay ?? 0,
    rewards: {
      rates: rewards.map((reward) => ({
        asset_address: rewardAsset,
        rewards_daily_rate: reward.rewardsDailyRate ?? 0,
      })),
      min_size: source.rewardsMinSize ?? 0,
      max_spread: source.rewardsMaxSpread ?? 0,
    },
    creator,
  };
}
