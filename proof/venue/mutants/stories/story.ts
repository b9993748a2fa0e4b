/** proof/venue/mutants/stories/story: a story: commands, the waits before them, and short forms of both. */
import { MICRO } from '../../../../base/units.ts';
import type { Command, MarketTerms, PlaceOrder } from '../../../../spec/venue/command.ts';
import type { VenueRules } from '../../../../spec/venue/rules.ts';
import { order as stageOrder, TERMS } from '../../oracle/stage.ts';

/** Replaces the venue by one that is restored from its snapshot. */
export const RESTORE = 'restore';

/** A command, at once or after some milliseconds. */
export type Step = Command | readonly [wait: number, Command] | typeof RESTORE;

/** Steps, under the rules of the document or others. */
export type Story = readonly Step[] | { readonly rules: Partial<VenueRules>; readonly steps: readonly Step[] };

export const START = 1_000_000;
export const WINS = [MICRO, 0] as const;
export const LOSES = [0, MICRO] as const;

let salts = 0;

/** A GTC buy of ten shares of the first outcome of market 0 at a half by wallet 0, with the given changes. */
export function place(more: Partial<PlaceOrder>): PlaceOrder {
  salts += 1;
  return stageOrder(more.wallet ?? 0, 'BUY', 0, 50, 10, { salt: `${salts}`, ...more });
}

export function venue(markets: readonly Partial<MarketTerms>[], cash: readonly number[]): readonly Command[] {
  return [
    ...markets.map((terms): Command => ({ kind: 'list-market', terms: { ...TERMS, ...terms } })),
    ...cash.flatMap((amount, wallet): Command[] => [{ kind: 'open-wallet' }, { kind: 'deposit', wallet, amount }]),
  ];
}

export const split = (wallet: number, market: number, size: number): Command => {
  return { kind: 'split', wallet, market, size };
};
export const merge = (wallet: number, market: number, size: number): Command => {
  return { kind: 'merge', wallet, market, size };
};
export const cancel = (wallet: number, order: number): Command => ({ kind: 'cancel', wallet, order });
export const heartbeat = (key: number): Command => ({ kind: 'heartbeat', key });
export const group = (...markets: readonly number[]): Command => ({ kind: 'group-markets', markets });
export const convert = (wallet: number, group: number, markets: readonly number[], size: number): Command => {
  return { kind: 'convert', wallet, group, markets, size };
};
export const resolve = (market: number, payout: readonly [number, number]): Command => {
  return { kind: 'resolve-market', market, payout };
};
export const redeem = (wallet: number, market: number): Command => ({ kind: 'redeem', wallet, market });
export const close: Command = { kind: 'close-market', market: 0 };
/** The settlement of the trade fails. */
export const fail = (trade: number): Command => ({ kind: 'disturb-settlement', trade, outcome: 'fail' });
export const retry = (trade: number): Command => ({ kind: 'disturb-settlement', trade, outcome: 'retry' });
/** Time passes; the command that moves the clock changes nothing else that a story reads. */
export const wait = (milliseconds: number): Step => [milliseconds, { kind: 'open-wallet' }];

export function times(count: number, step: (index: number) => Step): readonly Step[] {
  return Array.from({ length: count }, (_, index) => step(index));
}
