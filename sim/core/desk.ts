/**
 * sim/core/desk: places and cancels orders as numbers, for callers that send millions: neither command nor reply is an
 * object. Rules and events are those of the commands.
 */
import type { OrderNumber, WalletNumber } from '../../spec/venue/command.ts';
import { isMalformedTicket } from './command-handler.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { admit } from './order-path.ts';
import { walletOf } from './order-pool.ts';
import { advanceTo } from './scheduler.ts';
import { REFUSED, saltNumber, type Ticket } from './ticket.ts';
import { isIndex } from './typed-arrays.ts';
import type { VenueState } from './venue-state.ts';

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
