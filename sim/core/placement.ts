/** sim/core/placement: the commands `place` and `cancel`: what `order-path.ts` and `order-ending.ts` do, with a reply or a refusal. */
import { invariant, ok, type Result, refuse } from '../../base/result.ts';
import { PRICE_ONE } from '../../base/units.ts';
import { type CommandOf, DONE, type PlaceOrder, type Refusal, type Reply } from '../../spec/venue/command.ts';
import { slotOf } from './open-orders.ts';
import { closeOrder } from './order-ending.ts';
import { admit } from './order-path.ts';
import { walletOf } from './order-pool.ts';
import { endedOrder } from './order-view.ts';
import { fillTicket, ORDER_REFUSALS, type Ticket } from './ticket.ts';
import { marketAt, type VenueState } from './venue-state.ts';

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
