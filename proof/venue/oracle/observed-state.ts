/** proof/venue/oracle/observed-state: the state of a venue, read once for all invariants: what changed, or all. */
import type { OrderView } from '../../../sim/core/order-view.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Facts, GroupFacts, Holding, MarketFacts, OrderFacts, WalletFacts } from './facts.ts';
import type { Port } from './port.ts';

export type Observable = Omit<Port, 'advanceTo' | 'log' | 'step'>;

type Balance = ReturnType<Venue['cash']>;
type Levels = ReturnType<Venue['bids']>;

/** Objects as the log has them (`expected`), and as the venue returns them. */
export type ObservedState = Readonly<{
  now: number;
  nextDue: number | undefined;
  treasury: ReturnType<Venue['treasury']>;
  wallets: readonly { readonly expected: WalletFacts; readonly cash: Balance }[];
  holdings: readonly { readonly expected: Holding; readonly tokens: readonly [Balance, Balance] }[];
  markets: readonly Readonly<{
    expected: MarketFacts;
    view: ReturnType<Observable['market']>;
    supply: ReturnType<Venue['supply']>;
    /** By outcome. */
    bids: readonly [Levels, Levels];
    asks: readonly [Levels, Levels];
  }>[];
  orders: readonly { readonly expected: OrderFacts; readonly view: OrderView | undefined }[];
  groups: readonly { readonly expected: GroupFacts; readonly view: ReturnType<Venue['group']> }[];
}>;

type Scope = Readonly<{
  wallets: readonly WalletFacts[];
  holdings: readonly Holding[];
  markets: readonly MarketFacts[];
  orders: readonly OrderFacts[];
  groups: readonly GroupFacts[];
}>;

export function wholeScope(facts: Facts): Scope {
  const orders: OrderFacts[] = [];
  facts.orders.visit((order) => {
    orders.push(order);
  });
  return {
    wallets: facts.wallets,
    holdings: facts.wallets.flatMap((wallet) => [...wallet.holdings.values()]),
    markets: facts.markets,
    orders,
    groups: facts.groups,
  };
}

/** Orders of one judgement; to return an order that has ended, a venue reads its log. */
const ORDERS_MAX = 128;

/** The tracked changes. Of many orders only the latest are read; balances and books cover the others. */
export function changedScope({ touched, groups }: Facts): Scope {
  const { wallets, holdings, markets } = touched;
  const orders = touched.orders.slice(-ORDERS_MAX);
  const isChanged = (group: GroupFacts) => group.members.some((member) => member.touched === touched.round);
  return { wallets, holdings, markets, orders, groups: groups.filter(isChanged) };
}

export function startTracking(facts: Facts): void {
  stopTracking(facts);
  facts.touched.isTracked = true;
}

/** Drops all tracked changes, so that the next judgement reads everything. */
export function stopTracking({ touched }: Facts): void {
  touched.isTracked = false;
  touched.round += 1;
  touched.wallets.length = 0;
  touched.holdings.length = 0;
  touched.markets.length = 0;
  touched.orders.length = 0;
}

export function observe(venue: Observable, scope: Scope): ObservedState {
  return {
    now: venue.now,
    nextDue: venue.nextDue(),
    treasury: venue.treasury(),
    wallets: scope.wallets.map((expected) => ({ expected, cash: venue.cash(expected.number) })),
    holdings: scope.holdings.map((expected) => ({
      expected,
      tokens: [
        venue.tokens(expected.wallet.number, expected.market.number, 0),
        venue.tokens(expected.wallet.number, expected.market.number, 1),
      ],
    })),
    markets: scope.markets.map((expected) => ({
      expected,
      view: venue.market(expected.number),
      supply: venue.supply(expected.number),
      bids: [venue.bids(expected.number, 0), venue.bids(expected.number, 1)],
      asks: [venue.asks(expected.number, 0), venue.asks(expected.number, 1)],
    })),
    orders: scope.orders.map((expected) => ({ expected, view: venue.order(expected.number) })),
    groups: scope.groups.map((expected) => ({ expected, view: venue.group(expected.number) })),
  };
}
