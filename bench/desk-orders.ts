/**
 * bench/desk-orders: the stream as numbers for the exchange's desk: the same orders as `venue-orders.ts` gives as commands,
 * in columns, which are filled before any clock runs.
 */
import type { OutcomeIndex } from '../sim/core/command.ts';
import type { Exchange } from '../sim/core/exchange.ts';
import type { Stream } from './stream.ts';
import { commandsOf, momentOf } from './venue-orders.ts';

export type DeskOrders = {
  readonly length: number;
  readonly moments: Float64Array;
  readonly isCancel: Uint8Array;
  readonly wallets: Int32Array;
  /** The order to cancel. */
  readonly orders: Int32Array;
  readonly outcomes: Uint8Array;
  readonly isSale: Uint8Array;
  /** Whether what does not trade at once is dropped. */
  readonly isImmediate: Uint8Array;
  readonly prices: Int32Array;
  readonly sizes: Float64Array;
  readonly salts: Float64Array;
};

/** The whole stream in columns. */
export function deskOrdersOf(stream: Stream): DeskOrders {
  const { length } = stream;
  const bytes = (): Uint8Array => new Uint8Array(length);
  const ints = (): Int32Array => new Int32Array(length);
  const [isCancel, outcomes, isSale, isImmediate] = [bytes(), bytes(), bytes(), bytes()];
  const [wallets, orders, prices] = [ints(), ints(), ints()];
  const [sizes, salts] = [new Float64Array(length), new Float64Array(length)];
  const moments = Float64Array.from({ length }, (_, at) => momentOf(at));
  for (const [at, command] of commandsOf(stream).entries()) {
    if (command.kind === 'cancel') {
      isCancel[at] = 1;
      wallets[at] = command.wallet;
      orders[at] = command.order;
    } else if (command.kind === 'place') {
      wallets[at] = command.wallet;
      outcomes[at] = command.outcome;
      isSale[at] = command.side === 'SELL' ? 1 : 0;
      isImmediate[at] = command.type === 'FAK' ? 1 : 0;
      prices[at] = command.price;
      sizes[at] = command.size;
      salts[at] = Number(command.salt);
    }
  }
  return { length, moments, isCancel, wallets, orders, outcomes, isSale, isImmediate, prices, sizes, salts };
}

/** Gives the orders from one to before another, none of which may be refused. */
export function giveAtDesk({ desk }: Exchange, columns: DeskOrders, from: number, to: number): void {
  const { moments, isCancel, wallets, orders, outcomes, isSale, isImmediate, prices, sizes, salts } = columns;
  const { ticket } = desk;
  ticket.market = 0;
  ticket.postOnly = false;
  ticket.expiresAt = -1;
  ticket.saltText = '';
  for (let at = from; at < to; at += 1) {
    const now = moments[at] ?? 0;
    const wallet = wallets[at] ?? 0;
    if (isCancel[at] === 1) {
      if (!desk.cancel(wallet, orders[at] ?? 0, now)) throw new Error(`operation ${at} was refused`);
      continue;
    }
    ticket.wallet = wallet;
    ticket.key = wallet;
    ticket.outcome = outcomes[at] as OutcomeIndex;
    ticket.side = isSale[at] === 1 ? 'SELL' : 'BUY';
    ticket.type = isImmediate[at] === 1 ? 'FAK' : 'GTC';
    ticket.price = prices[at] ?? 0;
    ticket.size = sizes[at] ?? 0;
    ticket.salt = salts[at] ?? 0;
    if (desk.place(now) < 0) throw new Error(`operation ${at} was refused`);
  }
}
