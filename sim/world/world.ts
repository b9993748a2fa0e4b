/** sim/world/world: the beginning of a simulated service (catalog, accounts, venue), and the moments of a world. */
import type { SignatureType } from '../../spec/clob/order.ts';
import type { CatalogEvent, CatalogMarket, EventCreator, Series, Tag } from '../../spec/resources/catalog-market.ts';
import type { Comment, CommentProfile, PublicProfile } from '../../spec/resources/profile.ts';
import type { Venue } from '../core/venue.ts';

/** One market: its catalog fields, its trading fields, and its state. `index` is that of the venue. */
export type WorldMarket = {
  readonly index: number;
  readonly catalog: Omit<CatalogMarket, 'events' | 'active' | 'closed' | 'archived'>;
  readonly event: WorldEvent;
  readonly outcomes: readonly [string, string];
  readonly tokenIds: readonly [string, string];
  readonly active: boolean;
  readonly archived: boolean;
  /** `closed`, `accepting_orders`, tick, fees and payout come from the venue. */
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly negRiskMarketId: string;
  readonly negRiskRequestId: string;
  readonly fiftyFifty: boolean;
  readonly acceptingOrderTimestamp: string;
  readonly gameStartTime: string;
  readonly minimumOrderSize: number;
  readonly secondsDelay: number;
  readonly takerOrderDelayMs: number;
  readonly orderAgeSeconds: number;
  readonly makerBaseFee: number;
  readonly takerBaseFee: number;
  readonly rewards: {
    readonly rates: readonly { asset_address: string; rewards_daily_rate: number }[];
    readonly min_size: number;
    readonly max_spread: number;
  };
  readonly tags: readonly string[];
  readonly creator: WorldCreator | undefined;
};

export type WorldEvent = {
  readonly own: Omit<CatalogEvent, 'tags' | 'markets' | 'series'>;
  readonly tags: readonly Tag[];
  readonly series: readonly Series[];
  readonly markets: readonly WorldMarket[];
};

/** A creator of events; the `creator` parameter matches `wallet` and `site`. */
export type WorldCreator = { readonly own: EventCreator; readonly wallet: string; readonly site: string };

/** One wallet. Its index is the venue's wallet index and its API key's index. */
export type WorldAccount = {
  readonly index: number;
  readonly address: string;
  readonly profile: PublicProfile | undefined;
  /** Level-2 trio, only for wallets with credentials. */
  readonly key: { readonly apiKey: string; readonly passphrase: string; readonly secret: string } | undefined;
  /** `0x` and 64 hexadecimal digits: signs orders, in profiles that verify them. */
  readonly privateKey?: string;
  /** The address of the private key that owns the wallet, and the type of the signatures that it makes for it. */
  readonly owner?: { readonly address: string; readonly signatureType: SignatureType };
};

/** An API key follows from the seed, the address of the private key and the nonce. */
type CreatedKey = { readonly address: string; readonly nonce: string; readonly isRevoked: boolean };

/** A comment without the positions of its author, which change with every trade. */
export type WorldComment = Omit<Comment, 'profile' | 'replies'> & {
  readonly profile: Omit<CommentProfile, 'positions'>;
  readonly replies: readonly WorldComment[];
};

export type World = {
  readonly seed: string;
  readonly name: string;
  /** Service clock at the end of the history, milliseconds since the epoch. */
  readonly startMs: number;
  readonly events: readonly WorldEvent[];
  /** By venue index. */
  readonly markets: readonly WorldMarket[];
  readonly creators: readonly WorldCreator[];
  readonly accounts: readonly WorldAccount[];
  /** Root comments with their replies nested; ids are unique over all levels. */
  readonly comments: readonly WorldComment[];
  readonly venue: Venue;
  /** Condition ids in which the credentialed wallets hold cash and both tokens, set aside for writes of a check run. */
  readonly writeMarkets: readonly string[];
  /** Names of the accounts and markets by index, if they have names. */
  readonly names?: { readonly wallets: readonly string[]; readonly markets: readonly string[] };
  /** Markets that were opened while the service ran, by name and index. */
  readonly opened?: readonly { readonly name: string; readonly index: number }[];
  /** How many accounts at the end of the list were opened while the service ran. */
  readonly joined?: number;
  /** The account opened last that takes the other side of orders on command. */
  readonly counterparty?: number;
  /** The API keys that private keys have created while the service ran. */
  readonly apiKeys?: readonly CreatedKey[];
  /** Tolerated defects of recorded input, one line each: `file:line: field: repair`. */
  readonly warnings: readonly string[];
};

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The service clock of a generated world at the end of its history. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** A moment as text: ISO 8601, UTC, milliseconds. All of one length, so that text order is time order. */
export function isoText(ms: number): string {
  return new Date(ms).toISOString();
}
