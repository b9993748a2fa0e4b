/** sim/catalog/trading-records: trading markets (2.10), short forms (2.11), settings (2.17), comments, lists. */

import { formatMicro, MICRO, unitsToNumber } from '../../base/units.ts';
import { CURSOR_START, decodeCursor, encodeCursor } from '../../spec/cursor.ts';
import type { Profile } from '../../spec/profile.ts';
import type { Comment, CommentPosition } from '../../spec/resources/people.ts';
import type { SimplifiedMarket, Token, TradingMarket, TradingSettings } from '../../spec/resources/trading-market.ts';
import type { Venue } from '../core/venue.ts';
import { OUTCOMES, tokenPrice } from '../views/token-price.ts';
import type { World, WorldComment, WorldMarket } from '../world/world.ts';
import type { Lookups } from './lookups.ts';
import { flagsOf, isAcceptingOrders, viewOf } from './market-state.ts';

/** Prices of both tokens; a token has won if its payout is a whole dollar. */
function tokenRecords(venue: Venue, market: WorldMarket): Token[] {
  const { payout } = viewOf(venue, market);
  return OUTCOMES.map((outcome) => ({
    token_id: market.tokenIds[outcome],
    outcome: market.outcomes[outcome],
    price: unitsToNumber(tokenPrice(venue, market.index, outcome), 6),
    winner: payout?.[outcome] === MICRO,
  }));
}

/** Resolved with equal payouts for both outcomes. */
function isFiftyFifty(venue: Venue, market: WorldMarket) {
  const { payout } = viewOf(venue, market);
  return payout !== undefined && payout[0] === payout[1];
}

export function tradingRecord(venue: Venue, market: WorldMarket): TradingMarket {
  const { catalog, event } = market;
  const { id, slug, title, ticker, description } = event.own;
  const { status, active, closed, archived, acceptingOrders } = flagsOf(venue, market);
  return {
    enable_order_book: market.enableOrderBook,
    active,
    closed,
    archived,
    accepting_orders: acceptingOrders,
    neg_risk: market.negRisk,
    notifications_enabled: true,
    is_50_50_outcome: isFiftyFifty(venue, market),
    itode: market.takerOrderDelayMs > 0,
    blockaid_check_enabled: false,
    accepting_order_timestamp: market.acceptingOrderTimestamp,
    minimum_order_size: market.minimumOrderSize,
    minimum_tick_size: unitsToNumber(viewOf(venue, market).terms.tick, 4),
    seconds_delay: market.secondsDelay,
    maker_base_fee: market.makerBaseFee,
    taker_base_fee: market.takerBaseFee,
    taker_order_delay_ms: market.takerOrderDelayMs,
    order_age_seconds: market.orderAgeSeconds,
    market_id: Number(catalog.id),
    condition_id: catalog.conditionId,
    status,
    question_id: catalog.questionID,
    question: catalog.question,
    slug: catalog.slug,
    description: catalog.description,
    market_slug: catalog.slug,
    end_date_iso: catalog.endDate,
    game_start_time: market.gameStartTime,
    fpmm: '',
    neg_risk_market_id: market.negRiskMarketId,
    neg_risk_request_id: market.negRiskRequestId,
    icon: catalog.icon,
    image: catalog.image,
    rewards: rewardsOf(market),
    tokens: tokenRecords(venue, market),
    tags: [...market.tags],
    assets_ids: [...market.tokenIds],
    outcomes: [...market.outcomes],
    event: { id, slug, title, ticker, description },
    raw_metadata: {},
  };
}

function simplifiedRecord(venue: Venue, market: WorldMarket): SimplifiedMarket {
  const whole = tradingRecord(venue, market);
  const { condition_id, status, question, slug, neg_risk, active, closed, archived, accepting_orders } = whole;
  const { market_id, tokens, rewards, assets_ids, outcomes } = whole;
  const flags = { neg_risk, active, closed, archived, accepting_orders };
  return { condition_id, status, question, slug, ...flags, market_id, tokens, rewards, assets_ids, outcomes };
}

