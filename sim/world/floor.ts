/** sim/world/floor: performs the commands of a world's wallets in order. Only orders may be refused. */
import { invariant } from '../../base/result.ts';
import { MICRO } from '../../base/units.ts';
import type { Command, MarketTerms, OrderType, OutcomeIndex, PlaceOrder, Side } from '../../spec/venue/command.ts';
import type { VenueRules } from '../../spec/venue/rules.ts';
import { createVenue, type Venue } from '../core/venue.ts';
import { SECOND_MS } from './moment.ts';
import type { WorldMarket } from './world.ts';

/** An order. `shares` are micro shares, `price` is in price units. */
export type Intent = {
  readonly wallet: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly price: number;
  readonly shares: number;
  readonly type?: OrderType;
  readonly postOnly?: boolean;
  readonly expiresAt?: number;
};

/** The result of an order: its number and the micro shares that it traded at once. */
type Placed = { readonly order: number; readonly traded: number };

export type Floor = {
  readonly venue: Venue;
  readonly now: number;
  wait(ms: number): void;
  /** Moves the clock to a moment, unless it is over. */
  waitUntil(moment: number): void;
  openWallet(dollars: number): void;
  listMarket(terms: MarketTerms): void;
  /** A command that cannot be refused. */
  must(command: Command): void;
  /** A command that may be refused. */
  attempt(command: Command): void;
  /** Places an order, GTC by default. Returns undefined if the venue refused it. */
  order(intent: Intent): Placed | undefined;
  /** Cancels an order, if it is still open. */
  cancel(wallet: number, order: number): void;
  /** Free tokens, micro shares. */
  free(wallet: number, market: number, outcome: OutcomeIndex): number;
};

export function shares(count: number): number {
  return Math.round(count * MICRO);
}

/** An empty venue with these rules that opens at `startMs`. `onOrder` is called at each order with the number of orders so far. */
export function createFloor(startMs: number, rules: VenueRules, onOrder?: (orders: number) => void): Floor {
  const venue = createVenue(rules);
  let now = startMs;
  let orders = 0;
  const must = (command: Command): void => {
    const result = venue.step(command, now);
    invariant(result.ok, `${command.kind} is accepted, not ${JSON.stringify(result)}`);
  };
  return {
    venue,
    get now() {
      return now;
    },
    wait: (ms) => {
      now += ms;
    },
    waitUntil: (moment) => {
      if (moment > now) now = moment;
    },
    openWallet: (dollars) => {
      const result = venue.step({ kind: 'open-wallet' }, now);
      invariant(result.ok && result.value.kind === 'created', 'a wallet is opened');
      if (dollars > 0) must({ kind: 'deposit', wallet: result.value.index, amount: dollars * MICRO });
    },
    listMarket: (terms) => must({ kind: 'list-market', terms }),
    must,
    attempt: (command) => {
      venue.step(command, now);
    },
    order: (intent) => {
      orders += 1;
      onOrder?.(orders);
      const result = venue.step(commandOf(intent, String(orders)), now);
      if (!result.ok || result.value.kind !== 'placed') return undefined;
      return { order: result.value.order, traded: result.value.size };
    },
    cancel: (wallet, order) => {
      venue.step({ kind: 'cancel', wallet, order }, now);
    },
    free: (wallet, market, outcome) => venue.tokens(wallet, market, outcome).free,
  };
}

function commandOf(intent: Intent, salt: string): PlaceOrder {
  const { wallet, market, outcome, side, price, shares: size, type = 'GTC', postOnly = false, expiresAt } = intent;
  const order = {
    kind: 'place',
    wallet,
    key: wallet,
    market,
    outcome,
    side,
    type,
    price,
    size,
    postOnly,
    salt,
  } as const;
  return expiresAt === undefined ? order : { ...order, expiresAt };
}

export function termsOf(
  market: WorldMarket,
  own: {
    readonly tick: number;
    readonly feeRate: number;
    readonly feeExponent: 0 | 1 | 2;
    readonly feeTakerOnly: boolean;
  },
): MarketTerms {
  return {
    tick: own.tick,
    minSize: shares(market.minimumOrderSize),
    fee: { rate: own.feeRate, exponent: own.feeExponent, takerOnly: own.feeTakerOnly },
    delayMs: market.secondsDelay * SECOND_MS + market.takerOrderDelayMs,
  };
}
