/**
 * proof/oracle/sight: what a venue shows of itself, read once for all who judge it: of what has changed since the
 * last time, or of everything.
 */

import type { OrderView } from '../../sim/core/order-view.ts';
import type { MarketView, Venue } from '../../sim/core/venue.ts';
import type { Facts, GroupFacts, Holding, MarketFacts, OrderFacts, WalletFacts } from './facts.ts';

/** What a venue is asked. */
export type Watched = Pick<
  Venue,
  'now' | 'nextDue' | 'bids' | 'asks' | 'order' | 'cash' | 'tokens' | 'group' | 'supply' | 'treasury'
> & {
  market(market: number): Pick<MarketView, 'terms' | 'state' | 'payout' | 'lastPrice' | 'group'> | undefined;
};

type Balance = ReturnType<Venue['cash']>;
type Levels = ReturnType<Venue['bids']>;

/** A thing as the log has it (`told`), and as the venue shows it. */
export type Sight = {
  readonly now: number;
  readonly nextDue: number | undefined;
  readonly treasury: ReturnType<Venue['treasury']>;
  readonly wallets: readonly { readonly told: WalletFacts; readonly cash: Balance }[];
  readonly holdings: readonly { readonly told: Holding; readonly tokens: readonly [Balance, Balance] }[];
  readonly markets: readonly {
    readonly told: MarketFacts;
    readonly view: ReturnType<Watched['market']>;
    readonly supply: ReturnType<Venue['supply']>;
    /** By outcome. */
    readonly bids: readonly [Levels, Levels];
    readonly asks: readonly [Levels, Levels];
  }[];
  readonly orders: readonly { readonly told: OrderFacts; readonly view: OrderView | undefined }[];
  readonly groups: readonly { readonly told: GroupFacts; readonly view: ReturnType<Venue['group']> }[];
};

/** What of the state is looked at. */
type Scope = {
  readonly wallets: readonly WalletFacts[];
  readonly holdings: readonly Holding[];
  readonly markets: readonly MarketFacts[];
  readonly orders: readonly OrderFacts[];
  readonly groups: readonly GroupFacts[];
};

/** All there is. */
export function everything(facts: Facts): Scope {
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

/** Orders looked at in one go; to show an order that has ended, a venue reads its log. */
const ORDERS_MAX = 128;

/** What has changed since changes are noted; of many orders the latest, balances and books tell of the others. */
export function touchedOnly({ touched, groups }: Facts): Scope {
  const { wallets, holdings, markets } = touched;
  const orders = touched.orders.slice(-ORDERS_MAX);
  const isChanged = (group: GroupFacts): boolean => group.members.some((member) => member.touched === touched.round);
  return { wallets, holdings, markets, orders, groups: groups.filter(isChanged) };
}

/** From here on changes are noted anew. */
export function startNoting(facts: Facts): void {
  stopNoting(facts);
  facts.touched.noted = true;
}

/** Forgets what has changed: next time all is looked at. */
export function stopNoting({ touched }: Facts): void {
  touched.noted = false;
  touched.round += 1;
  touched.wallets.length = 0;
  touched.holdings.length = 0;
  touched.markets.length = 0;
  touched.orders.length = 0;
}

export function lookAt(venue: Watched, scope: Scope): Sight {
  return {
    now: venue.now,
    nextDue: venue.nextDue(),
    treasury: venue.treasury(),
    wallets: scope.wallets.map((told) => ({ told, cash: venue.cash(told.number) })),
    holdings: scope.holdings.map((told) => ({
      told,
      tokens: [
        venue.tokens(told.wallet.number, told.market.number, 0),
        venue.tokens(told.wallet.number, told.market.number, 1),
      ],
    })),
    markets: scope.markets.map((told) => ({
      told,
      view: venue.market(told.number),
      supply: venue.supply(told.number),
      bids: [venue.bids(told.number, 0), venue.bids(told.number, 1)],
      asks: [venue.asks(told.number, 0), venue.asks(told.number, 1)],
    })),
    orders: scope.orders.map((told) => ({ told, view: venue.order(told.number) })),
    groups: scope.groups.map((told) => ({ told, view: venue.group(told.number) })),
  };
}
