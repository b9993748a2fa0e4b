/** spec/venue/event: the events of a venue, whose log is the source of truth. `at` is the service clock in ms. */
import type { Micro, Price } from '../../base/units.ts';
import type {
  MarketNumber,
  MarketTerms,
  OrderFields,
  OrderNumber,
  OutcomeIndex,
  Side,
  WalletNumber,
} from './command.ts';

/** `HELD`: the settlement waits for a command. Clients keep seeing the status before it. */
export type TradeStatus = 'MATCHED' | 'MINED' | 'CONFIRMED' | 'RETRYING' | 'FAILED' | 'HELD';
export type CloseReason =
  | 'matched'
  | 'cancelled'
  | 'expired'
  | 'killed'
  | 'heartbeat'
  | 'self-trade'
  | 'market-closed'
  | 'tick-changed';

/** The fill of one resting order in a trade. The amounts of each party are in terms of the token that it trades. */
export type MakerLeg = Readonly<{
  order: OrderNumber;
  wallet: WalletNumber;
  key: number;
  outcome: OutcomeIndex;
  side: Side;
  /** The limit price of the maker, at which it trades. */
  price: Price;
  size: Micro;
  /** Dollars the maker pays (BUY) or gets (SELL), without fee. */
  cash: Micro;
  fee: Micro;
  /** Price, dollars and fee of the taker's side of this leg, in the taker's token. */
  takerPrice: Price;
  takerCash: Micro;
  takerFee: Micro;
}>;

/** A taker order and all its fills at one moment. */
export type Trade = Readonly<{
  at: number;
  trade: number;
  market: MarketNumber;
  takerOrder: OrderNumber;
  takerWallet: WalletNumber;
  takerKey: number;
  outcome: OutcomeIndex;
  side: Side;
  /** Shares of all legs; dollars and fee of the taker over all legs. */
  size: Micro;
  cash: Micro;
  fee: Micro;
  makers: readonly MakerLeg[];
}>;

export type TradeEvent = Trade & { readonly kind: 'trade' };

type At<Kind extends string> = { readonly kind: Kind; readonly at: number };
type Sets = { readonly wallet: WalletNumber; readonly market: MarketNumber; readonly size: Micro };

export type Event =
  | (At<'market-listed'> & { readonly market: MarketNumber; readonly terms: MarketTerms })
  | (At<'wallet-opened'> & { readonly wallet: WalletNumber })
  | (At<'deposited'> & { readonly wallet: WalletNumber; readonly amount: Micro })
  | (At<'split'> & Sets)
  | (At<'merged'> & Sets)
  | (At<'redeemed'> &
      Readonly<{
        wallet: WalletNumber;
        market: MarketNumber;
        /** Shares of each outcome given up, and dollars paid for each. */
        sizes: readonly [number, number];
        paid: readonly [number, number];
      }>)
  | (At<'order-accepted'> &
      OrderFields &
      Readonly<{
        order: OrderNumber;
        postOnly: boolean;
        expiresAt: number | undefined;
        salt: string;
        /** When a marketable order enters the book, in a market with a delay; undefined if at once. */
        delayedUntil?: number | undefined;
      }>)
  | TradeEvent
  /** A trade has failed to settle, and everything that it moved, fees included, was returned. It repeats the trade. */
  | (Trade & { readonly kind: 'trade-reversed' })
  /** Self-trade prevention took shares off an open order: `size` fewer are wanted. */
  | (At<'order-reduced'> & { readonly order: OrderNumber; readonly size: Micro })
  /** A delayed order's wait is over: from here on it trades and rests like any other. */
  | (At<'order-released'> & { readonly order: OrderNumber })
  | (At<'trade-status'> & { readonly trade: number; readonly status: TradeStatus })
  | (At<'order-closed'> & {
      readonly order: OrderNumber;
      readonly reason: CloseReason;
      /** Shares left unfilled. */
      readonly remaining: Micro;
    })
  | (At<'heartbeat-kept'> & { readonly key: number })
  | (At<'heartbeat-lost'> & { readonly key: number })
  | (At<'market-state'> & { readonly market: MarketNumber; readonly state: 'open' | 'paused' | 'closed' })
  | (At<'market-resolved'> & { readonly market: MarketNumber; readonly payout: readonly [number, number] })
  | (At<'tick-changed'> & { readonly market: MarketNumber; readonly tick: Price })
  | (At<'markets-grouped'> & { readonly group: number; readonly markets: readonly number[] })
  | (At<'converted'> &
      Readonly<{
        wallet: WalletNumber;
        group: number;
        /** Markets whose second outcome was given up, and the others, whose first outcome was received. */
        markets: readonly number[];
        others: readonly number[];
        size: Micro;
        /** Dollars received, micro. */
        paid: Micro;
      }>)
  /** Dollars, or shares if it names a market and an outcome, micro. */
  | (At<'transferred'> &
      Readonly<{
        wallet: WalletNumber;
        to: WalletNumber;
        amount: Micro;
        market?: MarketNumber;
        outcome?: OutcomeIndex;
      }>)
  | (At<'noted'> & { readonly text: string });
