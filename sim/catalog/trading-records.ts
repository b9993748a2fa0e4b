/** sim/catalog/trading-records: the trading view of a market (2.10), its short form (2.11) and settings (2.17). */
import { MICRO, unitsToNumber } from '../../base/units.ts';
import type { SimplifiedMarket, Token, TradingMarket, TradingSettings } from '../../spec/resources/trading-market.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Venue } from '../core/venue.ts';
import { tokenPrice } from '../views/token-price.ts';
import type { WorldMarket } from '../world/world.ts';
import { flagsOf, viewOf } from './market-state.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

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

/** Resolved with equal payouts for both outcomes, or announced as such a market. */
function isFiftyFifty(venue: Venue, market: WorldMarket): boolean {
  const { payout } = viewOf(venue, market);
  return payout === undefined ? market.fiftyFifty : payout[0] === payout[1];
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

export function simplifiedRecord(venue: Venue, market: WorldMarket): SimplifiedMarket {
  const { status, active, closed, archived, acceptingOrders } = flagsOf(venue, market);
  return {
    condition_id: market.catalog.conditionId,
    status,
    question: market.catalog.question,
    slug: market.catalog.slug,
    neg_risk: market.negRisk,
    active,
    closed,
    archived,
    accepting_orders: acceptingOrders,
    market_id: Number(market.catalog.id),
    tokens: tokenRecords(venue, market),
    rewards: rewardsOf(market),
    assets_ids: [...market.tokenIds],
    outcomes: [...market.outcomes],
  };
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
