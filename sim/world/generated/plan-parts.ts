/** sim/world/generated/plan-parts: parts of a plan, and special events that show every state of a market. */

/** The end of a market, if it has one. */
export type Fate =
  | 'open'
  | 'first-wins'
  | 'second-wins'
  | 'half-each'
  | 'closed'
  | 'archived'
  | 'draft'
  | 'paused'
  /** Set aside for the writes of a check run. */
  | 'write';

/** The shape of the book at the end. `unused`: no order was ever placed. `emptied`, `bids`: traded before. */
type BookShape = 'deep' | 'bids' | 'asks' | 'emptied' | 'unused';

export type MarketPlan = {
  readonly fate: Fate;
  readonly book: BookShape;
  /** Price units (1e-4 dollars). */
  readonly tick: number;
  /** Millionths; 0 for none. */
  readonly feeRate: number;
  readonly feeExponent: 0 | 1 | 2;
  readonly feeTakerOnly: boolean;
  readonly secondsDelay: number;
  readonly takerDelayMs: number;
  readonly paysRewards: boolean;
  /** The factor by which the crowd places more orders here than usual. */
  readonly interest: number;
};

/** `race`: neg-risk, one of many wins. `ladder`: several thresholds. `match`: two sides instead of yes and no. */
export type EventKind = 'race' | 'ladder' | 'single' | 'match';
export type EventPlan = { readonly kind: EventKind; readonly markets: readonly MarketPlan[] };

const ORDINARY: MarketPlan = {
  fate: 'open',
  book: 'deep',
  tick: 100,
  feeRate: 0,
  feeExponent: 1,
  feeTakerOnly: true,
  secondsDelay: 0,
  takerDelayMs: 0,
  paysRewards: true,
  interest: 1,
};

/** The difference of a market from an ordinary one. */
export type Change = Partial<MarketPlan>;
/** An event with one market for each change. */
export const event = (kind: EventKind, ...changes: Change[]): EventPlan => ({
  kind,
  markets: changes.map((change) => ({ ...ORDINARY, ...change })),
});
/** The same change for several markets. */
export const times = (count: number, change: Change = {}): Change[] => Array.from({ length: count }, () => change);

const WRITE: Change = { fate: 'write' };
export const LOSES: Change = { fate: 'second-wins' };

/** Ids grow along this list, so the ordinary events at its end come first in lists that start at the newest. */
export const SPECIAL: readonly EventPlan[] = [
  event('ladder', ...times(4, WRITE)),
  event('race', ...times(4, { ...WRITE, tick: 10 })),
  event('ladder', { fate: 'draft', book: 'unused' }, { fate: 'paused' }, { book: 'unused', paysRewards: false }),
  event('ladder', { fate: 'archived' }, { fate: 'archived', tick: 10 }),
  event('ladder', { fate: 'closed' }, { fate: 'closed', book: 'deep' }),
  event('ladder', { fate: 'half-each' }, { fate: 'first-wins', feeRate: 25_000 }),
  event('race', { fate: 'first-wins' }, ...times(3, LOSES)),
  event('match', { tick: 50, secondsDelay: 3, feeRate: 30_000 }, { tick: 25, takerDelayMs: 250 }),
  event('ladder', { tick: 1_000 }, { tick: 1, feeRate: 20_000, feeExponent: 2 }, { book: 'bids' }, { book: 'asks' }),
  event('single', { feeRate: 10_000, feeExponent: 0, feeTakerOnly: false }),
  event('race', ...times(4, { tick: 10 }), { book: 'emptied', tick: 10 }),
];

/** One market in seven pays no rewards; ticks and fees vary along the way. */
export function ordinaryMarket(serial: number): Change {
  return {
    tick: [100, 10, 100, 10, 50][serial % 5] ?? 100,
    feeRate: serial % 6 === 4 ? 20_000 : 0,
    paysRewards: serial % 7 !== 3,
  };
}
