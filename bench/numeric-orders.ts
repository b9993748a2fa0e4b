/** bench/numeric-orders: the stream as numbers for the desk, eight ints each, prepared before the measurement. */
import type { Venue } from '../sim/core/venue.ts';
import type { Command, OutcomeIndex } from '../spec/venue/command.ts';
import { momentOf, type OrderSource } from './venue-orders.ts';

/**
 * Operations of a stream from its `first` one on. Each takes ints 0 to 6 of its eight: moment, flags, wallet, price (or
 * the order to cancel), size, salt in two parts.
 */
export type NumericOrders = { readonly first: number; readonly ints: Int32Array };

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

function writePart(ints: Int32Array, first: number, commands: readonly Command[], from: number): void {
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
  const int = (at: number): number => ints[at] as number;
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
