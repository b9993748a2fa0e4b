/**
 * sim/core/ticket: an order as it is handed in and what was answered, in numbers: one record, written anew for each
 * order, so that none has to be made. `placing.ts` fills it from a command, `desk.ts` lets callers fill it themselves.
 */
import type { OrderType, OutcomeIndex, PlaceOrder, Refusal, Side } from './command.ts';
import { saltNumber } from './salt-digest.ts';

export type Ticket = {
  wallet: number;
  /** API key that owns the order. */
  key: number;
  market: number;
  outcome: OutcomeIndex;
  side: Side;
  type: OrderType;
  /** Limit in the order's own token, 1e-4 dollars. */
  price: number;
  /** Micro shares. */
  size: number;
  postOnly: boolean;
  /** Moment a GTD order expires, milliseconds; -1 for none. */
  expiresAt: number;
  /** The salt as a number, -1 where it is a text that is no number in canonical decimal. */
  salt: number;
  saltText: string;
  /**
   * What was answered: traded at once (micro shares, micro dollars without fees), whether the order waits, and whether
   * it has ended already.
   */
  traded: number;
  cash: number;
  isDelayed: boolean;
  isOver: boolean;
  /** What a refusal for lack of funds would have needed, and what was free. */
  needed: number;
  free: number;
};

export function newTicket(): Ticket {
  return {
    wallet: 0,
    key: 0,
    market: 0,
    outcome: 0,
    side: 'BUY',
    type: 'GTC',
    price: 0,
    size: 0,
    postOnly: false,
    expiresAt: -1,
    salt: 0,
    saltText: '',
    traded: 0,
    cash: 0,
    isDelayed: false,
    isOver: false,
    needed: 0,
    free: 0,
  };
}

/** Writes what a `place` command asks for on the ticket, all of it; whether it makes sense is asked when it is placed. */
export function fillTicket(
  ticket: Ticket,
  asked: Omit<PlaceOrder, 'kind' | 'expiresAt'> & { readonly expiresAt?: number | undefined },
): void {
  ticket.wallet = asked.wallet;
  ticket.key = asked.key;
  ticket.market = asked.market;
  ticket.outcome = asked.outcome;
  ticket.side = asked.side;
  ticket.type = asked.type;
  ticket.price = asked.price;
  ticket.size = asked.size;
  ticket.postOnly = asked.postOnly;
  ticket.expiresAt = asked.expiresAt ?? -1;
  ticket.salt = saltNumber(asked.salt);
  ticket.saltText = asked.salt;
}

/** What is on the ticket, as a command. */
export function commandOn(ticket: Ticket): PlaceOrder {
  const { wallet, key, market, outcome, side, type, price, size, postOnly, expiresAt, salt, saltText } = ticket;
  const asked = { kind: 'place' as const, wallet, key, market, outcome, side, type, price, size, postOnly };
  return {
    ...asked,
    ...(expiresAt < 0 ? {} : { expiresAt }),
    salt: salt < 0 ? saltText : String(salt),
  };
}

/** Why an order is refused, kinds of `Refusal`: an answer of -1 is the first of them, -2 the second. */
export const ORDER_REFUSALS = [
  'malformed',
  'unknown-wallet',
  'unknown-market',
  'market-not-accepting',
  'price-out-of-range',
  'price-off-tick',
  'size-invalid',
  'size-too-small',
  'post-only-type',
  'expiration-required',
  'expiration-unexpected',
  'expiration-too-near',
  'duplicate',
  'post-only-crosses',
  'insufficient-cash',
  'insufficient-tokens',
  'fok-not-filled',
  'fak-no-match',
  'self-trade',
] as const satisfies readonly Refusal['kind'][];

type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/** The answer for a refused order: -1 minus the code. */
export const REFUSED = Object.fromEntries(ORDER_REFUSALS.map((kind, code) => [kind, -1 - code])) as Readonly<
  Record<OrderRefusal, number>
>;
