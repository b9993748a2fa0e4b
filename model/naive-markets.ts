/** model/naive-markets: listing, pause, resumption, tick change and close of a market. */
import type { MarketTerms, Refusal, Reply } from '../spec/venue/command.ts';
import { endOrders } from './naive-orders.ts';
import { marketAt, type Naive, notAccepting, record } from './naive-state.ts';

export function listMarket(naive: Naive, terms: MarketTerms): Reply {
  const own = { ...terms, fee: { ...terms.fee } };
  const index = naive.markets.length;
  const empty = { payout: undefined, collateral: 0n, lastPrice: undefined, group: undefined, vault: 0n };
  naive.markets.push({ terms: own, state: 'open', ...empty, bids: [], asks: [], delayed: [] });
  record(naive, { kind: 'market-listed', at: naive.now, market: index, terms: own });
  return { kind: 'created', index };
}

export function switchState(naive: Naive, index: number, to: 'open' | 'paused'): Reply | Refusal {
  const market = marketAt(naive, index);
  if (market.state === 'closed' || market.state === 'resolved') return notAccepting(market.state);
  if (market.state === to) return { kind: 'done' };
  market.state = to;
  record(naive, { kind: 'market-state', at: naive.now, market: index, state: to });
  return { kind: 'done' };
}

/** Changes the tick; open orders at prices off the new tick end. */
export function changeTick(naive: Naive, index: number, tick: number): Reply | Refusal {
  const market = marketAt(naive, index);
  if (market.state === 'closed' || market.state === 'resolved') return notAccepting(market.state);
  if (market.terms.tick === tick) return { kind: 'done' };
  market.terms = { ...market.terms, tick };
  record(naive, { kind: 'tick-changed', at: naive.now, market: index, tick });
  endOrders(naive, 'tick-changed', ({ market: where, price }) => {
    const fits = price >= tick && price <= 10_000 - tick && price % tick === 0;
    return where === index && !fits;
  });
  return { kind: 'done' };
}

export function closeMarket(naive: Naive, index: number): Reply | Refusal {
  const { state } = marketAt(naive, index);
  if (state === 'resolved') return notAccepting(state);
  if (state !== 'closed') endTrading(naive, index);
  return { kind: 'done' };
}

/** Closes the market and all its open orders. */
export function endTrading(naive: Naive, index: number): void {
  marketAt(naive, index).state = 'closed';
  record(naive, { kind: 'market-state', at: naive.now, market: index, state: 'closed' });
  endOrders(naive, 'market-closed', (order) => order.market === index);
}
