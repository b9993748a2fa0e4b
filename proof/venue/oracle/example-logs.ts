/** proof/venue/oracle/example-logs: runs of the naive venue, and functions that tamper with their logs. */
import { createNaive } from '../../../model/create-naive.ts';
import type { Command, PlaceOrder, Side } from '../../../spec/venue/command.ts';
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

/** Orders for the first outcome of a market. */
function ordersIn(market: number) {
  return (wallet: number, side: Side, cents: number, shares: number, more: Partial<PlaceOrder> = {}): PlaceOrder =>
    order(wallet, side, 0, cents, shares, { market, ...more });
}

function mustAll(must: Stage['must'], commands: readonly Command[]) {
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
function queues(venue: Port, must: Stage['must']) {
  const own = ordersIn(1);
  mustAll(must, [
    own(0, 'SELL', 60, 5),
    own(1, 'SELL', 60, 5),
    own(2, 'BUY', 61, 7),
    own(3, 'BUY', 60, 1),
    own(0, 'SELL', 60, 5),
    own(3, 'BUY', 60, 3),
    own(0, 'BUY', 50, 4, { type: 'GTD', expiresAt: venue.now + 70_000 }),
  ]);
}

/** Orders 12 to 29, trades 4 to 10, in the market that charges both parties. */
function charges(must: Stage['must']) {
  must({ kind: 'list-market', terms: { ...TERMS, fee: { rate: 50_000, exponent: 1, takerOnly: false } } });
  for (let wallet = 0; wallet < 4; wallet += 1) must({ kind: 'split', wallet, market: 2, size: 100 * ONE });
  const own = ordersIn(2);
  mustAll(must, [
    own(3, 'BUY', 45, 9),
    own(2, 'BUY', 44, 9),
    own(1, 'SELL', 44, 10, { type: 'FAK' }),
    own(1, 'SELL', 44, 20, { type: 'FAK' }),
    own(0, 'BUY', 40, 2),
    own(1, 'BUY', 60, 2, { outcome: 1 }),
  ]);
  for (const size of [2, 3]) {
    must(own(0, 'SELL', 40, size));
    must(own(1, 'BUY', 40, size));
  }
  mustAll(must, [
    own(0, 'SELL', 50, 4),
    own(2, 'BUY', 50, 4, { type: 'FOK' }),
    own(0, 'BUY', 30, 1, { postOnly: true }),
    own(0, 'SELL', 70, 1),
    own(1, 'SELL', 70, 1),
    own(2, 'BUY', 70, 2),
    own(2, 'SELL', 80, 1, { outcome: 1 }),
    own(3, 'BUY', 15, 2, { outcome: 1 }),
  ]);
}

/** A group of three, conversions, a coarser tick, a retried trade, a failed trade, and a winner. */
export function groupLog(): Port {
  const { venue, must, wait } = begin();
  const own = ordersIn(4);
  for (let market = 2; market < 5; market += 1) must({ kind: 'list-market', terms: { ...TERMS, tick: 50 } });
  must({ kind: 'group-markets', markets: [2, 3, 4] });
  for (const market of [2, 3]) must({ kind: 'split', wallet: 0, market, size: 50 * ONE });
  mustAll(must, [
    { kind: 'convert', wallet: 0, group: 0, markets: [2, 3], size: 20 * ONE },
    { kind: 'convert', wallet: 0, group: 0, markets: [3], size: 5 * ONE },
    own(0, 'SELL', 30, 10),
    own(1, 'BUY', 30, 4),
    own(3, 'BUY', 30, 2),
    own(2, 'BUY', 20.5, 3),
    own(3, 'BUY', 20, 3),
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
  const own = ordersIn(1);
  mustAll(must, [
    own(1, 'SELL', 50, 2),
    own(0, 'SELL', 50, 3),
    own(2, 'SELL', 51, 2),
    own(0, 'SELL', 52, 4),
    own(0, 'BUY', 60, 8),
    own(3, 'BUY', 52, 1),
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
