/** proof/venue/oracle/fact-updates: applies events to the facts; the subject is found before it is judged. */

import { EVENT_KINDS } from '../../../sim/core/log-layout.ts';
import type { Event } from '../../../spec/venue/event.ts';
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
