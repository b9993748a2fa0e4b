/** proof/oracle/time-invariants: what happens by itself happens exactly when it is due, and all of it does. */
import type { CloseReason } from '../../sim/core/event.ts';
import type { Deadline } from './agenda.ts';
import {
  type LogInvariant,
  type NextInvariant,
  onEvent,
  onLeg,
  onMoment,
  type Wrong,
  whenPending,
} from './invariant.ts';

function closesAll(reason: CloseReason): NextInvariant {
  return whenPending(({ forcedCloses }, next) => {
    const due = forcedCloses.reason === reason ? forcedCloses.orders[forcedCloses.ended] : undefined;
    if (due === undefined) return undefined;
    const isIt = next?.kind === 'order-closed' && next.reason === reason && next.order === due.number;
    return isIt ? undefined : `order ${due.number} goes on`;
  });
}

function meetsDeadlines(what: readonly Deadline['kind'][]): NextInvariant {
  return whenPending(({ present: { overdue } }) =>
    overdue !== undefined && what.includes(overdue.kind)
      ? `${overdue.kind} of ${overdue.of} was due at ${overdue.at}`
      : undefined,
  );
}

export const TIME_INVARIANTS = {
  /** Time never goes back. */
  timeForward: onMoment(({ present, at }) =>
    present.at === undefined || present.at >= at ? undefined : `${present.at} after ${at}`,
  ),

  /** What one arrival, one closing or one reversal causes happens in its moment. */
  momentKept: onMoment(({ arrival, forcedCloses, reversed, present, at }, next) => {
    if (present.at === undefined || present.at === at) return undefined;
    // An arrival that goes on is asked about what is part of it: anything else has ended it.
    const causing =
      arrival.order !== undefined || reversed !== undefined || forcedCloses.orders.length > forcedCloses.ended;
    return causing ? `${next?.kind} at ${present.at}, caused at ${at}` : undefined;
  }),

  /** A GTD order ends as expired exactly at its moment. */
  expiresExactly: onEvent(['order-closed'], (facts, event) => {
    if (event.reason !== 'expired') return undefined;
    const due = facts.present.order?.expiresAt;
    return due === event.at ? undefined : `expired at ${event.at}, due at ${due}`;
  }),

  /** From its expiry on an order trades no more. */
  noneExpiredTrades: onLeg((_facts, trade, _leg, maker, taker) => {
    if (maker.expiresAt !== undefined && maker.expiresAt <= trade.at) return `order ${maker.number} had expired`;
    return taker.expiresAt !== undefined && taker.expiresAt <= trade.at
      ? `order ${taker.number} had expired`
      : undefined;
  }),

  /** A delayed order meets the book at its moment, neither before nor after. */
  delayExact: onEvent(['order-released'], (facts, event) => {
    const due = facts.present.order?.delayedUntil;
    return due === event.at ? undefined : `released at ${event.at}, due at ${due}`;
  }),

  /** A session is lost when its time after the last heartbeat is over, to the millisecond, and only a session can be. */
  heartbeatExact: onEvent(['heartbeat-lost'], (facts, event) => {
    const due = facts.beats.get(event.key);
    if (due === undefined) return `key ${event.key} had no session`;
    return event.at === due ? undefined : `lost at ${event.at}, due at ${due}`;
  }),

  /** A lost heartbeat ends the open orders of its key, all of them, before anything else happens. */
  heartbeatCancels: closesAll('heartbeat'),

  /** Closing a market ends its open orders, all of them, before anything else happens. */
  closingEnds: closesAll('market-closed'),

  /** A new tick ends the open orders that do not fit it, all of them, before anything else happens. */
  tickCancels: closesAll('tick-changed'),

  /** A lost heartbeat, a closed market and a new tick end only those orders that they have to. */
  endsForCause: onEvent(['order-closed'], ({ forcedCloses }, event) => {
    if (event.reason !== 'heartbeat' && event.reason !== 'market-closed' && event.reason !== 'tick-changed') {
      return undefined;
    }
    const isDue =
      forcedCloses.reason === event.reason && forcedCloses.orders[forcedCloses.ended]?.number === event.order;
    return isDue ? undefined : `order ${event.order} ended without cause`;
  }),

  /** No order waits on after its delay. */
  delaysEnd: meetsDeadlines(['release']),

  /** No order lives on after its expiry. */
  expiriesKept: meetsDeadlines(['expire']),

  /** No session lives on after its time. */
  beatsKept: meetsDeadlines(['beat']),

  /** No trade's settlement is forgotten. */
  settlementKept: meetsDeadlines(['MINED', 'CONFIRMED']),

  /** A trade is mined and confirmed exactly as long after its match as the venue says; only what fails is taken back. */
  settlesInTime: onEvent(['trade-status'], (facts, event): Wrong => {
    const trade = facts.trades.get(event.trade);
    if (trade === undefined) return `no trade ${event.trade} waits to be settled`;
    switch (event.status) {
      case 'MINED':
      case 'CONFIRMED':
        if (trade.due !== event.status) return `${event.status} after ${trade.status}`;
        return event.at === trade.dueAt ? undefined : `${event.status} at ${event.at}, due at ${trade.dueAt}`;
      case 'RETRYING':
        return undefined;
      case 'FAILED':
        return facts.reversed === event.trade ? undefined : `trade ${event.trade} failed and was not taken back`;
      case 'MATCHED':
        return 'a trade is matched once';
    }
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
