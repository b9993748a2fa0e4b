/**
 * conformance/bindings: the roles checks are played with (a market with a book, a wallet with positions, ...), as
 * discovery binds them from the deployment's own list routes or a target file supplies them. All values come from a
 * deployment and may be of any shape: rows are plain JSON objects, read through `spec/json`.
 */
import type { JsonObject } from '../spec/json.ts';

export type Role =
  | 'market'
  | 'event'
  | 'condition'
  | 'book'
  | 'closed-market'
  | 'wallet'
  | 'closed-wallet'
  | 'active-wallet'
  | 'held-market'
  | 'comment'
  | 'profile'
  | 'creator'
  | 'trade'
  | 'two-wallets'
  | 'write-market';

export type Bindings = {
  /** Catalog markets of the list as answered, several pages. Roles `market` (any) and `closed-market` (one closed). */
  readonly markets: readonly JsonObject[];
  /** True where `markets` is the whole list. */
  readonly marketsComplete: boolean;
  /** Full events, by slug. Role `event`. */
  readonly events: readonly JsonObject[];
  /** Trading markets by condition id, of some of `markets`. Role `condition`. */
  readonly conditions: readonly JsonObject[];
  /** Order books with at least one level, as answered by `POST /books`. Role `book`: one with bids and asks. */
  readonly books: readonly JsonObject[];
  /** Addresses that target file, credentials, holders and trades name, whether or not anything is known of them. */
  readonly addresses: readonly string[];
  /** Addresses with current positions, the one with most first. Role `wallet`. */
  readonly wallets: readonly string[];
  /** Addresses with closed positions. Role `closed-wallet`. */
  readonly closedWallets: readonly string[];
  /** Addresses with activity. Role `active-wallet`. */
  readonly activeWallets: readonly string[];
  /** Condition ids with holders, the one with most first. Role `held-market`. */
  readonly heldMarkets: readonly string[];
  /** Ids of comments that have replies, the one with most first. Role `comment`. */
  readonly comments: readonly string[];
  /** Addresses with a public profile. Role `profile`. */
  readonly profiles: readonly string[];
  /** Event creators as answered. Role `creator`. */
  readonly creators: readonly JsonObject[];
  /** Builder trades of the first pages as answered. Role `trade`. */
  readonly trades: readonly JsonObject[];
  /** Condition ids set aside for writes, with their two token ids, tick and minimum size. Role `write-market`. */
  readonly writeMarkets: readonly WriteMarket[];
};

export type WriteMarket = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  /** Price step in price units (1e-4 dollars) and smallest size in micro shares (`spec/units`). */
  readonly tick: number;
  readonly minSize: number;
};
