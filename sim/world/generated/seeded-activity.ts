/** sim/world/generated/seeded-activity: the past of a world: rounds of quotes and trades; half way some markets end. */
import { assertNever, invariant } from '../../../base/result.ts';
import type { Rng } from '../../../base/rng.ts';
import { MICRO } from '../../../base/units.ts';
import { type Floor, shares } from '../floor.ts';
import type { Population } from '../population.ts';
import { DAY_MS, HOUR_MS, type WorldEvent } from '../world.ts';
import type { Fate, MarketPlan } from './plan-parts.ts';
import { openQuoter, type Quoter, requote, trade, wander, withdraw } from './quoter.ts';

/** `takers`: orders of the crowd in a market and round, by its interest. `isUneven`: few traders trade most. */
export type Pace = { readonly rounds: number; readonly takers: number; readonly isUneven: boolean };

const LEVELS = 2;
const FINAL_LEVELS = 3;
/** All endings of a world happen within this time. */
const ENDINGS_MS = 5 * DAY_MS;

/** All but the markets that are set aside, never used, or never opened. */
function hasPast({ book, fate }: MarketPlan) {
  return book !== 'unused' && fate !== 'write' && fate !== 'draft';
}

/** An estimate of the orders of all rounds and of the final quotes. */
export function ordersExpected(plans: readonly MarketPlan[], pace: Pace): number {
  return plans.filter(hasPast).reduce((sum, { fate, interest }) => {
    const orders = pace.rounds * (2 * LEVELS + pace.takers * interest);
    return sum + (fate === 'open' ? 2 * (orders + FINAL_LEVELS) : orders);
  }, 0);
}

export function openQuoters(rng: Rng, plans: readonly MarketPlan[], population: Population): Quoter[] {
  return plans.flatMap((plan, market) => {
    if (!hasPast(plan)) return [];
    const maker = population.makers[market % population.makers.length] ?? population.rester;
    return [openQuoter(rng, market, plan, maker)];
  });
}

/** Rounds spread evenly from now to `until`. */
export function tradeRounds(
  rng: Rng,
  floor: Floor,
  quoters: readonly Quoter[],
  population: Population,
  pace: Pace,
  until: number,
): void {
  const begin = floor.now;
  for (let round = 0; round < pace.rounds; round += 1) {
    floor.waitUntil(begin + Math.floor(((until - begin) * round) / pace.rounds));
    for (const quoter of quoters) {
      wander(rng, quoter);
      requote(rng, floor, quoter, LEVELS);
      const turns = pace.takers * quoter.plan.interest;
      for (let turn = 0; turn < turns; turn += 1) {
        const wallet = pace.isUneven ? pickUnevenly(rng, population.takers) : rng.pick(population.takers);
        quoter.visitors.add(wallet);
        trade(rng, floor, quoter, wallet);
      }
    }
  }
  floor.waitUntil(until);
}

/** The square of an even draw: one wallet in a hundred makes a tenth of all trades. */
function pickUnevenly(rng: Rng, wallets: readonly number[]): number {
  const draw = rng.next();
  const wallet = wallets[Math.floor(draw * draw * wallets.length)];
  invariant(wallet !== undefined, 'a draw is below 1');
  return wallet;
}

/** Ends the markets that the plan ends; about half of the crowd redeems its tokens there. */
export function endMarkets(rng: Rng, floor: Floor, quoters: readonly Quoter[]): void {
  const resolved = quoters.filter(({ plan, market }) => payoutOf(plan.fate, market) !== undefined);
  const pause = Math.min(HOUR_MS, Math.floor(ENDINGS_MS / Math.max(1, resolved.length)));
  for (const { market, plan, visitors } of quoters) {
    const payout = payoutOf(plan.fate, market);
    const isOver = payout !== undefined || plan.fate === 'closed';
    if (isOver) floor.must({ kind: 'close-market', market });
    if (plan.fate === 'paused') floor.must({ kind: 'pause-market', market });
    if (payout === undefined) continue;
    floor.wait(pause);
    floor.must({ kind: 'resolve-market', market, payout });
    for (const wallet of [...visitors].sort((a, b) => a - b)) {
      const held = floor.free(wallet, market, 0) + floor.free(wallet, market, 1);
      if (held > 0 && rng.chance(0.5)) floor.must({ kind: 'redeem', wallet, market });
    }
  }
}

