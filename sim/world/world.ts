/** sim/world/world: the beginning of a simulated service (catalog, accounts, venue), and the moments of a world. */
import type { SignatureType } from '../../spec/clob/order.ts';
import type { CatalogEvent, CatalogMarket, EventCreator, Series, Tag } from '../../spec/resources/catalog-market.ts';
import type { Comment, CommentProfile, PublicProfile } from '../../spec/resources/people.ts';
import type { Venue } from '../core/venue.ts';

/** One market: its catalog fields, its trading fields, and its state. `index` is that of the venue. */
export type WorldMarket = Readonly<{
  index: number;
  catalog: Omit<CatalogMarket, 'events' | 'active' | 'closed' | 'archived'>;
  event: WorldEvent;
  outcomes: readonly [string, string];
  tokenIds: readonly [string, string];
  active: boolean;
  archived: boolean;
  /** `closed`, `accepting_orders`, tick, fees and payout come from the venue. */
  enableOrderBook: boolean;
  negRisk: boolean;
  negRiskMarketId: string;
  negRiskRequestId: string;
  acceptingOrderTimestamp: string;
  gameStartTime: string;
  minimumOrderSize: number;
  secondsDelay: number;
  takerOrderDelayMs: number;
  orderAgeSeconds: number;
  makerBaseFee: number;
  takerBaseFee: number;
  rewards: {
    readonly rates: readonly { asset_address: string; rewards_daily_rate: number }[];
    readonly min_size: number;
    readonly max_spread: number;
  };
  tags: readonly string[];
  creator: WorldCreator | undefined;
}>;

export type WorldEvent = Readonly<{
  own: Omit<CatalogEvent, 'tags' | 'markets' | 'series'>;
  tags: readonly Tag[];
  series: readonly Series[];
  markets: readonly WorldMarket[];
}>;

/** A creator of events; the `creator` parameter matches `wallet` and `site`. */
export type WorldCreator = { readonly own: EventCreator; readonly wallet: string; readonly site: string };

/** One wallet. Its index is the venue's wallet index and its API key's index. */
export type WorldAccount = Readonly<{
  index: number;
  address: string;
  profile: PublicProfile | undefined;
  /** Level-2 trio, only for wallets with credentials. */
  key: { readonly apiKey: string; readonly passphrase: string; readonly secret: string } | undefined;
  /** `0x` and 64 hexadecimal digits: signs orders, in profiles that verify them. */
  privateKey?: string;
  /** The address of the private key that owns the wallet, and the type of the signatures that it makes for it. */
  owner?: { readonly address: string; readonly signatureType: SignatureType };
}>;

/** An API key follows from the seed, the address of the private key and the nonce. */
type CreatedKey = { readonly address: string; readonly nonce: string; readonly isRevoked: boolean };

/** A comment without the positions of its author, which change with every trade. */
export type WorldComment = Omit<Comment, 'profile' | 'replies'> & {
  readonly profile: Omit<CommentProfile, 'positions'>;
  readonly replies: readonly WorldComment[];
};

export type World = Readonly<{
  seed: string;
  name: string;
  /** Service clock at the end of the history, milliseconds since the epoch. */
  startMs: number;
  events: readonly WorldEvent[];
  /** By venue index. */
  markets: readonly WorldMarket[];
  creators: readonly WorldCreator[];
  accounts: readonly WorldAccount[];
  /** Root comments with their replies nested; ids are unique over all levels. */
  comments: readonly WorldComment[];
  venue: Venue;
  /** Condition ids in which the credentialed wallets hold cash and both tokens, set aside for writes of a check run. */
  writeMarkets: readonly string[];
  /** Names of the accounts and markets by index, if they have names. */
  names?: { readonly wallets: readonly string[]; readonly markets: readonly string[] };
  /** Markets that were opened while the service ran, by name and index. */
  opened?: readonly { readonly name: string; readonly index: number }[];
  /** How many accounts at the end of the list were opened while the service ran. */
  joined?: number;
  /** The account opened last that takes the other side of orders on command. */
  counterparty?: number;
  /** The API keys that private keys have created while the service ran. */
  apiKeys?: readonly CreatedKey[];
  /** Tolerated defects of recorded input, one line each: `file:line: field: repair`. */
  warnings: readonly string[];
}>;

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

/** A comment and all replies below it. */
export function allOf(comment: WorldComment): readonly WorldComment[] {
  return [comment, ...comment.replies.flatMap(allOf)];
}
