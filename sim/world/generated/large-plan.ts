/** sim/world/generated/large-plan: the plan of the large world: after the special events, ten kinds take turns. */
import { type Change, type EventPlan, event, LOSES, ordinaryMarket, SPECIAL, times } from './plan-parts.ts';

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
