/** proof/mutants/stories/story: how a story about an edge is written down: commands, the time between them, short words. */
import type { Command, FeeTerms, MarketTerms, PlaceOrder } from '../../../sim/core/command.ts';
import type { VenueRules } from '../../../sim/core/rules.ts';
import { MICRO } from '../../../spec/units.ts';

/** Where a story goes on with the venue restored from a snapshot of itself. */
export const RESTORE = 'restore';

/** Milliseconds that pass before a command, and the command. */
export type Step = readonly [wait: number, Command] | typeof RESTORE;

export type Story = {
  readonly rules?: Partial<VenueRules>;
  readonly steps: readonly Step[];
};

export const START = 1_000_000;
const FREE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };
const PLAIN: MarketTerms = { tick: 100, minSize: 1, fee: FREE, delayMs: 0 };
export const WINS = [MICRO, 0] as const;
export const LOSES = [0, MICRO] as const;

let salts = 0;

/** A GTC buy of ten shares of the first outcome of market 0 at a half by wallet 0, but for what is said. */
export function order(more: Partial<PlaceOrder>): PlaceOrder {
  salts += 1;
  const { wallet = 0 } = more;
  return {
    kind: 'place',
    wallet,
    key: wallet,
    market: 0,
    outcome: 0,
    side: 'BUY',
    type: 'GTC',
    price: 5_000,
    size: 10 * MICRO,
    postOnly: false,
    salt: `${salts}`,
    ...more,
  };
}

/** Markets of these terms and wallets with this much cash. */
export function venue(markets: readonly Partial<MarketTerms>[], cash: readonly number[]): [number, Command][] {
  return [
    ...markets.map((terms): [number, Command] => [0, { kind: 'list-market', terms: { ...PLAIN, ...terms } }]),
    ...cash.flatMap((amount, wallet): [number, Command][] => [
      [0, { kind: 'open-wallet' }],
      [0, { kind: 'deposit', wallet, amount }],
    ]),
  ];
}

export function split(wallet: number, market: number, size: number): [number, Command] {
  return [0, { kind: 'split', wallet, market, size }];
}
