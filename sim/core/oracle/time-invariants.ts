/** sim/core/oracle/time-invariants: what happens by itself happens exactly when it is due. */
import type { LogInvariant } from './facts.ts';

/** Time never goes back. */
export const timeForward: LogInvariant = (facts, event) =>
  event.at >= facts.at ? undefined : `${event.at} after ${facts.at}`;

/** A GTD order ends as expired exactly at its moment and trades no more from it on. */
export const expiresExactly: LogInvariant = (facts, event) => {
  if (event.kind === 'order-closed' && event.reason === 'expired') {
    const due = facts.orders.get(event.order)?.accepted.expiresAt;
    return due === event.at ? undefined : `expired at ${event.at}, due at ${due}`;
  }
  if (event.kind !== 'trade') return undefined;
  const late = [event.takerOrder, ...event.makers.map((leg) => leg.order)].find(
    (order) => (facts.orders.get(order)?.accepted.expiresAt ?? Number.POSITIVE_INFINITY) <= event.at,
  );
  return late === undefined ? undefined : `order ${late} traded at or after its expiry`;
};

/** A delayed order meets the book at its moment, neither before nor after. */
export const delayExact: LogInvariant = (facts, event) => {
  if (event.kind === 'order-released') {
    const due = facts.orders.get(event.order)?.accepted.delayedUntil;
    return due === event.at ? undefined : `released at ${event.at}, due at ${due}`;
  }
  if (event.kind !== 'trade') return undefined;
  const early = [event.takerOrder, ...event.makers.map((leg) => leg.order)].find(
    (order) => facts.orders.get(order)?.restedAt === undefined,
  );
  return early === undefined ? undefined : `order ${early} traded during its delay`;
};

/** A session is lost ten seconds after its last heartbeat, to the millisecond, and only a session can be. */
export const heartbeatExact: LogInvariant = (facts, event) => {
  if (event.kind !== 'heartbeat-lost') return undefined;
  const last = facts.beats.get(event.key);
  if (last === undefined) return `key ${event.key} had no session`;
  return event.at === last + 10_000 ? undefined : `lost ${event.at - last} ms after the last heartbeat`;
};

/** A lost heartbeat cancels the open orders of its key, all of them, no others, before anything else happens. */
export const heartbeatCancels: LogInvariant = (facts, event) => {
  if (event.kind === 'order-closed' && event.reason === 'heartbeat') {
    const key = facts.orders.get(event.order)?.accepted.key;
    return key === facts.lostKey ? undefined : `order ${event.order} belongs to key ${key}`;
  }
  if (facts.lostKey === undefined) return undefined;
  const kept = [...facts.orders.values()].find((order) => order.open && order.accepted.key === facts.lostKey);
  return kept === undefined ? undefined : `order ${kept.accepted.order} outlived the heartbeat of its key`;
};

/** A trade is mined two seconds after its match and confirmed five seconds later. */
export const settlesInTime: LogInvariant = (facts, event) => {
  if (event.kind !== 'trade-status') return undefined;
  const trade = facts.trades[event.trade];
  if (trade === undefined) return `no trade ${event.trade}`;
  const step = `${trade.status} to ${event.status} after ${event.at - trade.at} ms`;
  const right = step === 'MATCHED to MINED after 2000 ms' || step === 'MINED to CONFIRMED after 7000 ms';
  return right ? undefined : step;
};

/** Closing a market ends its open orders before anything else happens. */
export const closingEnds: LogInvariant = (facts, event) => {
  if (event.kind === 'order-closed') return undefined;
  const left = [...facts.orders.values()].find(
    (order) => order.open && ['closed', 'resolved'].includes(facts.markets[order.accepted.market]?.state ?? ''),
  );
  return left === undefined ? undefined : `order ${left.accepted.order} outlived its market`;
};
