/** conformance/client/sent-orders: every order of a run before it is sent, so that the clean-up misses none. */
import type { Request } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import { notePlaced, type Placed } from './order-match.ts';
import { fateOf, placingsIn } from './placing.ts';

export type SentOrders = {
  /** Called before a request is sent. The returned function is called with the response, or undefined without one. */
  note(request: Request): (exchange: Exchange | undefined) => void;
  /** The orders of a wallet; undefined if it placed none. */
  placedBy(address: string): Placed | undefined;
};

export function createSentOrders(): SentOrders {
  const byWallet = new Map<string, Placed>();
  return {
    note(request) {
      const placings = placingsIn(request);
      return (exchange) => {
        for (const [place, { wallet, order }] of placings)
          notePlaced(byWallet, wallet, order, exchange && fateOf(place, exchange, exchange.json));
      };
    },
    placedBy: (address) => byWallet.get(address.toLowerCase()),
  };
}
