/** model/habits: the habits of the clients of a run, by which their commands are drawn. */
import type { Command, FeeTerms, MarketTerms, OrderType } from '../spec/venue/command.ts';
import type { VenueRules } from '../spec/venue/rules.ts';
import { pick, type Some, type Stream } from './draws.ts';

export const WEIGHTS = {
  place: 560,
  cancel: 180,
  split: 30,
  merge: 25,
  redeem: 15,
  deposit: 15,
  'open-wallet': 2,
  heartbeat: 40,
  'pause-market': 4,
  'resume-market': 12,
  'close-market': 2,
  'resolve-market': 5,
  'list-market': 6,
  'change-tick': 8,
  'group-markets': 4,
  convert: 25,
  'disturb-settlement': 25,
  transfer: 8,
  note: 2,
} as const satisfies Record<Command['kind'], number>;

export const DRAWN_KINDS = Object.keys(WEIGHTS) as readonly Command['kind'][];

/** The range of prices: around a wandering middle, close to it, everywhere, or at the ends. */
export type PriceHabit = 'walk' | 'tight' | 'wide' | 'edges';
/** Micro shares with uneven fractions, whole shares, up to the limit, or all of these. */
export type SizeHabit = 'dust' | 'lots' | 'huge' | 'mixed';

export type Habits = Readonly<{
  rules: VenueRules;
  /** API keys of the clients; some occur more often than others. */
  keys: Some<number>;
  /** Weight of each kind up to and including it, in the order of `DRAWN_KINDS`. */
  weightsUpTo: readonly number[];
  types: Some<OrderType>;
  /** Orders out of 256 that are post-only, that cross, and that violate a rule of form. */
  postOnly: number;
  marketable: number;
  wrong: number;
  prices: PriceHabit;
  sizes: SizeHabit;
  salts: 'texts' | 'numbers';
  /** Funds are scarce. */
  isTight: boolean;
  ticks: Some<number>;
  fees: Some<FeeTerms>;
  delays: Some<number>;
  minSizes: Some<number>;
}>;

export function drawTerms(habits: Habits, stream: Stream): MarketTerms {
  return {
    tick: pick(stream, habits.ticks),
    minSize: pick(stream, habits.minSizes),
    fee: pick(stream, habits.fees),
    delayMs: pick(stream, habits.delays),
  };
}
