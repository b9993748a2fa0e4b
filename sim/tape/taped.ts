/**
 * sim/tape/taped: an exchange with a tape. Wherever its clock moves, the commands of the tape are merged with the due work by moment, so
 * that the events are the same in whatever steps the clock moves.
 */
import { invariant } from '../../spec/result.ts';
import type { Desk } from '../core/desk.ts';
import type { Exchange } from '../core/exchange.ts';
import { isMoment } from '../core/rules.ts';
import { newTicket } from '../core/ticket.ts';
import type { TapePlayer } from './tape.ts';

type Moves = Pick<TapePlayer, 'next' | 'perform'>;

/**
 * The exchange with the commands that `player` performs. At one moment, due work comes first, then the tape, then the command of the
 * caller. A moment of the tape that the clock has passed already counts as the present one.
 */
export function taped(exchange: Exchange, player: Moves): Exchange {
  const advanceTo = (now: number): void => {
    // The exchange rejects what is no moment.
    if (!isMoment(now)) exchange.advanceTo(now);
    const until = Math.max(now, exchange.now);
    while (player.next <= until) playNext(exchange, player);
    exchange.advanceTo(now);
  };
  const step: Exchange['step'] = (command, now) => {
    advanceTo(now);
    return exchange.step(command, now);
  };
  const nextDue: Exchange['nextDue'] = () => {
    const due = exchange.nextDue() ?? Number.POSITIVE_INFINITY;
    const next = Math.min(due, Math.max(player.next, exchange.now));
    return next === Number.POSITIVE_INFINITY ? undefined : next;
  };
  const own = {
    step: { value: step },
    advanceTo: { value: advanceTo },
    nextDue: { value: nextDue },
    desk: { value: tapedDesk(exchange.desk, advanceTo) },
  };
  return Object.create(exchange, own) as Exchange;
}

function playNext(exchange: Exchange, player: Moves): void {
  const { next } = player;
  exchange.advanceTo(Math.max(next, exchange.now));
  player.perform(exchange);
  invariant(player.next > next, 'a tape goes on to a later moment');
}

/** A tape fills the ticket of the exchange: callers get one that keeps what they have written. */
function tapedDesk(desk: Desk, advanceTo: (now: number) => void): Desk {
  const ticket = newTicket();
  return {
    ticket,
    place(now) {
      advanceTo(now);
      Object.assign(desk.ticket, ticket);
      const order = desk.place(now);
      Object.assign(ticket, desk.ticket);
      return order;
    },
    cancel(wallet, order, now) {
      advanceTo(now);
      return desk.cancel(wallet, order, now);
    },
  };
}
