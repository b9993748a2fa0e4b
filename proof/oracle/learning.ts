/**
 * proof/oracle/learning: takes one event after the other into the facts: what it is about is looked up before it is judged,
 * and what it changes is learned after that.
 */
import type { Event } from '../../sim/core/event.ts';
import { EVENT_KINDS } from '../../sim/core/event-log.ts';
import { promise } from './agenda.ts';
import { firstCrossed } from './arrival-facts.ts';
import { clearDoom, doom } from './dooming.ts';
import { type Facts, newOrder } from './facts.ts';
import type { EventKind, EventOf } from './invariant.ts';
import { learnGroup, learnListing, learnResolution, learnState, learnTick } from './learning-markets.ts';
import {
  learnConversion,
  learnDeposit,
  learnMerge,
  learnRedemption,
  learnSplit,
  learnWallet,
} from './learning-money.ts';
import { learnAcceptance, learnEnd, learnReduction, learnRelease } from './learning-orders.ts';
import { learnReversal, learnStatus, learnTrade } from './learning-trades.ts';
import { arrivalNeed } from './money-facts.ts';

type Handler = (facts: Facts, event: Event) => void;
type ByKind = { readonly [Kind in EventKind]: (facts: Facts, event: EventOf<Kind>) => void };

/** Turns from the event before to one of this kind: what only the former could bring about is over. */
export function turnTo(facts: Facts, kind: EventKind, at: number): void {
  facts.at = at;
  facts.events += 1;
  if (kind !== 'order-closed' && facts.doom.reason !== undefined) clearDoom(facts);
  facts.reversed = undefined;
  facts.changedGroup = undefined;
}

/** Looks up what an event is about. */
export function lookUp(facts: Facts, event: Event): void {
  LOOK.get(event.kind)?.(facts, event);
}

/** Takes an event in; the legs of a trade have been taken in one by one before. */
export function learn(facts: Facts, event: Event): void {
  LEARN.get(event.kind)?.(facts, event);
}

const LEARN = handlers({
  'market-listed': learnListing,
  'wallet-opened': learnWallet,
  deposited: learnDeposit,
  split: learnSplit,
  merged: learnMerge,
  redeemed: learnRedemption,
  'order-accepted': learnAcceptance,
  trade: learnTrade,
  'trade-reversed': learnReversal,
  'order-reduced': learnReduction,
  'order-released': learnRelease,
  'trade-status': learnStatus,
  'order-closed': learnEnd,
  'heartbeat-kept': (facts, { key, at }) => {
    const until = at + facts.rules.heartbeatMs;
    facts.beats.set(key, until);
    promise(facts.agenda, until, 'beat', key);
  },
  'heartbeat-lost': (facts, { key }) => {
    facts.beats.delete(key);
    doom(facts, 'heartbeat', (order) => order.key === key);
  },
  'market-state': learnState,
  'market-resolved': learnResolution,
  'tick-changed': learnTick,
  'markets-grouped': learnGroup,
  converted: learnConversion,
});

const LOOK = handlers({
  'market-listed': lookAway,
  'wallet-opened': lookAway,
  deposited: lookAway,
  split: lookAway,
  merged: lookAway,
  redeemed: lookAway,
  'order-accepted': lookAtNew,
  trade: (facts, { takerOrder }) => {
    facts.present.order = facts.orders.get(takerOrder);
  },
  'trade-reversed': lookAway,
  'order-reduced': lookAtOrder,
  'order-released': lookAtOrder,
  'trade-status': lookAway,
  'order-closed': lookAtOrder,
  'heartbeat-kept': lookAway,
  'heartbeat-lost': lookAway,
  'market-state': lookAway,
  'market-resolved': lookAway,
  'tick-changed': lookAway,
  'markets-grouped': lookAway,
  converted: lookAway,
});

/** A map finds one of so many names sooner than a record does. Each handler is given events of its kind alone. */
function handlers(byKind: ByKind): ReadonlyMap<EventKind, Handler> {
  return new Map(EVENT_KINDS.map((kind) => [kind, byKind[kind] as Handler]));
}

function lookAway({ present }: Facts): void {
  present.order = undefined;
}

function lookAtOrder(facts: Facts, { order }: { readonly order: number }): void {
  facts.present.order = facts.orders.get(order);
}

function lookAtNew(facts: Facts, event: EventOf<'order-accepted'>): void {
  const { present } = facts;
  const order = newOrder(facts, event);
  present.order = order;
  present.crossed = order === undefined ? undefined : firstCrossed(order);
  present.need = order === undefined ? 0 : arrivalNeed(order, present.crossed !== undefined);
}
