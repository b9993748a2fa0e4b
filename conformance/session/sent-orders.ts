/** conformance/session/sent-orders: records every order of a run before it is sent, so that the clean-up misses none. */
import { objectAt, parseJson } from '../../spec/json.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, type Request } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import { idIn, isPlacing, type Placed, placedBy } from './order-match.ts';

export type SentOrders = {
  /** Called before a request is sent. The returned function is called with the response, or undefined without one. */
  note(request: Request): ((exchange: Exchange | undefined) => void) | undefined;
  /** The orders of a wallet; undefined if it placed none. */
  placedBy(address: string): Placed | undefined;
  /** Orders without a response. */
  lost(): number;
};

export function createSentOrders(): SentOrders {
  const byWallet = new Map<string, Placed>();
  let lost = 0;
  return {
    note(request) {
      if (!isPlacing(request)) return undefined;
      const address = authHeader(request, 'ADDRESS') ?? '';
      const order = objectAt(parseJson(String(request.body ?? '')), 'order');
      // A request that is not an order cannot leave one resting.
      if (order !== undefined) lost += 1;
      return (exchange) => {
        if (exchange === undefined) {
          if (order !== undefined) placedBy(byWallet, address).unnamed.add(order);
          return;
        }
        if (order !== undefined) lost -= 1;
        const id = idIn(exchange.json);
        if (id !== undefined) placedBy(byWallet, address).ids.add(id);
        else if (isSuccess(exchange)) placedBy(byWallet, address).unnamed.add(order);
      };
    },
    placedBy: (address) => byWallet.get(address.toLowerCase()),
    lost: () => lost,
  };
}
