/** backtest/agents/normal: the normal distribution, with the same bits on every version of Node. */
import type { Rng } from '../../sim/world/rng.ts';
import { exp, ln, sqrt } from '../exact-math.ts';

type Stream = Pick<Rng, 'next'>;

/** 1 / sqrt(2 pi). */
const DENSITY = 0.398_942_280_401_432_7;
const TAIL = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429] as const;

/** The probability of a value below `x`, within 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalBelow(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 1;
  if (x === Number.NEGATIVE_INFINITY) return 0;
  const place = 1 / (1 + 0.231_641_9 * Math.abs(x));
  let series = 0;
  for (let term = TAIL.length - 1; term >= 0; term -= 1) series = place * (series + (TAIL[term] as number));
  const above = DENSITY * exp((-x * x) / 2) * series;
  return x >= 0 ? 1 - above : above;
}

/** A draw of the standard normal distribution, by Marsaglia's polar method. It takes as many numbers of the stream as it needs. */
export function drawNormal(chance: Stream): number {
  for (;;) {
    const [x, y] = [2 * chance.next() - 1, 2 * chance.next() - 1];
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * sqrt((-2 * ln(square)) / square);
  }
}

/** A wait with the given mean, milliseconds, at least 1; the waits of one trader are independent. Takes one number of the stream. */
export function drawWait(chance: Stream, meanSeconds: number): number {
  return Math.max(1, Math.ceil(-1_000 * meanSeconds * ln(1 - chance.next())));
}

/** An error around 0 with standard deviation 1, at most 3.5. Always takes four numbers of the stream. */
export function drawError(chance: Stream): number {
  const sum = chance.next() + chance.next() + chance.next() + chance.next();
  return (sum - 2) * 1.732_050_807_568_877_2;
}

/** A size with the given mean, whole shares from 5 on, at most six times the mean, micro shares. Takes one number of the stream. */
export function drawSize(chance: Stream, meanShares: number): number {
  const shares = Math.min(6 * meanShares, -meanShares * ln(1 - chance.next()));
  return Math.max(5, Math.round(shares)) * 1_000_000;
}
