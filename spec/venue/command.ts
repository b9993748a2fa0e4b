/** spec/venue/command: commands of the venue, replies, refusals. Prices in 1e-4, amounts in 1e-6, moments in ms. */
import { ok } from '../../base/result.ts';
import type { Micro, Numbered, Price } from '../../base/units.ts';

export type OrderNumber = Numbered<'order'>;
export type WalletNumber = Numbered<'wallet'>;
export type MarketNumber = Numbered<'market'>;

/** One of the two outcome tokens of a market. */
export type OutcomeIndex = 0 | 1;
export type Side = 'BUY' | 'SELL';
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** Fee of a market: `shares x rate x (p(1-p))^exponent`, `rate` in millionths. With `takerOnly` makers pay none. */
export type FeeTerms = { readonly rate: number; readonly exponent: 0 | 1 | 2; readonly takerOnly: boolean };

export type MarketTerms = Readonly<{
  /** Smallest price step, price units. */
  tick: Price;
  /** Smallest order, micro shares. */
  minSize: Micro;
  fee: FeeTerms;
  /** Wait of a marketable order before it matches, milliseconds; 0 for none, a day at most. */
  delayMs: number;
}>;

export type OrderFields = Readonly<{
  wallet: WalletNumber;
  /** API key that owns the order; heartbeats are per key. */
  key: number;
  market: MarketNumber;
  outcome: OutcomeIndex;
  side: Side;
  type: OrderType;
  /** Limit price of the order's own token. */
  price: Price;
  size: Micro;
}>;

export type PlaceOrder = OrderFields &
  Readonly<{
    kind: 'place';
    postOnly: boolean;
    /** GTD only: the moment the order expires. */
    expiresAt?: number;
    /** Same wallet and salt again is a duplicate. */
    salt: string;
  }>;

export type Command =
  | { readonly kind: 'list-market'; readonly terms: MarketTerms }
  | { readonly kind: 'open-wallet' }
  | { readonly kind: 'deposit'; readonly wallet: WalletNumber; readonly amount: Micro }
  | Readonly<{ kind: 'split'; wallet: WalletNumber; market: MarketNumber; size: Micro }>
  | Readonly<{ kind: 'merge'; wallet: WalletNumber; market: MarketNumber; size: Micro }>
  | { readonly kind: 'redeem'; readonly wallet: WalletNumber; readonly market: MarketNumber }
  | PlaceOrder
  | { readonly kind: 'cancel'; readonly wallet: WalletNumber; readonly order: OrderNumber }
  | { readonly kind: 'heartbeat'; readonly key: number }
  | { readonly kind: 'pause-market'; readonly market: MarketNumber }
  | { readonly kind: 'resume-market'; readonly market: MarketNumber }
  | { readonly kind: 'close-market'; readonly market: MarketNumber }
  /** `payout` of each outcome in micro dollars a share; they add up to one dollar (halves void the market). */
  | { readonly kind: 'resolve-market'; readonly market: MarketNumber; readonly payout: readonly [number, number] }
  /** A finer or coarser price step; open orders that do not fit the new step are cancelled. */
  | { readonly kind: 'change-tick'; readonly market: MarketNumber; readonly tick: Price }
  /** Makes a negative-risk group of at least two markets without tokens; ascending numbers. */
  | { readonly kind: 'group-markets'; readonly markets: readonly number[] }
  /**
   * Gives up `size` of the second outcome in each of these markets of a group (ascending numbers) for `size` of the
   * first outcome in every other market of the group and `size` dollars for each given up but one.
   */
  | Readonly<{
      kind: 'convert';
      wallet: WalletNumber;
      group: number;
      markets: readonly number[];
      size: Micro;
    }>
  /** Disturbs a settlement: it is retried, held until then, or fails and everything is returned. */
  | { readonly kind: 'disturb-settlement'; readonly trade: number; readonly outcome: 'retry' | 'fail' | 'hold' }
  | TransferCommand
  /** Puts a text into the log. The venue ignores it; `sim/commands/additions` reads what the catalog gains from it. */
  | { readonly kind: 'note'; readonly text: string };

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

/** Moves free dollars to another wallet or, with market and outcome, free shares. `amount` in micro units. */
export type TransferCommand = Readonly<{
  kind: 'transfer';
  wallet: WalletNumber;
  to: WalletNumber;
  amount: Micro;
  market?: MarketNumber;
  outcome?: OutcomeIndex;
}>;

/** Why the venue refused. A refused command leaves the state as it was. */
export type Refusal =
  | { readonly kind: 'unknown-market' }
  | { readonly kind: 'unknown-wallet' }
  | { readonly kind: 'unknown-order' }
  | { readonly kind: 'not-owner' }
  | { readonly kind: 'order-finished'; readonly state: 'matched' | 'cancelled' | 'expired' | 'killed' }
  | { readonly kind: 'market-not-accepting'; readonly state: 'paused' | 'closed' | 'resolved' }
  | { readonly kind: 'not-resolved' }
  | { readonly kind: 'nothing-to-redeem' }
  | { readonly kind: 'price-out-of-range'; readonly min: number; readonly max: number }
  | { readonly kind: 'price-off-tick'; readonly tick: Price }
  | { readonly kind: 'size-too-small'; readonly min: number }
  | { readonly kind: 'size-invalid' }
  | { readonly kind: 'post-only-type' }
  | { readonly kind: 'post-only-crosses' }
  | { readonly kind: 'expiration-required' }
  | { readonly kind: 'expiration-unexpected' }
  | { readonly kind: 'expiration-too-near' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'insufficient-cash'; readonly needed: Micro; readonly free: Micro }
  | { readonly kind: 'insufficient-tokens'; readonly needed: Micro; readonly free: Micro }
  | { readonly kind: 'fok-not-filled' }
  | { readonly kind: 'fak-no-match' }
  /** The first order it would trade with is the same wallet's, so nothing at all would trade. */
  | { readonly kind: 'self-trade' }
  | { readonly kind: 'unknown-group' }
  /** The market is in a group already. */
  | { readonly kind: 'market-grouped'; readonly market: MarketNumber }
  | { readonly kind: 'not-in-group'; readonly market: MarketNumber }
  /** Tokens of the market exist, so it can no longer join a group. */
  | { readonly kind: 'market-in-use'; readonly market: MarketNumber }
  /** A group has exactly one winner, and each market pays one outcome whole. */
  | { readonly kind: 'group-payout' }
  | { readonly kind: 'unknown-trade' }
  | { readonly kind: 'trade-settled'; readonly status: 'CONFIRMED' | 'FAILED' }
  /** The free balance of a party does not cover what it would have to return, or the market is resolved. */
  | { readonly kind: 'cannot-reverse' }
  | { readonly kind: 'malformed'; readonly what: string };

export type Reply =
  | { readonly kind: 'done' }
  | { readonly kind: 'created'; readonly index: number }
  | Readonly<{
      kind: 'placed';
      order: OrderNumber;
      /** `unmatched`: the order crossed only orders of the same wallet, and has ended without a trade. */
      status: 'live' | 'matched' | 'delayed' | 'unmatched';
      /** Shares traded at once, micro. */
      size: Micro;
      /** Dollars traded at once without fees, micro. */
      cash: Micro;
    }>;

/** The reply to every command that returns nothing. */
export const DONE = ok<Reply>({ kind: 'done' });
