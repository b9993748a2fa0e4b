/** sim/journal/log-facts: the latest facts about orders, wallets, trades and keys that only the log has, and no view of the venue. */
import type { Event } from '../../spec/venue/event.ts';
import type { Venue } from '../core/venue.ts';
import type { Touched } from './touched.ts';

type Subject = 'orders' | 'wallets' | 'trades' | 'keys';
type Facts = Readonly<Record<string, unknown>>;

/** The facts about the touched objects, from the whole log. */
export function logFacts(venue: Venue, touched: Touched): Readonly<Record<Subject, ReadonlyMap<number, Facts>>> {
  const facts = {
    orders: new Map<number, Facts>(),
    wallets: new Map<number, Facts>(),
    trades: new Map<number, Facts>(),
    keys: new Map<number, Facts>(),
  };
  for (let index = 0; index < venue.eventCount; index += 1) {
    const event = venue.eventAt(index);
    const fact = event === undefined ? undefined : factOf(event);
    if (fact === undefined) continue;
    const [subject, number, news] = fact;
    if (touched[subject].has(number)) facts[subject].set(number, { ...facts[subject].get(number), ...news });
  }
  return facts;
}

/** The facts of an event that no view of the venue shows. */
function factOf(event: Event): readonly [Subject, number, Facts] | undefined {
  switch (event.kind) {
    case 'wallet-opened':
      return ['wallets', event.wallet, { openedAt: event.at }];
    case 'order-accepted': {
      const { order, postOnly, salt, delayedUntil } = event;
      return ['orders', order, { postOnly, salt, delayedUntil }];
    }
    case 'order-released':
      return ['orders', event.order, { releasedAt: event.at }];
    case 'order-closed':
      return ['orders', event.order, { closedAt: event.at, reason: event.reason }];
    case 'trade': {
      const { kind: _, trade, ...terms } = event;
      return ['trades', trade, { ...terms, status: 'MATCHED', statusAt: event.at }];
    }
    case 'trade-status':
      return ['trades', event.trade, { status: event.status, statusAt: event.at }];
    case 'heartbeat-kept':
      return ['keys', event.key, { heartbeat: 'kept', heartbeatAt: event.at }];
    case 'heartbeat-lost':
      return ['keys', event.key, { heartbeat: 'lost', heartbeatAt: event.at }];
    default:
      return undefined;
  }
}
