/** conformance/bindings: the entities that checks need, by role, as discovery or a target file names them. */
import type { JsonObject } from '../base/json.ts';

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

export type Bindings = Readonly<{
  /** Catalog markets of several pages of the list. Roles `market` (any) and `closed-market` (one closed). */
  markets: readonly JsonObject[];
  /** True if `markets` is the whole list. */
  marketsComplete: boolean;
  /** Full events, by slug. Role `event`. */
  events: readonly JsonObject[];
  /** Trading markets by condition id, of some of `markets`. Role `condition`. */
  conditions: readonly JsonObject[];
  /** Order books of `POST /books` with at least one level. Role `book`: one with bids and asks. */
  books: readonly JsonObject[];
  /** All addresses of target file, credentials, holders and trades, even if the service knows nothing of them. */
  addresses: readonly string[];
  /** Addresses with current positions, the one with most first. Role `wallet`. */
  wallets: readonly string[];
  /** Addresses with closed positions. Role `closed-wallet`. */
  closedWallets: readonly string[];
  /** Addresses with activity. Role `active-wallet`. */
  activeWallets: readonly string[];
  /** Condition ids with holders, the one with most first. Role `held-market`. */
  heldMarkets: readonly string[];
  /** Ids of comments that have replies, the one with most first. Role `comment`. */
  comments: readonly string[];
  /** Addresses with a public profile. Role `profile`. */
  profiles: readonly string[];
  /** Event creators. Role `creator`. */
  creators: readonly JsonObject[];
  /** Builder trades of the first pages. Role `trade`. */
  trades: readonly JsonObject[];
  /** Condition ids set aside for writes, with their two token ids, tick and minimum size. Role `write-market`. */
  writeMarkets: readonly WriteMarket[];
}>;

export type WriteMarket = Readonly<{
  conditionId: string;
  tokenIds: readonly [string, string];
  /** Price step in price units (1e-4 dollars) and smallest size in micro shares (`base/units`). */
  tick: number;
  minSize: number;
  /** Orders of profiles that verify them are signed for another contract. */
  isNegRisk?: boolean;
}>;
