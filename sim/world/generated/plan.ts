/**
 * sim/world/generated/plan: what a generated world holds, as a table: events, their markets, how each market trades and
 * how it ends. Every state a market can be in occurs in the small world already.
 */

/** How a market ends, or that it does not. */
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

/** What the book looks like at the end. `unused`: no order was ever placed. `emptied`, `bids`: traded before. */
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
};

/** `race`: neg-risk, one of many wins. `ladder`: plain, several thresholds. `match`: two sides instead of yes and no. */
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
};

type Change = Partial<MarketPlan>;
const event = (kind: EventKind, ...changes: Change[]): EventPlan => ({
  kind,
  markets: changes.map((change) => ({ ...ORDINARY, ...change })),
});
const times = (count: number, change: Change = {}): Change[] => Array.from({ length: count }, () => change);

const WRITE: Change = { fate: 'write' };
const LOSES: Change = { fate: 'second-wins' };

/** Ids grow along this list, so the ordinary events at its end come first in lists that start at the newest. */
const SPECIAL: readonly EventPlan[] = [
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

/** Enough markets that a wallet which holds both outcomes everywhere has more positions than a default page. */
const SMALL: readonly EventPlan[] = [
  ...SPECIAL,
  event('race', ...times(8, { tick: 10 })),
  event('ladder', ...times(14)),
  event('ladder', ...times(4), { paysRewards: false }),
  event('single', {}),
];

/** One market in seven pays no rewards; ticks and fees vary along the way. */
function ordinaryMarket(serial: number): Change {
  return {
    tick: [100, 10, 100, 10, 50][serial % 5] ?? 100,
    feeRate: serial % 6 === 4 ? 20_000 : 0,
    paysRewards: serial % 7 !== 3,
  };
}

function mediumPlan(): EventPlan[] {
  const plans: EventPlan[] = [...SPECIAL];
  for (let index = 0; index < 4; index += 1) {
    plans.push(event('race', { fate: 'first-wins' }, ...times(5 + index, LOSES)));
  }
  for (let index = 0; index < 32; index += 1) {
    const kind: EventKind = index % 4 === 3 ? 'single' : index % 2 === 0 ? 'race' : 'ladder';
    const size = kind === 'single' ? 1 : 8 + ((index * 5) % 9);
    const changes = Array.from({ length: size }, (_, serial) => ordinaryMarket(serial + index));
    plans.push(event(kind, ...changes));
  }
  return plans;
}

/** The events of a generated world, in order of listing. */
export function planOf(world: 'small' | 'medium'): readonly EventPlan[] {
  return world === 'small' ? SMALL : mediumPlan();
}
