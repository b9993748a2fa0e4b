/** model/naive-markets: the states of a market, and groups of markets with exactly one winner. */
import type { CommandOf } from '../spec/venue/command.ts';
import { endOrders } from './naive-orders.ts';
import { type Naive, type Outcome, refusedIn, refusedSize } from './naive-state.ts';

export function listMarket(naive: Naive, { terms }: CommandOf<'list-market'>): Outcome {
  const own = { ...terms, fee: { ...terms.fee } };
  const index = naive.markets.length;
  const empty = { payout: undefined, collateral: 0n, lastPrice: undefined, group: undefined, vault: 0n };
  naive.markets.push({ terms: own, state: 'open', ...empty, bids: [], asks: [], delayed: [] });
  naive.record({ kind: 'market-listed', market: index, terms: own });
  return { kind: 'created', index };
}

export function switchState(naive: Naive, index: number, to: 'open' | 'paused'): Outcome {
  const market = naive.market(index);
  const refusal = refusedIn(market, 'closed', 'resolved');
  if (refusal !== undefined || market.state === to) return refusal ?? { kind: 'done' };
  market.state = to;
  return naive.record({ kind: 'market-state', market: index, state: to });
}

/** Changes the tick; open orders at prices off the new tick end. */
export function changeTick(naive: Naive, { market: index, tick }: CommandOf<'change-tick'>): Outcome {
  const market = naive.market(index);
  const refusal = refusedIn(market, 'closed', 'resolved');
  if (refusal !== undefined || market.terms.tick === tick) return refusal ?? { kind: 'done' };
  market.terms = { ...market.terms, tick };
  naive.record({ kind: 'tick-changed', market: index, tick });
  const fits = (price: number) => price >= tick && price <= 10_000 - tick && price % tick === 0;
  return endOrders(naive, 'tick-changed', (order) => order.market === index && !fits(order.price));
}

export function closeMarket(naive: Naive, index: number): Outcome {
  const market = naive.market(index);
  const refusal = refusedIn(market, 'resolved');
  return refusal ?? (market.state === 'closed' ? { kind: 'done' } : endTrading(naive, index));
}

/** Closes the market and all its open orders. */
function endTrading(naive: Naive, index: number): Outcome {
  naive.market(index).state = 'closed';
  naive.record({ kind: 'market-state', market: index, state: 'closed' });
  return endOrders(naive, 'market-closed', (order) => order.market === index);
}

export function groupMarkets(naive: Naive, { markets }: CommandOf<'group-markets'>): Outcome {
  for (const index of markets) {
    const market = naive.markets[index];
    if (market === undefined) return { kind: 'unknown-market' };
    const refusal = refusedIn(market, 'closed', 'resolved');
    if (refusal !== undefined) return refusal;
    if (market.group !== undefined) return { kind: 'market-grouped', market: index };
    if (naive.supply(index, 0) > 0n || naive.supply(index, 1) > 0n) return { kind: 'market-in-use', market: index };
  }
  const group = naive.groups.length;
  naive.groups.push({ markets: [...markets], debt: 0n });
  for (const index of markets) naive.market(index).group = group;
  naive.record({ kind: 'markets-grouped', group, markets: [...markets] });
  return { kind: 'created', index: group };
}

/** Converts second outcomes of some markets into first outcomes of the others and all dollars but one. */
export function convertTokens(naive: Naive, { wallet, group, markets, size }: CommandOf<'convert'>): Outcome {
  const known = naive.groups[group];
  if (known === undefined) return { kind: 'unknown-group' };
  const stranger = markets.find((index) => !known.markets.includes(index));
  if (stranger !== undefined) return { kind: 'not-in-group', market: stranger };
  for (const index of known.markets) {
    const refusal = refusedIn(naive.market(index), 'resolved');
    if (refusal !== undefined) return refusal;
  }
  const [amount, limit] = [BigInt(size), BigInt(Number.MAX_SAFE_INTEGER)];
  const paid = BigInt(markets.length - 1) * amount;
  const owed = BigInt(known.markets.length - 1) * amount;
  if (refusedSize(size) || paid > limit || naive.deposits + naive.debts() + owed > limit)
    return { kind: 'size-invalid' };
  for (const index of markets) {
    const refusal = naive.lacking(amount, wallet, index, 1);
    if (refusal !== undefined) return refusal;
  }
  const others = known.markets.filter((index) => !markets.includes(index));
  for (const index of markets) naive.add(-amount, wallet, index, 1);
  for (const index of others) {
    naive.market(index).collateral += amount;
    naive.add(amount, wallet, index, 0);
  }
  for (const index of known.markets) naive.market(index).vault += amount;
  known.debt += owed;
  naive.add(paid, wallet);
  return naive.record({ kind: 'converted', wallet, group, markets: [...markets], others, size, paid: Number(paid) });
}

export function resolveMarket(naive: Naive, { market: index, payout }: CommandOf<'resolve-market'>): Outcome {
  const market = naive.market(index);
  const refusal = refusedIn(market, 'resolved');
  if (refusal !== undefined) return refusal;
  if (!groupAllows(naive, index, payout)) return { kind: 'group-payout' };
  if (market.state !== 'closed') endTrading(naive, index);
  market.state = 'resolved';
  market.payout = [payout[0], payout[1]];
  // The group redeems its tokens of the market and repays its debt with the proceeds.
  const owner = naive.groups[market.group ?? -1];
  if (owner !== undefined && payout[1] === 1_000_000) {
    market.collateral -= market.vault;
    owner.debt -= market.vault;
  }
  market.vault = 0n;
  return naive.record({ kind: 'market-resolved', market: index, payout: market.payout });
}

function groupAllows(naive: Naive, index: number, payout: readonly [number, number]): boolean {
  const owner = naive.groups[naive.market(index).group ?? -1];
  if (owner === undefined) return true;
  const others = owner.markets.filter((other) => other !== index);
  const payouts = others.map((other) => naive.market(other).payout);
  const won = payouts.some((other) => other?.[0] === 1_000_000);
  if (payout[0] === 1_000_000) return !won;
  return payout[1] === 1_000_000 && (won || payouts.includes(undefined));
}
