/** sim/commands/directory: the present numbers of markets, wallets, trades, orders and comments by name or wire id. */
import { likely } from '../../base/closest.ts';
import type { Venue } from '../core/venue.ts';
import { namedIn } from '../named.ts';
import type { Service } from '../service.ts';
import { WorldError } from '../world/world-error.ts';
import { type Directory, tradeLookup } from '../world/written/directory.ts';

export type LiveDirectory = Directory & { readonly order: (order: string, place: string) => number };

export function liveDirectory({ world, catalog, views }: Service): LiveDirectory {
  const { venue } = world;
  const named = namedIn(world);
  return {
    market(name, place) {
      const id = own(named.markets, name)?.conditionId ?? name;
      const market = catalog.marketByCondition(id) ?? catalog.marketBySlug(id);
      return market?.index ?? fail(place, 'market', name, Object.keys(named.markets), 'a condition id or a slug');
    },
    wallet(name, place) {
      const account = catalog.accountByAddress(own(named.wallets, name)?.address ?? name);
      return account?.index ?? fail(place, 'wallet', name, Object.keys(named.wallets), 'an address');
    },
    /** A group has no name on the wire: any of its markets names it. */
    group(name, place) {
      const market = this.market(name, place);
      return venue.market(market)?.group ?? fail(place, 'group', name, [], 'a market that is in one');
    },
    trade(trade, place) {
      const number = typeof trade === 'string' ? views.ids.trade.decode(trade) : undefined;
      return known(number, venue.tradeCount) ?? tradeLookup(venue)(trade, place);
    },
    order(order, place) {
      const number = views.ids.order.decode(order);
      if (number !== undefined && venue.order(number) !== undefined) return number;
      throw new WorldError(`${place}: no order "${order}": pass the orderID of a response`);
    },
  };
}

function known(number: number | undefined, count: Venue['tradeCount']): number | undefined {
  return number !== undefined && number < count ? number : undefined;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const NAMES_SHOWN = 12;

function fail(place: string, kind: string, name: string, names: readonly string[], other: string): never {
  const [near] = likely(name, names);
  const advice = near === undefined ? '' : ` did you mean "${near}"?`;
  const listed = names.length === 0 ? '' : `there are ${names.slice(0, NAMES_SHOWN).join(', ')}; or `;
  throw new WorldError(`${place}: no ${kind} "${name}":${advice} ${listed}pass ${other}`);
}
