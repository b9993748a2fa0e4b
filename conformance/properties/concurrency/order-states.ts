/**
 * conformance/properties/concurrency/order-states: what orders can go through, one event at a time. The interface
 * leaves the rules of matching open, so a fill is an observed event, and other wallets may fill orders at any time
 * without one.
 */
import type { ClauseId } from '../../check.ts';
import type { Specification } from './linearizable.ts';

/** An accepted order. `twin` is equal for two requests with the same body. Sizes are in micro shares. */
export type PlacedOrder = { readonly id: string; readonly twin: string; readonly size: number };

export type OrderEvent =
  | ({ readonly kind: 'place' } & PlacedOrder)
  /** A cancel that is reported as done, or one without a response. */
  | { readonly kind: 'cancel'; readonly id: string; readonly isReported: boolean }
  /** A trade that names these orders. */
  | { readonly kind: 'fill'; readonly ids: readonly string[]; readonly size: number }
  /** The live orders after all requests. */
  | { readonly kind: 'look'; readonly listed: readonly string[] };

/** The rules in the order in which they are blamed, each with the clause that a breach breaks. */
export const RULES = {
  'unique id': '4.3/reply.orderID.unique',
  'no duplicate': 'D/order-duplicate',
  'one cancel wins': '4.4/twice',
  'cancelled orders leave the list': '4.4/effect.live-orders',
  'cancelled shares are not filled': '4.4/effect.book',
  'shares are filled once': '4.3/fill.size',
} as const satisfies Readonly<Record<string, ClauseId>>;

export type OrderRule = keyof typeof RULES;

type OrderState = { readonly twin: string; readonly left: number; readonly isCancelled: boolean };
export type OrderStates = ReadonlyMap<string, OrderState>;

export function statesOf(orders: readonly PlacedOrder[]): OrderStates {
  return new Map(orders.map(({ id, twin, size }) => [id, { twin, left: size, isCancelled: false }]));
}

/** The specification, without some of its rules. */
export function orderSpecification(
  initial: OrderStates,
  relaxed: ReadonlySet<OrderRule> = new Set(),
): Specification<OrderStates, OrderEvent> {
  const breaks = (rule: OrderRule, isBroken: boolean) => isBroken && !relaxed.has(rule);
  const twinIn = (states: OrderStates, twin: string) => [...states.values()].some((one) => one.twin === twin);
  const isGone = (states: OrderStates, id: string) => states.get(id)?.isCancelled === true;
  return {
    initial,
    step(states, event) {
      switch (event.kind) {
        case 'place': {
          const { id, twin, size } = event;
          const known = states.get(id);
          // The reply to a duplicate may name the first order.
          if (known?.twin === twin) return states;
          if (breaks('unique id', known !== undefined)) return undefined;
          if (breaks('no duplicate', twinIn(states, twin))) return undefined;
          return new Map(states).set(id, { twin, left: size, isCancelled: false });
        }
        case 'cancel': {
          const { id, isReported } = event;
          const known = states.get(id);
          if (known === undefined) return undefined;
          if (isReported && breaks('one cancel wins', known.isCancelled)) return undefined;
          if (isReported && breaks('cancelled shares are not filled', known.left <= 0)) return undefined;
          return new Map(states).set(id, { ...known, isCancelled: true });
        }
        case 'fill': {
          const after = new Map(states);
          for (const id of event.ids) {
            const known = states.get(id);
            if (known === undefined) return undefined;
            if (breaks('cancelled shares are not filled', known.isCancelled)) return undefined;
            if (breaks('shares are filled once', event.size > known.left)) return undefined;
            after.set(id, { ...known, left: known.left - event.size });
          }
          return after;
        }
        case 'look': {
          const isListed = event.listed.some((id) => isGone(states, id));
          return breaks('cancelled orders leave the list', isListed) ? undefined : states;
        }
      }
    },
    digest: (states) => {
      const texts = [...states].map(([id, { left, isCancelled }]) => `${id} ${left} ${isCancelled}`);
      return texts.sort().join();
    },
  };
}
