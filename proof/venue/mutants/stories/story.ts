/** proof/venue/mutants/stories/story: a story: commands, the waits before them, and short forms of both. */
import { MICRO } from '../../../../base/units.ts';
import type { Command, MarketTerms, PlaceOrder } from '../../../../spec/venue/command.ts';
import type { VenueRules } from '../../../../spec/venue/rules.ts';
import { order as stageOrder, TERMS } from '../../oracle/stage.ts';

/** Replaces the venue by one that is restored from its snapshot. */
export const RESTORE = 'restore';

export type Step = readonly [wait: number, Command] | typeof RESTORE;

/** Steps, under the rules of the document or others. */
export type Story = readonly Step[] | { readonly rules: Partial<VenueRules>; readonly steps: readonly Step[] };

export const START = 1_000_000;
export const WINS = [MICRO, 0] as const;
export const LOSES = [0, MICRO] as const;

let salts = 0;

/** A GTC buy of ten shares of the first outcome of market 0 at a half by wallet 0, with the given changes. */
export function order(more: Partial<PlaceOrder>): PlaceOrder {
  salts += 1;
  return stageOrder(more.wallet ?? 0, 'BUY', 0, 50, 10, { salt: `${salts}`, ...more });
}

export function venue(markets: readonly Partial<MarketTerms>[], cash: readonly number[]): [number, Command][] {
  return [
    ...markets.map((terms): [number, Command] => [0, { kind: 'list-market', terms: { ...TERMS, ...terms } }]),
    ...cash.flatMap((amount, wallet): [number, Command][] => [
      [0, { kind: 'open-wallet' }],
      [0, { kind: 'deposit', wallet, amount }],
    ]),
  ];
}

export function split(wallet: number, market: number, size: number): [number, Command] {
  return [0, { kind: 'split', wallet, market, size }];
}

export function place(more: Partial<PlaceOrder>): [number, Command] {
  return [0, order(more)];
}

export function times(count: number, step: (index: number) => Step): readonly Step[] {
  return Array.from({ length: count }, (_, index) => step(index));
}
