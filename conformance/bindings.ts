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

export type Bindings = {
  /** Catalog markets of several pages of the list. Roles `market` (any) and `closed-market` (one closed). */
  readonly markets: readonly JsonObject[];
  /** True if `markets` is the whole list. */
  readonly marketsComplete: boolean;
  /** Full events, by slug. Role `event`. */
  readonly events: readonly JsonObject[];
  /** Trading markets by condition id, of some of `markets`. Role `condition`. */
  readonly conditions: readonly JsonObject[];
  /** Order books of `POST /books` with at least one level. Role `book`: one with bids and asks. */
  readonly books: readonly JsonObject[];
  /** All addresses of target file, credentials, holders and trades, even if the service knows nothing of them. */
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
  /** Event creators. Role `creator`. */
  readonly creators: readonly JsonObject[];
  /** Builder trades of the first pages. Role `trade`. */
  readonly trades: readonly JsonObject[];
  /** Condition ids set aside for writes, with their two token ids, tick and minimum size. Role `write-market`. */
  readonly writeMarkets: readonly WriteMarket[];
};

export type WriteMarket = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  /** Price step in price units (1e-4 dollars) and smallest size in micro shares (`base/units`). */
  readonly tick: number;
  readonly minSize: number;
  /** Orders of profiles that verify them are signed for another contract. */
  readonly isNegRisk?: boolean;
};
