/** sim/world/floor: performs the commands of a world's wallets in order. Only orders may be refused. */
import { invariant } from '../../base/result.ts';
import { MICRO } from '../../base/units.ts';
import type { Command, FeeTerms, MarketTerms, OutcomeIndex, PlaceOrder } from '../../spec/venue/command.ts';
import type { VenueRules } from '../../spec/venue/rules.ts';
import { createVenue } from '../core/venue.ts';
import type { Population } from './population.ts';
import { SECOND_MS, type WorldMarket } from './world.ts';

/** An order. `shares` are micro shares, `price` is in price units. */
export type Intent = Pick<PlaceOrder, 'wallet' | 'market' | 'outcome' | 'side' | 'price'> &
  Partial<Pick<PlaceOrder, 'type' | 'postOnly' | 'expiresAt'>> & { readonly shares: number };

const TRADER_DOLLARS = 1_000_000;

export type Floor = ReturnType<typeof createFloor>;

export function shares(count: number): number {
  return Math.round(count * MICRO);
}

/** An empty venue with these rules that opens at `startMs`. `onOrder` gets the number of orders so far. */
export function createFloor(startMs: number, rules: VenueRules, onOrder?: (orders: number) => void) {
  const venue = createVenue(rules);
  let now = startMs;
  let orders = 0;
  const must = (command: Command) => {
    const result = venue.step(command, now);
    invariant(result.ok, `${command.kind} is accepted, not ${JSON.stringify(result)}`);
  };
  return {
    venue,
    get now() {
      return now;
    },
    wait: (ms: number) => {
      now += ms;
    },
    /** Moves the clock to a moment, unless it is over. */
    waitUntil: (moment: number) => {
      if (moment > now) now = moment;
    },
    openWallet: (dollars: number) => {
      const result = venue.step({ kind: 'open-wallet' }, now);
      invariant(result.ok && result.value.kind === 'created', 'a wallet is opened');
      if (dollars > 0) must({ kind: 'deposit', wallet: result.value.index, amount: dollars * MICRO });
    },
    listMarket: (terms: MarketTerms) => must({ kind: 'list-market', terms }),
    /** A command that cannot be refused. */
    must,
    /** A command that may be refused. */
    attempt: (command: Command) => {
      venue.step(command, now);
    },
    /** Places an order, GTC by default. Returns undefined if the venue refused it. */
    order: (intent: Intent) => {
      orders += 1;
      onOrder?.(orders);
      const result = venue.step(commandOf(intent, String(orders)), now);
      if (!result.ok || result.value.kind !== 'placed') return undefined;
      return { order: result.value.order, traded: result.value.size };
    },
    /** Cancels an order, if it is still open. */
    cancel: (wallet: number, order: number) => {
      venue.step({ kind: 'cancel', wallet, order }, now);
    },
    /** Free tokens, micro shares. */
    free: (wallet: number, market: number, outcome: OutcomeIndex) => venue.tokens(wallet, market, outcome).free,
  };
}

function commandOf({ shares: size, ...intent }: Intent, salt: string): PlaceOrder {
  return { kind: 'place', key: intent.wallet, type: 'GTC', size, postOnly: false, salt, ...intent };
}

export function termsOf(market: WorldMarket, tick: number, fee: FeeTerms): MarketTerms {
  const delayMs = market.secondsDelay * SECOND_MS + market.takerOrderDelayMs;
  return { tick, minSize: shares(market.minimumOrderSize), fee, delayMs };
}

/** Makers are rich, and the last two wallets have nothing. */
export function openWallets(floor: Floor, { accounts, makers }: Population, makerDollars: number): void {
  for (const { index } of accounts) {
    floor.openWallet(makers.includes(index) ? makerDollars : index >= accounts.length - 2 ? 0 : TRADER_DOLLARS);
  }
}
