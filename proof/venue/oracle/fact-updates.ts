/** proof/venue/oracle/fact-updates: applies events to the facts; the subject is found before it is judged. */

import { EVENT_KINDS } from '../../../sim/core/log-layout.ts';
import type { Event } from '../../../spec/venue/event.ts';
import { schedule } from './agenda.ts';
import { firstCrossed } from './arrival-facts.ts';
import { wholePayout } from './exact.ts';
import { enter, type Facts, newMarket, newOrder, touch } from './facts.ts';
import type { EventKind, EventOf } from './invariant.ts';
import { addBacking, addDebt, arrivalNeed } from './money-facts.ts';
import {
  applyConversion,
  applyDeposit,
  applyMerge,
  applyRedemption,
  applySplit,
  applyTransfer,
  applyWallet,
} from './money-updates.ts';
import {
  applyAcceptance,
  applyEnd,
  applyReduction,
  applyRelease,
  applyReversal,
  applyStatus,
  applyTrade,
  clearForcedCloses,
  forceCloses,
} from './trade-updates.ts';

type Handler = (facts: Facts, event: Event) => void;
type ByKind = { readonly [Kind in EventKind]: (facts: Facts, event: EventOf<Kind>) => void };

/** Starts an event of this kind, and ends the causes of the previous event. */
export function beginEvent(facts: Facts, kind: EventKind, at: number): void {
  facts.at = at;
  facts.events += 1;
  if (kind !== 'order-closed' && facts.forcedCloses.reason !== undefined) clearForcedCloses(facts);
  facts.reversed = undefined;
  facts.changedGroup = undefined;
}

export function findSubject(facts: Facts, event: Event): void {
  const { present, orders } = facts;
  switch (event.kind) {
    case 'order-accepted':
      present.order = newOrder(facts, event);
      present.crossed = present.order && firstCrossed(present.order);
      present.need = present.order === undefined ? 0 : arrivalNeed(present.order, present.crossed !== undefined);
      break;
    case 'order-reduced':
    case 'order-released':
    case 'order-closed':
      present.order = orders.get(event.order);
      break;
    case 'trade':
      present.order = orders.get(event.takerOrder);
      break;
    default:
      present.order = undefined;
  }
}

/** Applies an event; the legs of a trade were applied one by one before. */
export function applyEvent(facts: Facts, event: Event): void {
  UPDATES.get(event.kind)?.(facts, event);
}

const UPDATES = handlers({
  'market-listed': applyListing,
  'wallet-opened': applyWallet,
  deposited: applyDeposit,
  split: applySplit,
  merged: applyMerge,
  redeemed: applyRedemption,
  'order-accepted': applyAcceptance,
  trade: applyTrade,
  'trade-reversed': applyReversal,
  'order-reduced': applyReduction,
  'order-released': applyRelease,
  'trade-status': applyStatus,
  'order-closed': applyEnd,
  'heartbeat-kept': (facts, { key, at }) => {
    const until = at + facts.rules.heartbeatMs;
    facts.beats.set(key, until);
    schedule(facts.agenda, until, 'beat', key);
  },
  'heartbeat-lost': (facts, { key }) => {
    facts.beats.delete(key);
    forceCloses(facts, 'heartbeat', (order) => order.key === key);
  },
  'market-state': applyState,
  'market-resolved': applyResolution,
  'tick-changed': applyTick,
  'markets-grouped': applyGroup,
  converted: applyConversion,
  transferred: applyTransfer,
  noted: () => undefined,
});

/** A map finds one of many names faster than a record does. */
function handlers(byKind: ByKind): ReadonlyMap<EventKind, Handler> {
  return new Map(EVENT_KINDS.map((kind) => [kind, byKind[kind] as Handler]));
}

function applyListing(facts: Facts, event: EventOf<'market-listed'>) {
  enter(facts.markets, event.market, newMarket(event.market, event.terms));
  const market = facts.markets[event.market];
  if (market !== undefined) touch(facts, facts.touched.markets, market);
}

function applyState(facts: Facts, event: EventOf<'market-state'>) {
  const market = facts.markets[event.market];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  market.state = event.state;
  if (event.state === 'closed') forceCloses(facts, 'market-closed', (order) => order.market === market);
}

function applyTick(facts: Facts, event: EventOf<'tick-changed'>) {
  const market = facts.markets[event.market];
  if (market === undefined) return;
  touch(facts, facts.touched.markets, market);
  market.tick = event.tick;
  forceCloses(facts, 'tick-changed', (order) => order.market === market && !fitsTick(order.price, event.tick));
}

function fitsTick(price: number, tick: number) {
  return price % tick === 0 && price >= tick && price <= 10_000 - tick;
}

/** The tokens in the vault of the group are redeemed at once. */
function applyResolution(facts: Facts, { market: index, payout }: EventOf<'market-resolved'>) {
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

function applyGroup(facts: Facts, event: EventOf<'markets-grouped'>) {
  const members = event.markets.flatMap((index) => facts.markets[index] ?? []);
  const group = { number: event.group, members, debt: 0 };
  enter(facts.groups, event.group, group);
  for (const member of members) {
    member.group = group;
    touch(facts, facts.touched.markets, member);
  }
}