function payoutOf(fate: Fate, market: number): readonly [number, number] | undefined {
  switch (fate) {
    case 'first-wins':
      return [MICRO, 0];
    case 'second-wins':
      return [0, MICRO];
    case 'half-each':
      return [MICRO / 2, MICRO / 2];
    case 'archived':
      return market % 2 === 0 ? [MICRO, 0] : [0, MICRO];
    case 'open':
    case 'closed':
    case 'draft':
    case 'paused':
    case 'write':
      return undefined;
    default:
      return assertNever(fate);
  }
}

/** Whether a market still trades after others have ended. */
export function isStillOpen(quoter: Quoter): boolean {
  return quoter.plan.fate === 'open';
}

export function settleBooks(rng: Rng, floor: Floor, quoters: readonly Quoter[]): void {
  for (const quoter of quoters.filter(isStillOpen)) {
    floor.wait(rng.int(500));
    requote(rng, floor, quoter, FINAL_LEVELS);
    const { book } = quoter.plan;
    if (book === 'asks' || book === 'emptied') withdraw(floor, quoter, 'bids');
    if (book === 'bids' || book === 'emptied') withdraw(floor, quoter, 'asks');
  }
}

const CONVERTED_EACH = 3;
const REFINED_EACH = 50;
const DISTURBED_EACH = 100;
const LEAST = shares(5);

/** Makes every neg-risk event a group of the venue. Returns the markets of each group. */
export function groupRaces(floor: Floor, events: readonly WorldEvent[]): readonly (readonly number[])[] {
  const races = events.filter(({ markets }) => markets.length > 1 && markets.every(({ negRisk }) => negRisk));
  const groups = races.map(({ markets }) => markets.map(({ index }) => index));
  for (const markets of groups) floor.must({ kind: 'group-markets', markets });
  return groups;
}

/** In some groups the first wallet with second outcomes converts as many as it can of all of them. */
export function convertSome(floor: Floor, groups: readonly (readonly number[])[], wallets: readonly number[]): void {
  groups.forEach((members, group) => {
    if (group % CONVERTED_EACH > 0) return;
    for (const wallet of wallets) {
      const markets = members.filter((market) => floor.free(wallet, market, 1) >= LEAST);
      if (markets.length === 0) continue;
      const size = Math.min(...markets.map((market) => floor.free(wallet, market, 1)));
      floor.must({ kind: 'convert', wallet, group, markets, size });
      return;
    }
  });
}

/** Makes the price step of some markets finer. Quotes stay on the old steps, which remain valid. */
export function refineSteps(floor: Floor, quoters: readonly Quoter[]): void {
  quoters.forEach(({ market, plan }, position) => {
    if (position % REFINED_EACH === 0 && plan.tick === 100) floor.must({ kind: 'change-tick', market, tick: 10 });
  });
}

/** In some markets makes one more trade, whose settlement is retried or fails. */
export function disturbSome(rng: Rng, floor: Floor, quoters: readonly Quoter[], population: Population): void {
  quoters.forEach((quoter, position) => {
    if (position % DISTURBED_EACH > 0) return;
    trade(rng, floor, quoter, rng.pick(population.takers));
    const latest = floor.venue.tradeCount - 1;
    if (latest < 0) return;
    floor.attempt({ kind: 'disturb-settlement', trade: latest, outcome: rng.chance(0.5) ? 'fail' : 'retry' });
  });
}
