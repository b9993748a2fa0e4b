/** backtest/data/rhythm: how often the sources state the book of each market, and what silence of it is a gap. */
const SECOND = 1_000_000;
/** The shortest gap without a stated one. */
const GAP_MIN = 60 * SECOND;
/** A silence is a gap when it is longer than this many of the pauses that three in four stay within. */
const PAUSES = 5;
const WITHIN = 0.75;
/** Fewer pauses have no rhythm. */
const COUNT_MIN = 20;
/** Pauses are counted by these bounds, microseconds: each is an eighth larger than the one before. */
const BOUNDS: number[] = [];
for (let bound = SECOND; bound < 1e14; bound += Math.ceil(bound / 8)) BOUNDS.push(bound);

type Pauses = { last: number; count: number; readonly byBound: Float64Array };

function newPauses(last: number): Pauses {
  return { last, count: 0, byBound: new Float64Array(BOUNDS.length) };
}

export class Rhythm {
  readonly #markets: Pauses[] = [];
  readonly #fixed: number | undefined;

  /** `fixed`: microseconds that hold for all markets, instead of their rhythm. */
  constructor(fixed?: number) {
    this.#fixed = fixed;
  }

  /** A source states a book at a moment (Unix microseconds). Messages within a second of each other are no pause. */
  note(market: number, time: number): void {
    this.#markets[market] ??= newPauses(time);
    const pauses = this.#markets[market];
    const pause = Math.abs(time - pauses.last);
    if (pause < SECOND) return;
    const place = BOUNDS.findIndex((bound) => bound >= pause);
    pauses.last = time;
    pauses.count += 1;
    pauses.byBound[place] = (pauses.byBound[place] ?? 0) + 1;
  }

  /** The rhythm of markets that have other numbers, `numberOf` by those that were noted; equal numbers are joined. */
  renumbered(numberOf: Int32Array): Rhythm {
    const rhythm = new Rhythm(this.#fixed);
    for (const [market, pauses] of this.#markets.entries()) {
      if (pauses !== undefined) rhythm.#join(numberOf[market] as number, pauses);
    }
    return rhythm;
  }

  #join(market: number, { last, count, byBound }: Pauses) {
    this.#markets[market] ??= newPauses(last);
    const known = this.#markets[market];
    known.count += count;
    for (const [place, pauses] of byBound.entries()) known.byBound[place] = (known.byBound[place] ?? 0) + pauses;
  }

  /** Microseconds without a row of its book after which the book of a market is unknown. */
  gapOf(market: number): number {
    const { count, byBound } = this.#markets[market] ?? { count: 0, byBound: [] };
    if (this.#fixed !== undefined || count < COUNT_MIN) return this.#fixed ?? GAP_MIN;
    let within = 0;
    const place = byBound.findIndex((pauses) => {
      within += pauses;
      return within >= count * WITHIN;
    });
    return Math.max(GAP_MIN, PAUSES * (BOUNDS[place] ?? SECOND));
  }
}
