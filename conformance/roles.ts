/** conformance/roles: whether discovery has bound the roles that a check needs, and the remedy if not. */
import { flagAt, listAt } from '../base/json.ts';
import type { Bindings, Role, RouteId, Wallet } from './check.ts';

type RoleRow = Readonly<{
  /** The route whose responses bind it; undefined if credentials do. */
  route?: RouteId;
  isBound: (bindings: Bindings, wallets: readonly Wallet[]) => boolean;
  what: string;
  remedy: string;
}>;

type List = Exclude<keyof Bindings, 'marketsComplete'>;

/** A role that any entry of a list takes. */
function listed(route: RouteId, list: List, what: string, remedy: string): RoleRow {
  return { route, isBound: (bindings) => bindings[list].length > 0, what, remedy };
}

/** A role that the target file can bind, too, by `entry`. */
function nameable(route: RouteId, list: List, what: string, entry: string): RoleRow {
  return listed(route, list, what, `name one in the target file: bindings.${entry}`);
}

const ROLES: Readonly<Record<Role, RoleRow>> = {
  market: listed('markets', 'markets', 'a market in GET /markets', 'judge a deployment that lists at least one market'),
  'closed-market': {
    route: 'markets',
    isBound: ({ markets }) => markets.some((market) => flagAt(market, 'closed') === true),
    what: 'a closed market in GET /markets',
    remedy:
      'judge a deployment with a closed market, or name one in the target file: bindings.markets: [<condition id>]',
  },
  event: nameable('event-by-slug', 'events', 'an event that answers by its slug', 'events: [<slug>]'),
  condition: nameable(
    'trading-market',
    'conditions',
    'a market that answers by its condition id',
    'markets: [<condition id>]',
  ),
  book: {
    route: 'books',
    isBound: ({ books }) => books.some((book) => listAt(book, 'bids').length > 0 && listAt(book, 'asks').length > 0),
    what: 'an order book with bids and asks',
    remedy:
      'judge a deployment with resting orders on both sides of a book, or name its tokens: ' +
      'bindings.tokens: [<token id>]',
  },
  wallet: nameable('positions', 'wallets', 'a wallet with current positions', 'wallets: [<address>]'),
  'closed-wallet': nameable(
    'closed-positions',
    'closedWallets',
    'a wallet with closed positions',
    'wallets: [<address>]',
  ),
  'active-wallet': nameable('activity', 'activeWallets', 'a wallet with activity', 'wallets: [<address>]'),
  'held-market': nameable('holders', 'heldMarkets', 'a market with holders', 'markets: [<condition id>]'),
  comment: nameable('comment-replies', 'comments', 'a comment with replies', 'comments: [<comment id>]'),
  profile: nameable('profile', 'profiles', 'a wallet with a public profile', 'profiles: [<address>]'),
  creator: listed(
    'event-creators',
    'creators',
    'a creator in GET /events/creators',
    'judge a deployment that lists at least one creator',
  ),
  trade: listed(
    'builder-trades',
    'trades',
    'a trade in GET /builder/trades',
    'judge a deployment with at least one trade',
  ),
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
