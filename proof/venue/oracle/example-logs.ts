/** proof/venue/oracle/example-logs: runs of the naive venue, and functions that tamper with their logs. */
import { createNaive } from '../../../model/create-naive.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { CloseReason, Event, MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import { DOCUMENT_RULES, type SelfTradeMode } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';
import { ONE, order, type Stage, stageOn, TERMS } from './stage.ts';

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type Of<Kind extends Event['kind']> = Writable<Extract<Event, { kind: Kind }>>;

const YES = [ONE, 0] as const;
const NO = [0, ONE] as const;

function begin(selfTrade: SelfTradeMode = 'cancel-newest', delayMs = 0): Stage<Port> {
  const rules = { ...DOCUMENT_RULES, selfTrade };
  return stageOn(createNaive(rules), { fee: { rate: 50_000, exponent: 1, takerOnly: true }, delayMs });
}

function mustAll(must: Stage['must'], commands: readonly Command[]): void {
  for (const command of commands) must(command);
}

/**
 * Orders 0 to 29 in a market without fees (1), a market with a delay (0) and a market that charges both parties (2):
 * queues, partial fills, a mint, an expiry, a delay, a lost heartbeat, a kill, a cancellation, a pause, a close, a
 * resolution.
 */
export function orderLog(): Port {
  const { venue, must, wait } = begin('cancel-newest', 1_000);
  queues(venue, must);
  must(order(0, 'SELL', 0, 55, 3));
  must(order(1, 'BUY', 0, 56, 2));
  wait(1_000);
  mustAll(must, [
    { kind: 'heartbeat', key: 3 },
    order(3, 'BUY', 1, 10, 3),
    order(3, 'BUY', 1, 11, 3),
    order(2, 'SELL', 0, 95, 1),
  ]);
  wait(80_000);
  charges(must);
  wait(10_000);
  mustAll(must, [
    { kind: 'pause-market', market: 2 },
    { kind: 'resume-market', market: 2 },
    order(1, 'SELL', 0, 45, 0.5, { market: 1 }),
    { kind: 'cancel', wallet: 1, order: 30 },
    { kind: 'resolve-market', market: 1, payout: YES },
    { kind: 'redeem', wallet: 0, market: 1 },
    { kind: 'close-market', market: 0 },
  ]);
  return venue;
}

/** Orders 0 to 6, trades 0 to 2: two sellers at one price, filled three times; and an order that will expire. */
function queues(venue: Port, must: Stage['must']): void {
  const plain = { market: 1 } as const;
  mustAll(must, [
    order(0, 'SELL', 0, 60, 5, plain),
    order(1, 'SELL', 0, 60, 5, plain),
    order(2, 'BUY', 0, 61, 7, plain),
    order(3, 'BUY', 0, 60, 1, plain),
    order(0, 'SELL', 0, 60, 5, plain),
    order(3, 'BUY', 0, 60, 3, plain),
    order(0, 'BUY', 0, 50, 4, { ...plain, type: 'GTD', expiresAt: venue.now + 70_000 }),
  ]);
}

/** Orders 12 to 29, trades 4 to 10, in the market that charges both parties. */
function charges(must: Stage['must']): void {
  must({ kind: 'list-market', terms: { ...TERMS, fee: { rate: 50_000, exponent: 1, takerOnly: false } } });
  for (let wallet = 0; wallet < 4; wallet += 1) must({ kind: 'split', wallet, market: 2, size: 100 * ONE });
  const costly = { market: 2 } as const;
  mustAll(must, [
    order(3, 'BUY', 0, 45, 9, costly),
    order(2, 'BUY', 0, 44, 9, costly),
    order(1, 'SELL', 0, 44, 10, { ...costly, type: 'FAK' }),
    order(1, 'SELL', 0, 44, 20, { ...costly, type: 'FAK' }),
    order(0, 'BUY', 0, 40, 2, costly),
    order(1, 'BUY', 1, 60, 2, costly),
  ]);
  for (const size of [2, 3]) {
    must(order(0, 'SELL', 0, 40, size, costly));
    must(order(1, 'BUY', 0, 40, size, costly));
  }
  mustAll(must, [
    order(0, 'SELL', 0, 50, 4, costly),
    order(2, 'BUY', 0, 50, 4, { ...costly, type: 'FOK' }),
    order(0, 'BUY', 0, 30, 1, { ...costly, postOnly: true }),
    order(0, 'SELL', 0, 70, 1, costly),
    order(1, 'SELL', 0, 70, 1, costly),
    order(2, 'BUY', 0, 70, 2, costly),
    order(2, 'SELL', 1, 80, 1, costly),
    order(3, 'BUY', 1, 15, 2, costly),
  ]);
}

