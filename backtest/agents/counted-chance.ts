/** backtest/agents/counted-chance: a stream of chance that counts its draws, so that it can be continued. */
import type { Rng } from '../../base/rng.ts';

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
