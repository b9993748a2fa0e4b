/**
 * sim/core/desk: places and cancels orders: as commands, with a reply or a refusal, and as numbers, for callers
 * that send millions: neither command nor reply is an object. Rules and events are the same.
 */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import { PRICE_ONE } from '../../base/units.ts';
import {
  type CommandOf,
  DONE,
  type OrderNumber,
  type PlaceOrder,
  type Refusal,
  type Reply,
  type WalletNumber,
} from '../../spec/venue/command.ts';
import { isMalformedTicket } from './command-validation.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { admit } from './order-path.ts';
import { walletOf } from './order-pool.ts';
import { endedOrder } from './order-view.ts';
import { advanceTo } from './scheduler.ts';
import { fillTicket, ORDER_REFUSALS, REFUSED, saltNumber, type Ticket } from './ticket.ts';
import { isIndex } from './typed-arrays.ts';
import { marketAt, type VenueState } from './venue-state.ts';

/** `now` as in `step`, with its `RangeError`. A refusal or a `false` only changes the clock. */
export type Desk = {
  /** The order that `place` submits, and its result. Fields keep their values until they are overwritten. */
  readonly ticket: Ticket;
  /** Places the order on the ticket. Returns its number, or -1 minus the index of the refusal in `ORDER_REFUSALS`. */
  place(now: number): number;
  /** Cancels an open order of the wallet. Returns false if it cannot; the command `cancel` returns the reason. */
  cancel(wallet: WalletNumber, order: OrderNumber, now: number): boolean;
};

export function openDesk(venue: VenueState): Desk {
  const { ticket } = venue;
  return {
    ticket,
    place(now) {
      advanceTo(venue, now);
      if (isMalformedTicket(ticket)) return REFUSED['malformed'];
      // A salt has one form: a text that is a number is that number, and -0 is 0.
      ticket.salt = ticket.salt < 0 ? saltNumber(ticket.saltText) : ticket.salt + 0;
      return admit(venue, ticket);
    },
    cancel(wallet, order, now) {
      advanceTo(venue, now);
      if (!isIndex(order, venue.orders.orders)) return false;
      const slot = slotOf(venue.orders, order);
      if (slot <= 0 || walletOf(venue.pool, slot) !== wallet) return false;
      closeOrder(venue, slot, 'cancelled');
      return true;
    },
  };
}

/** Accepts the order, trades it at once or after the market's delay, and rests or ends the remainder. */
export function place(venue: VenueState, command: PlaceOrder): Result<Reply, Refusal> {
  const { ticket } = venue;
  fillTicket(ticket, command);
  const order = admit(venue, ticket);
  if (order < 0) return refuse(refusalOf(venue, ticket, order));
  const { traded, cash, isDelayed, isOver } = ticket;
  const status = isDelayed ? 'delayed' : traded > 0 ? 'matched' : isOver ? 'unmatched' : 'live';
  return ok({ kind: 'placed', order, status, size: traded, cash });
}

function refusalOf(venue: VenueState, ticket: Ticket, code: number): Refusal {
  const kind = ORDER_REFUSALS[-1 - code];
  invariant(kind !== undefined, 'a refusal has its code in the list');
  switch (kind) {
    case 'malformed':
      return { kind, what: 'ticket' };
    case 'market-not-accepting': {
      const { state } = marketAt(venue, ticket.market);
      invariant(state !== 'open', 'a market that does not accept orders is not open');
      return { kind, state };
    }
    case 'price-out-of-range': {
      const { tick } = marketAt(venue, ticket.market).terms;
      return { kind, min: tick, max: PRICE_ONE - tick };
    }
    case 'price-off-tick':
      return { kind, tick: marketAt(venue, ticket.market).terms.tick };
    case 'size-too-small':
      return { kind, min: marketAt(venue, ticket.market).terms.minSize };
    case 'insufficient-cash':
    case 'insufficient-tokens':
      return { kind, needed: ticket.needed, free: ticket.free };
    default:
      return { kind };
  }
}

/** Ends an open order of the wallet. Its fills stay. */
export function cancel(venue: VenueState, { wallet, order }: CommandOf<'cancel'>): Result<Reply, Refusal> {
  if (order >= venue.orders.orders) return refuse({ kind: 'unknown-order' });
  const slot = slotOf(venue.orders, order);
  if (slot > 0) {
    if (walletOf(venue.pool, slot) !== wallet) return refuse({ kind: 'not-owner' });
    closeOrder(venue, slot, 'cancelled');
    return DONE;
  }
  const ended = endedOrder(venue, order);
  return refuse(ended.wallet === wallet ? { kind: 'order-finished', state: ended.state } : { kind: 'not-owner' });
}
