/** backtest/agents/draws: draws of errors, waits and sizes, with the same bits on every version of Node. */
import type { Rng } from '../../base/rng.ts';
import { ln, sqrt } from '../exact-math.ts';

type Stream = Pick<Rng, 'next'>;

/** A draw of the standard normal distribution, by Marsaglia's polar method, from as many numbers as it needs. */
export function drawNormal(chance: Stream): number {
  for (;;) {
    const [x, y] = [2 * chance.next() - 1, 2 * chance.next() - 1];
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * sqrt((-2 * ln(square)) / square);
  }
}

/** A wait with the given mean, milliseconds, at least 1; waits are independent. Takes one number of the stream. */
export function drawWait(chance: Stream, meanSeconds: number): number {
  return Math.max(1, Math.ceil(-1_000 * meanSeconds * ln(1 - chance.next())));
}

/** An error around 0 with standard deviation 1, at most 3.5. Always takes four numbers of the stream. */
export function drawError(chance: Stream): number {
  const sum = chance.next() + chance.next() + chance.next() + chance.next();
  return (sum - 2) * 1.732_050_807_568_877_2;
}

/** A size with the given mean, micro shares: whole shares from 5 to six times the mean. Takes one number. */
export function drawSize(chance: Stream, meanShares: number): number {
  const shares = Math.min(6 * meanShares, -meanShares * ln(1 - chance.next()));
  return Math.max(5, Math.round(shares)) * 1_000_000;
}
