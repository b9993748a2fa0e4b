/** bench/venue-orders: the same stream as commands of the venue. Order n of the stream is order n - 1 of the venue. */
import seedrandom from 'seedrandom';
import { MICRO, PRICE_ONE } from '../base/units.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import type { Command, OutcomeIndex } from '../spec/venue/command.ts';
import { CODES, type Stream } from './recorded-operations.ts';
import { TICKS } from './stream.ts';

const TICK = PRICE_ONE / TICKS;
const WALLETS = 1_000;
const DEPOSIT = 2_000_000 * MICRO;
const SPLIT = 1_000_000 * MICRO;
const FIRST_MOMENT = 1_000;
/** Opening operations that are prepared at a time. */
const OPENED_AT_A_TIME = 1_000;
/** Commands that share one millisecond of the service clock. */
const COMMANDS_A_MILLISECOND = 10;

const OPENING: readonly Command[] = [
  {
    kind: 'list-market',
    terms: { tick: TICK, minSize: MICRO, fee: { rate: 20_000, exponent: 1, takerOnly: true }, delayMs: 0 },
  },
  ...Array.from({ length: WALLETS }, (_, wallet): Command[] => [
    { kind: 'open-wallet' },
    { kind: 'deposit', wallet, amount: DEPOSIT },
    { kind: 'split', wallet, market: 0, size: SPLIT },
  ]).flat(),
];

type Stepping = Pick<Venue, 'step'>;

/** A venue whose wallets can afford the whole stream. */
export function fundedVenue(): Venue {
  const venue = createVenue();
  fund(venue);
  return venue;
}

export function fund(venue: Stepping): void {
  for (const command of OPENING) mustDo(venue, command, FIRST_MOMENT);
}

/** A funded venue after the first operations of a source. */
export function openedVenue(source: OrderSource, opening: number): Venue {
  const venue = fundedVenue();
  for (let from = 0; from < opening; from += OPENED_AT_A_TIME) {
    const to = Math.min(opening, from + OPENED_AT_A_TIME);
    submitOrders(venue, numericOrdersOf(source, from, to), from, to);
  }
  venue.hash();
  return venue;
}

export function momentOf(at: number): number {
  return FIRST_MOMENT + Math.floor(at / COMMANDS_A_MILLISECOND);
}

/** Returns the operations of a stream, from one to before another, as commands. Request each part once and in order. */
export type OrderSource = (from: number, to: number) => readonly Command[];

/** The salts of a wallet. The venue has to look up random ones; growing ones are new without a lookup. */
export type SaltKind = 'growing' | 'random';

/**
 * The stream as commands. Bids come from the even wallets and asks from the odd ones, so that no wallet trades with
 * itself; half of each are orders of the second outcome, which rest on the other side of the book of that outcome.
 */
export function orderSource(stream: Stream, salts: SaltKind = 'random', seed = 'venue'): OrderSource {
  const random = seedrandom.alea(seed);
  const owners = new Int32Array(stream.orderCount + 1);
  const commandAt = (at: number): Command => {
    const code = stream.codes[at] ?? 0;
    const id = stream.orders[at] ?? 0;
    if (code === CODES.cancel) return { kind: 'cancel', wallet: owners[id] ?? 0, order: id - 1 };
    const isBid = code % 2 === 0;
    const isMarket = code >= CODES.marketBid;
    const wallet = 2 * Math.floor(random() * (WALLETS / 2)) + (isBid ? 0 : 1);
    owners[id] = wallet;
    const outcome: OutcomeIndex = random() < 0.5 ? 0 : 1;
    const tick = isMarket ? (isBid ? TICKS - 1 : 1) : (stream.ticks[at] ?? 0);
    return {
      kind: 'place',
      wallet,
      key: wallet,
      market: 0,
      outcome,
      side: isBid === (outcome === 0) ? 'BUY' : 'SELL',
      type: isMarket ? 'FAK' : 'GTC',
      price: TICK * (outcome === 0 ? tick : TICKS - tick),
      size: (stream.sizes[at] ?? 0) * MICRO,
      postOnly: false,
      salt: String(Math.floor(random() * 1e6) * (salts === 'random' ? 1e7 : 0) + id),
    };
  };
  return (from, to) => Array.from({ length: to - from }, (_, index) => commandAt(from + index));
}

