/**
 * sim/core/market-life: the states of a market: open, paused, closed, resolved. A closed market has no open orders and
 * never reopens. A command for the present state does nothing. The price step can change while the market trades.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import { MICRO, PRICE_ONE, type Price } from '../../base/units.ts';
import { type CommandOf, DONE, type MarketTerms, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { bestOrder, dequeue, enqueue, newBookSide } from './book-side.ts';
import { settleVault, wouldBreakGroup } from './groups.ts';
import { writeEvent } from './log-write.ts';
import { fixedTerms, type Market, newMarket, touchBook } from './market.ts';
import { closeOrders, openSlotsOf } from './order-ending.ts';
import { keepFees, NONE, termsOf } from './order-pool.ts';
import { priceIn } from './order-terms.ts';
import { marketBefore, type VenueState } from './venue-state.ts';

export function listMarket(venue: VenueState, { terms }: CommandOf<'list-market'>): Result<Reply, Refusal> {
  const index = venue.markets.length;
  const { tick, minSize, delayMs } = terms;
  const { rate, exponent, takerOnly } = terms.fee;
  // Adding 0 makes 0 of -0.
  const fee = { rate: rate + 0, exponent: exponent === 0 ? 0 : exponent, takerOnly } as const;
  const own: MarketTerms = { tick, minSize: minSize + 0, fee, delayMs: delayMs + 0 };
  venue.markets.push(newMarket(index, own, venue.now));
  if (rate > 0 && !takerOnly) keepFees(venue.pool);
  writeEvent(venue.log, { kind: 'market-listed', at: venue.now, market: index, terms });
  return ok({ kind: 'created', index });
}

/** Pauses an open market or resumes a paused one; resting orders stay and can be cancelled. */
export function switchMarket(
  venue: VenueState,
  { kind, market: index }: CommandOf<'pause-market'> | CommandOf<'resume-market'>,
): Result<Reply, Refusal> {
  const found = marketBefore(venue, index, ['closed', 'resolved']);
  if (!found.ok) return found;
  const market = found.value;
  const to = kind === 'pause-market' ? 'paused' : 'open';
  if (market.state !== to) setState(venue, market, to);
  return DONE;
}

export function closeMarket(venue: VenueState, { market: index }: CommandOf<'close-market'>): Result<Reply, Refusal> {
  const found = marketBefore(venue, index, ['resolved']);
  if (!found.ok) return found;
  const market = found.value;
  if (market.state !== 'closed') endTrading(venue, market);
  return DONE;
}

/** Fixes the payout, and closes the market first if necessary. */
export function resolveMarket(
  venue: VenueState,
  { market: index, payout }: CommandOf<'resolve-market'>,
): Result<Reply, Refusal> {
  const found = marketBefore(venue, index, ['resolved']);
  if (!found.ok) return found;
  const market = found.value;
  if (wouldBreakGroup(venue, market, payout[0] === MICRO, payout[1] === MICRO)) return refuse({ kind: 'group-payout' });
  if (market.state !== 'closed') endTrading(venue, market);
  invariant(market.delayed.size === 0, 'nothing can trade after the payout is known');
  market.state = 'resolved';
  market.payout = Object.freeze([payout[0] + 0, payout[1] + 0] as const);
  settleVault(venue, market);
  writeEvent(venue.log, { kind: 'market-resolved', at: venue.now, market: index, payout });
  return DONE;
}

/** Sets a new price step and cancels the orders that do not fit it. All others keep price and position. */
export function changeTick(
  venue: VenueState,
  { market: index, tick }: CommandOf<'change-tick'>,
): Result<Reply, Refusal> {
  const found = marketBefore(venue, index, ['closed', 'resolved']);
  if (!found.ok) return found;
  const market = found.value;
  if (market.terms.tick === tick) return DONE;
  writeEvent(venue.log, { kind: 'tick-changed', at: venue.now, market: index, tick });
  const unfit = openSlotsOf(venue, market).filter((slot) => !fits(priceIn(termsOf(venue.pool, slot)), tick));
  closeOrders(venue, unfit, 'tick-changed');
  market.terms = fixedTerms({ ...market.terms, tick });
  market.bids = moved(venue, market.bids, tick);
  market.asks = moved(venue, market.asks, tick);
  touchBook(market, venue.now);
  return DONE;
}

function fits(price: Price, tick: Price) {
  return price % tick === 0 && price >= tick && price <= PRICE_ONE - tick;
}

/** Moves the orders of a side, in order, to levels of another step. */
function moved({ pool }: VenueState, side: Market['bids'], tick: Price): Market['bids'] {
  const slots: number[] = [];
  for (let slot = bestOrder(side); slot !== NONE; slot = bestOrder(side)) {
    dequeue(side, pool, slot);
    slots.push(slot);
  }
  invariant(side.best === 0, 'every order of the side is moved');
  const fresh = newBookSide(side.isBid, tick, side);
  for (const slot of slots) enqueue(fresh, pool, slot);
  return fresh;
}

function endTrading(venue: VenueState, market: Market) {
  setState(venue, market, 'closed');
  closeOrders(venue, openSlotsOf(venue, market), 'market-closed');
  invariant(market.bids.best === 0 && market.asks.best === 0, 'a closed market has an empty book');
  invariant(market.delayed.size === 0, 'no order waits for a closed market');
}

function setState(venue: VenueState, market: Market, state: 'open' | 'paused' | 'closed') {
  invariant(market.state !== state, 'only a change of state is logged');
  market.state = state;
  writeEvent(venue.log, { kind: 'market-state', at: venue.now, market: market.index, state });
}
