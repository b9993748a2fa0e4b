/**
 * proof/oracle/fact-updates: takes one event after the other into the facts: what it is about is looked up before it is judged,
 * and what it changes is learned after that.
 */
import type { Event } from '../../sim/core/event.ts';
import { EVENT_KINDS } from '../../sim/core/event-log.ts';
import { schedule } from './agenda.ts';
import { firstCrossed } from './arrival-facts.ts';
import { type Facts, newOrder } from './facts.ts';
import { clearForcedCloses, forceCloses } from './forced-closes.ts';
import type { EventKind, EventOf } from './invariant.ts';
import { applyGroup, applyListing, applyResolution, applyState, applyTick } from './market-updates.ts';
import { arrivalNeed } from './money-facts.ts';
import {
  applyConversion,
  applyDeposit,
  applyMerge,
  applyRedemption,
  applySplit,
  applyWallet,
} from './money-updates.ts';
import { applyAcceptance, applyEnd, applyReduction, applyRelease } from './order-updates.ts';
import { applyReversal, applyStatus, applyTrade } from './trade-updates.ts';

type Handler = (facts: Facts, event: Event) => void;
type ByKind = { readonly [Kind in EventKind]: (facts: Facts, event: EventOf<Kind>) => void };

/** Turns from the event before to one of this kind: what only the former could bring about is over. */
export function beginEvent(facts: Facts, kind: EventKind, at: number): void {
  facts.at = at;
  facts.events += 1;
  if (kind !== 'order-closed' && facts.forcedCloses.reason !== undefined) clearForcedCloses(facts);
  facts.reversed = undefined;
  facts.changedGroup = undefined;
}

/** Looks up what an event is about. */
export function findSubject(facts: Facts, event: Event): void {
  LOOK.get(event.kind)?.(facts, event);
}

/** Takes an event in; the legs of a trade have been taken in one by one before. */
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