export function commandsOf(stream: Stream, salts?: SaltKind): readonly Command[] {
  return orderSource(stream, salts)(0, stream.length);
}

export function mustDo(venue: Stepping, command: Command, now: number): void {
  const result = venue.step(command, now);
  if (!result.ok) throw new Error(`refused as ${result.refusal.kind}: ${JSON.stringify(command)}`);
}

/**
 * Operations of a stream from its `first` one on. Each takes ints 0 to 6 of its eight: moment, flags, wallet, price (or
 * the order to cancel), size, salt in two parts.
 */
type NumericOrders = { readonly first: number; readonly ints: Int32Array };

const INT_BITS = 3;
const [MOMENT, IS, WALLET, PRICE, SIZE, SALT_HIGH, SALT_LOW] = [0, 1, 2, 3, 4, 5, 6] as const;
const IS_CANCEL = 1;
const IS_SECOND = 2;
const IS_SALE = 4;
const IS_IMMEDIATE = 8;
/** The unit of the higher part of a salt. */
const SALT_PART = 1e9;

/** The number of commands that are created at a time. More of them would slow down the garbage collector. */
const PART = 10_000;

/** Operations of a source, from one to before another. */
export function numericOrdersOf(source: OrderSource, from: number, to: number): NumericOrders {
  const ints = new Int32Array((to - from) << INT_BITS);
  for (let at = from; at < to; at += PART) writePart(ints, from, source(at, Math.min(to, at + PART)), at);
  return { first: from, ints };
}

function writePart(ints: Int32Array, first: number, commands: readonly Command[], from: number) {
  for (const [index, command] of commands.entries()) {
    const at = from + index;
    const start = (at - first) << INT_BITS;
    ints[start + MOMENT] = momentOf(at);
    if (command.kind === 'cancel') {
      ints.set([IS_CANCEL, command.wallet, command.order], start + IS);
    } else if (command.kind === 'place') {
      const { wallet, price, size } = command;
      const salt = Number(command.salt);
      const high = Math.floor(salt / SALT_PART); // exact: the salt in two parts
      const outcome = command.outcome === 0 ? 0 : IS_SECOND;
      const flags = outcome | (command.side === 'SELL' ? IS_SALE : 0) | (command.type === 'FAK' ? IS_IMMEDIATE : 0);
      ints.set([flags, wallet, price, size, high, salt - high * SALT_PART], start + IS);
    }
  }
}

/** Applies the operations from one to before another, none of which may be refused. */
export function submitOrders({ desk }: Venue, { first, ints }: NumericOrders, from: number, to: number): void {
  const { ticket } = desk;
  const int = (at: number) => ints[at] as number;
  ticket.market = 0;
  ticket.postOnly = false;
  ticket.expiresAt = -1;
  ticket.saltText = '';
  for (let at = from; at < to; at += 1) {
    const start = (at - first) << INT_BITS;
    const now = int(start + MOMENT);
    const flags = int(start + IS);
    const wallet = int(start + WALLET);
    if ((flags & IS_CANCEL) !== 0) {
      if (!desk.cancel(wallet, int(start + PRICE), now)) throw new Error(`operation ${at} was refused`);
      continue;
    }
    ticket.wallet = wallet;
    ticket.key = wallet;
    ticket.outcome = ((flags & IS_SECOND) / IS_SECOND) as OutcomeIndex;
    ticket.side = (flags & IS_SALE) !== 0 ? 'SELL' : 'BUY';
    ticket.type = (flags & IS_IMMEDIATE) !== 0 ? 'FAK' : 'GTC';
    ticket.price = int(start + PRICE);
    ticket.size = int(start + SIZE);
    ticket.salt = int(start + SALT_HIGH) * SALT_PART + int(start + SALT_LOW);
    if (desk.place(now) < 0) throw new Error(`operation ${at} was refused`);
  }
}
