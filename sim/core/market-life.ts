/**
 * sim/core/market-life: listed and open, paused and resumed, closed, resolved; never back. A closed market has no open
 * orders. Asking for the state a market is in already does nothing.
 */
import { ok, type Result, refuse } from '../../spec/result.ts';
import { closeOrder } from './closing.ts';
import type { MarketTerms, Refusal, Reply } from './command.ts';
import { type Market, newMarket } from './market.ts';
import type { Order } from './order.ts';
import type { Venue } from './venue.ts';

export function listMarket(venue: Venue, terms: MarketTerms): Result<Reply, Refusal> {
  const index = venue.markets.length;
  // A copy, so that nobody outside can change the terms of a listed market.
  const own: MarketTerms = { ...terms, fee: { ...terms.fee } };
  venue.markets.push(newMarket(index, own, venue.now));
  venue.log.push({ kind: 'market-listed', at: venue.now, market: index, terms: own });
  return ok({ kind: 'created', index });
}

/** Pauses an open market or resumes a paused one; resting orders stay and can be cancelled. */
export function switchMarket(venue: Venue, index: number, to: 'open' | 'paused'): Result<Reply, Refusal> {
  const market = venue.markets[index];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  if (market.state === 'closed' || market.state === 'resolved') {
    return refuse({ kind: 'market-not-accepting', state: market.state });
  }
  if (market.state !== to) setState(venue, market, to);
  return ok({ kind: 'done' });
}

export function closeMarket(venue: Venue, index: number): Result<Reply, Refusal> {
  const market = venue.markets[index];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  if (market.state === 'resolved') return refuse({ kind: 'market-not-accepting', state: 'resolved' });
  if (market.state !== 'closed') endTrading(venue, market);
  return ok({ kind: 'done' });
}

/** Fixes what each token is worth, closing the market first where it is not. */
export function resolveMarket(venue: Venue, index: number, payout: readonly [number, number]): Result<Reply, Refusal> {
  const market = venue.markets[index];
  if (market === undefined) return refuse({ kind: 'unknown-market' });
  if (market.state === 'resolved') return refuse({ kind: 'market-not-accepting', state: 'resolved' });
  if (market.state !== 'closed') endTrading(venue, market);
  market.state = 'resolved';
  market.payout = [payout[0], payout[1]];
  venue.log.push({ kind: 'market-resolved', at: venue.now, market: index, payout: market.payout });
  return ok({ kind: 'done' });
}

function endTrading(venue: Venue, market: Market): void {
  setState(venue, market, 'closed');
  const open: Order[] = [...market.delayed];
  for (const side of [market.bids, market.asks]) {
    for (const head of side.heads) {
      for (let order = head; order !== undefined; order = order.next) open.push(order);
    }
  }
  open.sort((one, other) => one.index - other.index);
  for (const order of open) closeOrder(venue, order, 'market-closed');
}

function setState(venue: Venue, market: Market, state: 'open' | 'paused' | 'closed'): void {
  market.state = state;
  venue.log.push({ kind: 'market-state', at: venue.now, market: market.index, state });
}