/** Each short key is a field of the trading record: the decision `settings-keys` lists them. */
export function settingsRecord(venue: Venue, market: WorldMarket): TradingSettings {
  const { tick, fee } = viewOf(venue, market).terms;
  return {
    gst: market.gameStartTime,
    r: rewardsOf(market),
    c: market.catalog.conditionId,
    nr: market.negRisk,
    t: OUTCOMES.map((outcome) => ({ t: market.tokenIds[outcome], o: market.outcomes[outcome] })),
    mts: unitsToNumber(tick, 4),
    mos: market.minimumOrderSize,
    fd: { r: unitsToNumber(fee.rate, 6), e: fee.exponent, to: fee.takerOnly },
    mbf: market.makerBaseFee,
    tbf: market.takerBaseFee,
    rfqe: false,
    itode: market.takerOrderDelayMs > 0,
    ibce: false,
    oas: market.orderAgeSeconds,
  };
}

function rewardsOf(market: WorldMarket): TradingMarket['rewards'] {
  const { rates, min_size, max_spread } = market.rewards;
  return { rates: [...rates], min_size, max_spread };
}

export function commentRecord(venue: Venue, lookups: Lookups, comment: WorldComment): Comment {
  return {
    ...comment,
    profile: { ...comment.profile, positions: positionsOf(venue, lookups, comment) },
    replies: comment.replies.map((reply) => commentRecord(venue, lookups, reply)),
  };
}

/** In order of the event's markets, then of outcomes; tokens that orders have reserved are still held. */
function positionsOf(venue: Venue, lookups: Lookups, comment: WorldComment): CommentPosition[] {
  const author = lookups.accountByAddress(comment.userAddress);
  const event = lookups.eventById(comment.parentEntityID);
  if (author === undefined || event === undefined) return [];
  return event.markets.flatMap((market) =>
    OUTCOMES.flatMap((outcome) => {
      const { free, reserved } = venue.tokens(author.index, market.index, outcome);
      const size = free + reserved;
      return size === 0 ? [] : [{ tokenId: market.tokenIds[outcome], positionSize: formatMicro(size) }];
    }),
  );
}

export type CursorListName = 'markets' | 'sampling-markets' | 'sampling-simplified-markets' | 'simplified-markets';

export type CursorLists = ReturnType<typeof createCursorLists>;

/** The text of an item, and the state of its market that the text shows. */
type Kept = Readonly<{ text: string; version: number; state: string; tick: number }>;
type ItemText = (market: WorldMarket) => string;

export function createCursorLists(world: World) {
  const { venue, markets } = world;
  const trading = keptTexts(world, (market) => tradingRecord(venue, market));
  const simplified = keptTexts(world, (market) => simplifiedRecord(venue, market));
  const isSampled = (market: WorldMarket) => market.rewards.rates.length > 0 && isAcceptingOrders(venue, market);
  let sampled: readonly WorldMarket[] | undefined;

  return {
    /** Called when a market has changed its state: drops the list of sampled markets. */
    forget: () => {
      sampled = undefined;
    },
    /** JSON text of the page at `cursor`; undefined if it is no cursor. */
    page: (list: CursorListName, cursor: string | undefined, profile: Profile) => {
      const start = decodeCursor(cursor === undefined || cursor === '' ? CURSOR_START : cursor);
      if (start === undefined) return undefined;
      sampled ??= markets.filter(isSampled);
      const all = list === 'simplified-markets' || list === 'markets' ? markets : sampled;
      return pageText(all, start, list === 'sampling-markets' || list === 'markets' ? trading : simplified, profile);
    },
  };
}

function pageText(all: readonly WorldMarket[], start: number, textOf: ItemText, profile: Profile) {
  const limit = profile.pages.marketLists;
  const items = all.slice(start, start + limit);
  const end = start + items.length;
  const next = end < all.length && items.length > 0 ? encodeCursor(end) : profile.cursorEnds.marketLists;
  const data = items.map(textOf).join(',');
  return `{"data":[${data}],"next_cursor":${JSON.stringify(next)},"limit":${limit},"count":${items.length}}`;
}

/** Serializes a market again only after its book, last price, state or price step has changed. */
function keptTexts(world: World, recordOf: (market: WorldMarket) => object): ItemText {
  const kept: (Kept | undefined)[] = Array.from({ length: world.markets.length });
  return (market) => {
    const { bookVersion: version, state, terms } = viewOf(world.venue, market);
    const { tick } = terms;
    const known = kept[market.index];
    if (known?.version === version && known.state === state && known.tick === tick) {
      return known.text;
    }
    const text = JSON.stringify(recordOf(market));
    kept[market.index] = { text, version, state, tick };
    return text;
  };
}
