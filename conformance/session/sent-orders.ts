/** conformance/session/sent-orders: records every order of a run before it is sent, so that the clean-up misses none. */
import { objectAt, parseJson, textAt } from '../../spec/json.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, type Request } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import type { Placed } from './order-match.ts';

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
  const placedBy = (address: string): Placed => {
    const key = address.toLowerCase();
    const placed = byWallet.get(key) ?? { ids: new Set(), unnamed: new Set() };
    byWallet.set(key, placed);
    return placed;
  };
  return {
    note(request) {
      if (request.path !== '/order' || request.method !== 'POST') return undefined;
      const address = authHeader(request, 'ADDRESS') ?? '';
      const order = objectAt(parseJson(String(request.body ?? '')), 'order');
      // A request that is not an order cannot leave one resting.
      if (order !== undefined) lost += 1;
      return (exchange) => {
        if (exchange === undefined) {
          if (order !== undefined) placedBy(address).unnamed.add(order);
          return;
        }
        if (order !== undefined) lost -= 1;
        const id = textAt(exchange.json, 'orderID');
        if (id !== undefined && id !== '') placedBy(address).ids.add(id);
        else if (isSuccess(exchange)) placedBy(address).unnamed.add(order);
      };
    },
    placedBy: (address) => byWallet.get(address.toLowerCase()),
    lost: () => lost,
  };
}
