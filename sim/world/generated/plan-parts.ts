/** sim/world/generated/plan-parts: parts of a plan, events with every state of a market, and the large plan. */

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

export type MarketPlan = Readonly<{
  fate: Fate;
  book: BookShape;
  /** Price units (1e-4 dollars). */
  tick: number;
  /** Millionths; 0 for none. */
  feeRate: number;
  feeExponent: 0 | 1 | 2;
  feeTakerOnly: boolean;
  secondsDelay: number;
  takerDelayMs: number;
  paysRewards: boolean;
  /** The factor by which the crowd places more orders here than usual. */
  interest: number;
}>;

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
type Change = Partial<MarketPlan>;
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

const ORDINARY_EVENTS = 2_040;
const KINDS = 10;
/** One crowded market per this many. */
const CROWDED_EACH = 40;
const CROWDED = 12;

/** More than 2,000 events with more than 10,000 markets. */
export function largePlan(): readonly EventPlan[] {
  return [...SPECIAL, ...Array.from({ length: ORDINARY_EVENTS }, (_, serial) => ordinaryEvent(serial))];
}

function ordinaryEvent(serial: number): EventPlan {
  const turn = Math.floor(serial / KINDS);
  const markets = (count: number): Change[] => Array.from({ length: count }, (_, index) => variedMarket(serial, index));
  switch (serial % KINDS) {
    case 0:
      return unusualEvent(turn);
    case 1:
      return event('ladder', ...markets(4 + (turn % 5)));
    case 3:
      return event('race', ...markets(4 + (turn % 3)));
    case 4:
      return event('match', ...markets(2).map((change) => ({ ...change, ...delayOf(turn) })));
    case 5:
      return event('ladder', ...markets(3 + (turn % 4)));
    case 6:
      return event('race', ...markets(10 + (turn % 5)));
    case 8:
      return event('ladder', ...markets(6));
    case 9:
      return event('race', ...markets(6 + (turn % 7)));
    default:
      return event('single', ...markets(1));
  }
}

/** An ordinary market, or one with a single unusual property. */
function variedMarket(serial: number, index: number): Change {
  const number = serial * 7 + index;
  const interest = number % CROWDED_EACH === 7 ? CROWDED : 1;
  return { ...ordinaryMarket(number), ...unusualTrait(number % 29), interest };
}

function unusualTrait(draw: number): Change {
  switch (draw) {
    case 3:
      return { tick: 1_000 };
    case 5:
      return { book: 'unused', paysRewards: false };
    case 11:
      return { tick: 25, feeRate: 15_000, feeExponent: 2 };
    case 13:
      return { feeRate: 10_000, feeExponent: 0, feeTakerOnly: false };
    case 17:
      return { tick: 1 };
    case 19:
      return { book: 'bids' };
    case 23:
      return { book: 'asks' };
    case 27:
      return { book: 'emptied' };
    default:
      return {};
  }
}

function delayOf(turn: number): Change {
  const delays: readonly Change[] = [{ secondsDelay: 3 }, { takerDelayMs: 250 }, {}];
  return delays[turn % delays.length] ?? {};
}

function unusualEvent(turn: number): EventPlan {
  switch (turn % 8) {
    case 0:
      return event('race', { fate: 'first-wins' }, ...times(3 + (turn % 4), LOSES));
    case 1:
      return event('ladder', { fate: 'half-each' }, { fate: 'first-wins' }, LOSES);
    case 2:
      return event('ladder', ...times(2, { fate: 'closed' }));
    case 3:
      return event('ladder', ...times(3, { fate: 'archived' }));
    case 4:
      return event('ladder', ...times(2, { fate: 'draft', book: 'unused' }));
    case 5:
      return event('match', { fate: 'first-wins' }, LOSES);
    case 6:
      return event('ladder', ...times(2, { fate: 'paused' }), {});
    default:
      return event('race', ...times(4, LOSES), { fate: 'first-wins' });
  }
}
