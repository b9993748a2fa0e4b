/** sim/world/generated/incidents: conversions, finer price steps and failing settlements of the large world. */
import type { Rng } from '../../../base/rng.ts';
import { type Floor, shares } from '../floor.ts';
import type { Population } from '../population.ts';
import type { WorldEvent } from '../world.ts';
import { trade } from './crowd.ts';
import type { Quoter } from './quoter.ts';

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
