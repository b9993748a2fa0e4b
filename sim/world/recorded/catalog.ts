/**
 * sim/world/recorded/catalog: recorded markets and events as those of a world. The first defect rejects the whole
 * recording, with file, line and field.
 */
import { newAddress } from '../identity.ts';
import { isoText } from '../moment.ts';
import type { Rng } from '../rng.ts';
import type { WorldCreator, WorldEvent, WorldMarket } from '../world.ts';
import { WorldError } from '../world-error.ts';
import { worldEvent } from './events.ts';
import { RecordedMarket } from './market-shape.ts';
import type { FoundMarket } from './pages.ts';
import { type Quotes, quotesOf } from './quotes.ts';
import { momentText, urlOrEmpty, type Warn } from './texts.ts';

/** A market of the recording: the market of the world, and data for its history. */
export type Recorded = {
  readonly market: WorldMarket;
  readonly quotes: Quotes;
  readonly isClosed: boolean;
  readonly isAccepting: boolean;
  /** Dollars on both sides of the book. */
  readonly liquidity: number;
};

export type RecordedCatalog = {
  readonly events: readonly WorldEvent[];
  readonly recorded: readonly Recorded[];
  readonly warnings: readonly string[];
};

const USUAL_MINIMUM = 5;

export function readCatalog(
  found: readonly FoundMarket[],
  creators: readonly WorldCreator[],
  rng: Rng,
  startMs: number,
): RecordedCatalog {
  const warnings: string[] = [];
  const claim = createClaims();
  const rewardAsset = newAddress(rng);
  const events = new Map<string, WorldEvent & { readonly markets: WorldMarket[] }>();
  const recorded = found.map(({ at, value }, index): Recorded => {
    const parsed = RecordedMarket.safeParse(value);
    if (!parsed.success) throw new WorldError(defectOf(at, parsed.error.issues));
    const source = parsed.data;
    claimMarket(claim, at, source);
    const warn: Warn = (field, what) => warnings.push(`${at}.${field}: ${what}`);
    const quotes = quotesOf(source, at, warn);
    const own = source.events?.[0];
    const key = own === undefined ? `alone ${source.id}` : `event ${own.id}`;
    const event = events.get(key) ?? worldEvent(own, source, warn, isoText(startMs));
    if (!events.has(key)) claimEvent(claim, at, event);
    events.set(key, event);
    const creator = creators[Number(event.own.id) % (creators.length + 1)];
    const market = worldMarket({ source, event, index, creator, rewardAsset, warn, missing: isoText(startMs) });
    event.markets.push(market);
    const { closed: isClosed, acceptingOrders: isAccepting, liquidityNum: liquidity = 0 } = source;
    return { market, quotes, isClosed, isAccepting, liquidity };
  });
  return { events: [...events.values()], recorded, warnings };
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

/** The first defect of a market, and the number of others. */
function defectOf(at: string, issues: Issues): string {
  const [issue] = issues;
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more in this market)` : '';
  const message = issue?.message.endsWith('received undefined') === true ? 'is missing' : issue?.message;
  return `${at}${path}: ${message ?? 'cannot be used'}${more}`;
}

/** Registers an identifier of a market; throws if another market has it. */
type Claim = (at: string, field: string, id: string) => void;

function createClaims(): Claim {
  const owners = new Map<string, string>();
  return (at, field, id) => {
    const key = `${field} ${id}`;
    const owner = owners.get(key);
    if (owner !== undefined) throw new WorldError(`${at}.${field}: ${id} is already used by ${owner}`);
    owners.set(key, at);
  };
}

function claimMarket(claim: Claim, at: string, market: RecordedMarket): void {
  claim(at, 'id', market.id);
  claim(at, 'conditionId', market.conditionId.toLowerCase());
  claim(at, 'slug', market.slug);
  for (const token of market.clobTokenIds) claim(at, 'clobTokenIds', token);
}

function claimEvent(claim: Claim, at: string, { own }: WorldEvent): void {
  claim(at, 'events[0].id', own.id);
  claim(at, 'events[0].slug', own.slug);
}

type Parts = {
  readonly source: RecordedMarket;
  readonly event: WorldEvent;
  readonly index: number;
  readonly creator: WorldCreator | undefined;
  readonly rewardAsset: string;
  readonly warn: Warn;
  /** The replacement of a missing required moment. */
  readonly missing: string;
};

function worldMarket({ source, event, index, creator, rewardAsset, warn, missing }: Parts): WorldMarket {
  const [first = '', second = ''] = source.outcomes;
  const [firstToken = '', secondToken = ''] = source.clobTokenIds;
  const rewards = source.clobRewards ?? [];
  const date = (field: 'startDate' | 'endDate' | 'acceptingOrdersTimestamp' | 'gameStartTime'): string =>
    momentText(source[field], field, warn);
  const moment = (field: 'createdAt' | 'updatedAt'): string => momentText(source[field], field, warn, missing);
  return {
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
    fiftyFifty: false,
    acceptingOrderTimestamp: date('acceptingOrdersTimestamp'),
    gameStartTime: date('gameStartTime'),
    minimumOrderSize: source.orderMinSize ?? USUAL_MINIMUM,
    secondsDelay: source.secondsDelay ?? 0,
    takerOrderDelayMs: 0,
    orderAgeSeconds: 0,
    makerBaseFee: 0,
    takerBaseFee: 0,
    rewards: {
      rates: rewards.map((reward) => ({
        asset_address: rewardAsset,
        rewards_daily_rate: reward.rewardsDailyRate ?? 0,
      })),
      min_size: source.rewardsMinSize ?? 0,
      max_spread: source.rewardsMaxSpread ?? 0,
    },
    tags: event.tags.map((tag) => tag.label),
    creator,
  };
}