/** A group of three, conversions, a coarser tick, a retried trade, a failed trade, and a winner. */
export function groupLog(): Port {
  const { venue, must, wait } = begin();
  for (let market = 2; market < 5; market += 1) must({ kind: 'list-market', terms: { ...TERMS, tick: 50 } });
  must({ kind: 'group-markets', markets: [2, 3, 4] });
  for (const market of [2, 3]) must({ kind: 'split', wallet: 0, market, size: 50 * ONE });
  mustAll(must, [
    { kind: 'convert', wallet: 0, group: 0, markets: [2, 3], size: 20 * ONE },
    { kind: 'convert', wallet: 0, group: 0, markets: [3], size: 5 * ONE },
    order(0, 'SELL', 0, 30, 10, { market: 4 }),
    order(1, 'BUY', 0, 30, 4, { market: 4 }),
    order(3, 'BUY', 0, 30, 2, { market: 4 }),
    order(2, 'BUY', 0, 20.5, 3, { market: 4 }),
    order(3, 'BUY', 0, 20, 3, { market: 4 }),
    { kind: 'disturb-settlement', trade: 0, outcome: 'retry' },
    { kind: 'change-tick', market: 4, tick: 100 },
  ]);
  wait(2_000);
  must({ kind: 'disturb-settlement', trade: 0, outcome: 'fail' });
  wait(10_000);
  mustAll(must, [
    { kind: 'resolve-market', market: 2, payout: NO },
    { kind: 'resolve-market', market: 4, payout: YES },
    { kind: 'resolve-market', market: 3, payout: NO },
    { kind: 'redeem', wallet: 0, market: 3 },
    { kind: 'redeem', wallet: 3, market: 4 },
  ]);
  return venue;
}

/** An order that crosses others, then two of the same wallet, in a mode that continues or one that stops. */
export function selfTradeLog(mode: SelfTradeMode): Port {
  const { venue, must } = begin(mode);
  const plain = { market: 1 } as const;
  mustAll(must, [
    order(1, 'SELL', 0, 50, 2, plain),
    order(0, 'SELL', 0, 50, 3, plain),
    order(2, 'SELL', 0, 51, 2, plain),
    order(0, 'SELL', 0, 52, 4, plain),
    order(0, 'BUY', 0, 60, 8, plain),
    order(3, 'BUY', 0, 52, 1, plain),
  ]);
  return venue;
}

export function nth<Kind extends Event['kind']>(log: readonly Event[], kind: Kind, at = 0): Of<Kind> {
  const found = log.filter((event) => event.kind === kind)[at];
  if (found === undefined) throw new Error(`the log has no ${kind} number ${at}`);
  return found as Of<Kind>;
}

/** A leg of a trade, by default the first. */
export function legOf(trade: TradeEvent | Of<'trade-reversed'>, at = 0): Writable<MakerLeg> {
  const leg = trade.makers[at];
  if (leg === undefined) throw new Error(`trade ${trade.trade} has no leg ${at}`);
  return leg;
}

/** Removes the events of this kind; there must be at least one. */
export function drop(log: Event[], isDropped: (event: Event) => boolean): void {
  const kept = log.filter((event) => !isDropped(event));
  if (kept.length === log.length) throw new Error('the log has no such event');
  log.splice(0, log.length, ...kept);
}

/** Removes the first such event. */
export function dropFirst(log: Event[], isDropped: (event: Event) => boolean): void {
  const dropped = log.find(isDropped);
  drop(log, (event) => event === dropped);
}

export function closedFor(reason: CloseReason): (event: Event) => boolean {
  return (event) => event.kind === 'order-closed' && event.reason === reason;
}

export function endOf(log: readonly Event[], number: number): Of<'order-closed'> {
  const found = log.find((event) => event.kind === 'order-closed' && event.order === number);
  if (found === undefined) throw new Error(`order ${number} does not end`);
  return found as Of<'order-closed'>;
}

export function insertBefore(log: Event[], event: Event, added: Event): void {
  log.splice(log.indexOf(event), 0, added);
}
