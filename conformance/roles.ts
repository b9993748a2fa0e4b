/** conformance/roles: whether discovery has bound the roles that a check needs, and the remedy if not. */
import { flagAt, listAt } from '../base/json.ts';
import type { RouteId } from '../spec/route.ts';
import type { Wallet } from '../wire/credentials.ts';
import type { Bindings, Role } from './bindings.ts';

type RoleRow = {
  /** The route whose responses bind it; undefined if credentials do. */
  readonly route?: RouteId;
  readonly isBound: (bindings: Bindings, wallets: readonly Wallet[]) => boolean;
  readonly what: string;
  readonly remedy: string;
};

const ROLES: Readonly<Record<Role, RoleRow>> = {
  market: {
    route: 'markets',
    isBound: ({ markets }) => markets.length > 0,
    what: 'a market in GET /markets',
    remedy: 'judge a deployment that lists at least one market',
  },
  'closed-market': {
    route: 'markets',
    isBound: ({ markets }) => markets.some((market) => flagAt(market, 'closed') === true),
    what: 'a closed market in GET /markets',
    remedy:
      'judge a deployment with a closed market, or name one in the target file: bindings.markets: [<condition id>]',
  },
  event: {
    route: 'event-by-slug',
    isBound: ({ events }) => events.length > 0,
    what: 'an event that answers by its slug',
    remedy: 'name one in the target file: bindings.events: [<slug>]',
  },
  condition: {
    route: 'trading-market',
    isBound: ({ conditions }) => conditions.length > 0,
    what: 'a market that answers by its condition id',
    remedy: 'name one in the target file: bindings.markets: [<condition id>]',
  },
  book: {
    route: 'books',
    isBound: ({ books }) => books.some((book) => listAt(book, 'bids').length > 0 && listAt(book, 'asks').length > 0),
    what: 'an order book with bids and asks',
    remedy:
      'judge a deployment with resting orders on both sides of a book, or name its tokens: bindings.tokens: [<token id>]',
  },
  wallet: {
    route: 'positions',
    isBound: ({ wallets }) => wallets.length > 0,
    what: 'a wallet with current positions',
    remedy: 'name one in the target file: bindings.wallets: [<address>]',
  },
  'closed-wallet': {
    route: 'closed-positions',
    isBound: ({ closedWallets }) => closedWallets.length > 0,
    what: 'a wallet with closed positions',
    remedy: 'name one in the target file: bindings.wallets: [<address>]',
  },
  'active-wallet': {
    route: 'activity',
    isBound: ({ activeWallets }) => activeWallets.length > 0,
    what: 'a wallet with activity',
    remedy: 'name one in the target file: bindings.wallets: [<address>]',
  },
  'held-market': {
    route: 'holders',
    isBound: ({ heldMarkets }) => heldMarkets.length > 0,
    what: 'a market with holders',
    remedy: 'name one in the target file: bindings.markets: [<condition id>]',
  },
  comment: {
    route: 'comment-replies',
    isBound: ({ comments }) => comments.length > 0,
    what: 'a comment with replies',
    remedy: 'name one in the target file: bindings.comments: [<comment id>]',
  },
  profile: {
    route: 'profile',
    isBound: ({ profiles }) => profiles.length > 0,
    what: 'a wallet with a public profile',
    remedy: 'name one in the target file: bindings.profiles: [<address>]',
  },
  creator: {
    route: 'event-creators',
    isBound: ({ creators }) => creators.length > 0,
    what: 'a creator in GET /events/creators',
    remedy: 'judge a deployment that lists at least one creator',
  },
  trade: {
    route: 'builder-trades',
    isBound: ({ trades }) => trades.length > 0,
    what: 'a trade in GET /builder/trades',
    remedy: 'judge a deployment with at least one trade',
  },
  'two-wallets': {
    isBound: (_, wallets) => wallets.length >= 2,
    what: 'credentials of two wallets',
    remedy: 'put a second wallet into the credentials file',
  },
  'write-market': {
    isBound: ({ writeMarkets }) => writeMarkets.length > 0,
    what: 'a market set aside for writes',
    remedy: 'name one in the credentials file: markets: [<condition id>], where the wallets hold both tokens',
  },
};

/** The first role that is not bound, with its description. */
export function unboundRole(
  needs: readonly Role[],
  bindings: Bindings,
  wallets: readonly Wallet[],
): RoleRow | undefined {
  return needs.map((role) => ROLES[role]).find((row) => !row.isBound(bindings, wallets));
}

/** True if discovery has bound a role that needs no credentials. */
export function isBound(role: Role, bindings: Bindings): boolean {
  return ROLES[role].isBound(bindings, []);
}

/** The description of a role: `a wallet with current positions`. */
export function roleInWords(role: Role): string {
  return ROLES[role].what;
}

/** The route without which a role stays unbound. */
export function routeOfRole(role: Role): RouteId | undefined {
  return ROLES[role].route;
}
