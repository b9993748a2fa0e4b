/** proof/venue/oracle/time-invariants: work by the clock is done completely, and exactly when it is due. */
import type { CloseReason } from '../../../spec/venue/event.ts';
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
    return isIt ? undefined : `order ${due.number} does not end`;
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
  timeForward: onMoment(({ present, at }) =>
    present.at === undefined || present.at >= at ? undefined : `${present.at} after ${at}`,
  ),

  /** An arrival, a close or a reversal has all its consequences in its moment. */
  momentKept: onMoment(({ arrival, forcedCloses, reversed, present, at }, next) => {
    if (present.at === undefined || present.at === at) return undefined;
    // Events of the current arrival are judged before this; any other event has ended it.
    const causing =
      arrival.order !== undefined || reversed !== undefined || forcedCloses.orders.length > forcedCloses.ended;
    return causing ? `${next?.kind} at ${present.at}, caused at ${at}` : undefined;
  }),

  expiresExactly: onEvent(['order-closed'], (facts, event) => {
    if (event.reason !== 'expired') return undefined;
    const due = facts.present.order?.expiresAt;
    return due === event.at ? undefined : `expired at ${event.at}, due at ${due}`;
  }),

  noneExpiredTrades: onLeg((_facts, trade, _leg, maker, taker) => {
    if (maker.expiresAt !== undefined && maker.expiresAt <= trade.at) return `order ${maker.number} had expired`;
    return taker.expiresAt !== undefined && taker.expiresAt <= trade.at
      ? `order ${taker.number} had expired`
      : undefined;
  }),

  delayExact: onEvent(['order-released'], (facts, event) => {
    const due = facts.present.order?.delayedUntil;
    return due === event.at ? undefined : `released at ${event.at}, due at ${due}`;
  }),

  heartbeatExact: onEvent(['heartbeat-lost'], (facts, event) => {
    const due = facts.beats.get(event.key);
    if (due === undefined) return `key ${event.key} had no session`;
    return event.at === due ? undefined : `lost at ${event.at}, due at ${due}`;
  }),

  heartbeatCancels: closesAll('heartbeat'),

  closingEnds: closesAll('market-closed'),

  tickCancels: closesAll('tick-changed'),

  /** A lost heartbeat, a closed market and a new tick close no other orders. */
  endsForCause: onEvent(['order-closed'], ({ forcedCloses }, event) => {
    if (event.reason !== 'heartbeat' && event.reason !== 'market-closed' && event.reason !== 'tick-changed') {
      return undefined;
    }
    const isDue =
      forcedCloses.reason === event.reason && forcedCloses.orders[forcedCloses.ended]?.number === event.order;
    return isDue ? undefined : `order ${event.order} ended without cause`;
  }),

  delaysEnd: meetsDeadlines(['release']),

  expiriesKept: meetsDeadlines(['expire']),

  beatsKept: meetsDeadlines(['beat']),

  settlementKept: meetsDeadlines(['MINED', 'CONFIRMED']),

  /** A trade is mined and confirmed after exactly the waits of the venue; it fails only with a reversal. */
  settlesInTime: onEvent(['trade-status'], (facts, event): Wrong => {
    const trade = facts.trades.get(event.trade);
    if (trade === undefined) return `trade ${event.trade} is not waiting for its settlement`;
    switch (event.status) {
      case 'MINED':
      case 'CONFIRMED':
        if (trade.due !== event.status) return `${event.status} after ${trade.status}`;
        return event.at === trade.dueAt ? undefined : `${event.status} at ${event.at}, due at ${trade.dueAt}`;
      case 'RETRYING':
        return undefined;
      case 'HELD':
        return trade.status === 'HELD' ? `trade ${event.trade} is held already` : undefined;
      case 'FAILED':
        return facts.reversed === event.trade ? undefined : `trade ${event.trade} failed and was not reversed`;
      case 'MATCHED':
        return 'a trade is matched once';
    }
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
