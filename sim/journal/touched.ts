/** sim/journal/touched: the markets, orders, wallets and so on that events and commands name, by number. */
import type { Event } from '../../spec/venue/event.ts';
import type { Venue } from '../core/venue.ts';
import type { Action } from './record.ts';

type Kind = 'markets' | 'groups' | 'orders' | 'wallets' | 'trades' | 'keys';
export type Touched = Readonly<Record<Kind, Set<number>>>;

const KINDS: Readonly<Record<string, Kind>> = {
  market: 'markets',
  markets: 'markets',
  others: 'markets',
  order: 'orders',
  takerOrder: 'orders',
  wallet: 'wallets',
  to: 'wallets',
  trade: 'trades',
  key: 'keys',
};

/** Everything the events and commands name, the markets and owners of the orders among it, and the groups of the markets. */
export function touchedBy(things: readonly (Event | Action)[], venues: readonly Venue[]): Touched {
  const touched: Touched = {
    ...{ markets: new Set(), groups: new Set(), orders: new Set() },
    ...{ wallets: new Set(), trades: new Set(), keys: new Set() },
  };
  const collect = (value: unknown, kind: Kind | undefined): void => {
    if (typeof value === 'number' && kind !== undefined) touched[kind].add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) collect(inner, Array.isArray(value) ? kind : KINDS[key]);
  };
  for (const thing of things) collect(thing, undefined);
  for (const venue of venues) addOwners(touched, venue);
  return touched;
}

function addOwners({ markets, groups, orders, wallets }: Touched, venue: Venue): void {
  for (const number of orders) {
    const order = venue.order(number);
    if (order === undefined) continue;
    wallets.add(order.wallet);
    markets.add(order.market);
  }
  for (const number of markets) {
    const group = venue.market(number)?.group;
    if (group !== undefined) groups.add(group);
  }
}
