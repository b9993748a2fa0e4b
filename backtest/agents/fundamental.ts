/**
 * backtest/agents/fundamental: the hidden truth of a simulated market: the probability of its first outcome, second by
 * second, and the outcome. A hidden sum of normal steps decides: the first outcome wins if it ends above zero. The
 * probability at each second is the exact one given the sum so far, so it is a martingale, it is calibrated, and it
 * ends at 0 or 1.
 */
import type { Rng } from '../../base/rng.ts';
import { MICRO } from '../../base/units.ts';
import { sqrt } from '../exact-math.ts';
import { normalProbability } from '../normal.ts';
import type { Truth } from './agent.ts';
import { drawNormal } from './draws.ts';
import type { AgentsPlan } from './plan.ts';

/** The spread of the sums that markets begin with: most probabilities begin between 0.15 and 0.85. */
const OPENING = 0.6;
const SECONDS_PER_HOUR = 3_600;

export class Fundamental implements Truth {
  /** Probability of the first outcome by second, in millionths; the last one is 0 or a million. */
  readonly #path: Int32Array;

  /** From second `changesAt` on, the market has another future than the one of its chance alone. */
  constructor({ hours, news }: Pick<AgentsPlan, 'hours' | 'news'>, chance: Rng, changesAt = Infinity) {
    const seconds = secondsOf(hours);
    const left = uncertaintyLeft(seconds, news, chance.fork('news'));
    const steps = chance.fork('steps');
    const otherSteps = chance.fork('other steps');
    this.#path = new Int32Array(seconds + 1);
    let sum = OPENING * drawNormal(chance.fork('opening'));
    for (let second = 0; second <= seconds; second += 1) {
      const still = left[second] as number;
      if (second > 0)
        sum += sqrt((left[second - 1] as number) - still) * drawNormal(second < changesAt ? steps : otherSteps);
      this.#path[second] =
        still === 0 ? (sum > 0 ? MICRO : 0) : Math.round(MICRO * normalProbability(sum / sqrt(still)));
    }
  }

  at(second: number): number {
    const path = this.#path;
    return (path[Math.max(0, Math.min(path.length - 1, Math.floor(second)))] as number) / MICRO;
  }

  get winner(): 0 | 1 {
    return this.#path.at(-1) === MICRO ? 0 : 1;
  }
}

/** Seconds of a market, at least one. */
export function secondsOf(hours: number): number {
  return Math.max(1, Math.round(hours * SECONDS_PER_HOUR));
}

/** The variance that is still to come after each second: 1 at the opening and 0 at the end. */
function uncertaintyLeft(seconds: number, { perHour, share }: AgentsPlan['news'], chance: Rng): Float64Array {
  const isNews = Uint8Array.from({ length: seconds }, () => Number(chance.chance(perHour / SECONDS_PER_HOUR)));
  const count = isNews.reduce((sum, one) => sum + one, 0);
  const byNews = count === 0 ? 0 : share;
  const left = new Float64Array(seconds + 1);
  for (let second = seconds - 1; second >= 0; second -= 1) {
    const step = (1 - byNews) / seconds + (isNews[second] === 1 ? byNews / count : 0);
    left[second] = (left[second + 1] as number) + step;
  }
  return left;
}
