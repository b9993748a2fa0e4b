/** conformance/session/journal: every order a run sends is written down before it leaves, so that none is left resting unseen. */
import { objectAt, parseJson, textAt } from '../../spec/json.ts';
import { headerOf, isSuccess, type Request } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import type { Placed } from './order-match.ts';

export type Journal = {
  /** Called before a request leaves; what it answers is told the outcome, undefined where no answer came. */
  note(request: Request): ((exchange: Exchange | undefined) => void) | undefined;
  /** What a wallet placed; undefined where it placed nothing. */
  placedBy(address: string): Placed | undefined;
  /** Orders sent whose answer never came. */
  lost(): number;
};

export function createJournal(): Journal {
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
      const address = headerOf(request, 'svc_address') ?? '';
      const order = objectAt(parseJson(String(request.body ?? '')), 'order');
      // Where no order is sent and no answer comes, nothing can rest.
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
