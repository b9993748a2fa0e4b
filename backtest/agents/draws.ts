/** backtest/agents/draws: draws of errors, waits and sizes, the same on every version of Node, and their count. */
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

/** A stream of chance that counts its draws, so that it can be continued. */
export class CountedChance implements Pick<Rng, 'next' | 'chance' | 'pick'> {
  draws = 0;
  readonly #stream: Pick<Rng, 'next'>;

  /** Stands behind the first `draws` numbers of the stream, which must be unused. */
  constructor(stream: Pick<Rng, 'next'>, draws = 0) {
    this.#stream = stream;
    while (this.draws < draws) this.next();
  }

  next(): number {
    this.draws += 1;
    return this.#stream.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item;
  }
}
