/** proof/venue/oracle/market-updates: events of markets and groups, applied to the facts. */
import { wholePayout } from './exact.ts';
import { enter, type Facts, newMarket, touch } from './facts.ts';
import { forceCloses } from './forced-closes.ts';
import type { EventOf } from './invariant.ts';
import { addBacking, addDebt } from './money-facts.ts';

export function applyListing(facts: Facts, event: EventOf<'market-listed'>): void {
  enter(facts.markets, event.market, newMarket(event.market, event.terms));
  const market = facts.markets[event.market];
  if (market !== undefined) touch(facts, facts.touched.markets, market);
}

export function applyState(facts: Facts, event: EventOf<'market-state'>): void {
  const market = facts.markets[event.market];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  market.state = event.state;
  if (event.state === 'closed') forceCloses(facts, 'market-closed', (order) => order.market === market);
}

export function applyTick(facts: Facts, event: EventOf<'tick-changed'>): void {
  const market = facts.markets[event.market];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  market.tick = event.tick;
  forceCloses(facts, 'tick-changed', (order) => order.market === market && !fitsTick(order.price, event.tick));
}

function fitsTick(price: number, tick: number): boolean {
  return price % tick === 0 && price >= tick && price <= 10_000 - tick;
}

/** The tokens in the vault of the group are redeemed at once. */
export function applyResolution(facts: Facts, { market: index, payout }: EventOf<'market-resolved'>): void {
  const market = facts.markets[index];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  market.state = 'resolved';
  market.payout = payout;
  const { group, vault } = market;
  if (group === undefined) return;
  const paid = wholePayout(payout[1], vault);
  facts.changedGroup = group;
  market.vault = 0;
  market.supply[1] -= vault;
  addBacking(facts, market, -paid);
  addDebt(facts, group, -paid);
}

export function applyGroup(facts: Facts, event: EventOf<'markets-grouped'>): void {
  const members = event.markets.flatMap((index) => facts.markets[index] ?? []);
  const group = { number: event.group, members, debt: 0 };
  enter(facts.groups, event.group, group);
  for (const member of members) {
    member.group = group;
    touch(facts, facts.touched.markets, member);
  }
}
