/**
 * sim/core/ticket: an order that is submitted, and its result, as numbers: one record, reused for each order, so that
 * none has to be created. `command-handler.ts` fills it from a command, and callers of `desk.ts` fill it.
 */
import type { Micro, Price } from '../../base/units.ts';
import type {
  MarketNumber,
  OrderType,
  OutcomeIndex,
  PlaceOrder,
  Refusal,
  Side,
  WalletNumber,
} from '../../spec/venue/command.ts';

export type Ticket = {
  wallet: WalletNumber;
  /** API key that owns the order. */
  key: number;
  market: MarketNumber;
  outcome: OutcomeIndex;
  side: Side;
  type: OrderType;
  /** Limit in the order's own token, 1e-4 dollars. */
  price: Price;
  /** Micro shares. */
  size: Micro;
  postOnly: boolean;
  /** Moment a GTD order expires, milliseconds; -1 for none. */
  expiresAt: number;
  /** The salt as a number; -1 if its text is no number in canonical decimal. */
  salt: number;
  saltText: string;
  /** The result: micro shares and dollars (without fees) traded at once; whether the order waits, or has ended. */
  traded: Micro;
  cash: Micro;
  isDelayed: boolean;
  isOver: boolean;
  /** After a refusal for lack of funds: the amount that was needed, and the free amount. */
  needed: Micro;
  free: Micro;
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

/** Copies a `place` command to the ticket without checks: placing the ticket checks it. */
export function fillTicket(
  ticket: Ticket,
  command: Omit<PlaceOrder, 'kind' | 'expiresAt'> & { readonly expiresAt?: number | undefined },
): void {
  ticket.wallet = command.wallet;
  ticket.key = command.key;
  ticket.market = command.market;
  ticket.outcome = command.outcome;
  ticket.side = command.side;
  ticket.type = command.type;
  ticket.price = command.price;
  ticket.size = command.size;
  ticket.postOnly = command.postOnly;
  ticket.expiresAt = command.expiresAt ?? -1;
  ticket.salt = saltNumber(command.salt);
  ticket.saltText = command.salt;
}

/** The most digits that always fit an int, and the first number that has one more. */
const INT_DIGITS = 9;
const INT_ONE = 1_000_000_000;

/** The number of a salt in canonical decimal; -1 if the salt is not a number below 2^53. */
export function saltNumber(salt: string): number {
  const { length } = salt;
  if (length === 0 || length > 16 || (length > 1 && salt.charCodeAt(0) === 48)) return -1;
  const split = length > INT_DIGITS ? length - INT_DIGITS : 0;
  const high = digitsFrom(salt, 0, split);
  const low = digitsFrom(salt, split, length);
  if (high < 0 || low < 0) return -1;
  const value = high * INT_ONE + low;
  return value <= Number.MAX_SAFE_INTEGER ? value : -1;
}

/** The number of at most nine digits; -1 if a character is not a digit. */
function digitsFrom(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The refusals of an order, kinds of `Refusal`: -1 is the code of the first of them, -2 of the second. */
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

/** The code of each refusal: -1 minus its index. */
export const REFUSED = Object.fromEntries(ORDER_REFUSALS.map((kind, code) => [kind, -1 - code])) as Readonly<
  Record<OrderRefusal, number>
>;
