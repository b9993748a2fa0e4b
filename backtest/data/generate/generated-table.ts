/** backtest/data/generate/generated-table: a capture of any size, from a seed, with planted defects that it counts. */
import { createRng, type Rng } from '../../../base/rng.ts';
import { type DefectKind, PLANTED_KINDS } from '../defects.ts';
import { columnsOf } from '../layouts/layout.ts';
import { plain } from '../layouts/plain.ts';
import type { RowBatch, Table } from '../sources/table.ts';
import { GeneratedMarket, type PlainRow } from './generated-market.ts';

export type GenerateOptions = Readonly<{
  seed: number;
  /** Rows. The last message is completed, so that there may be some more. */
  events: number;
  markets: number;
  defects: readonly DefectKind[];
}>;

type Planted = Partial<Record<DefectKind, number>>;

export type GeneratedTable = Table & {
  /** The planted defects; complete once all batches are read. */
  readonly planted: Planted;
};

const BATCH_ROWS = 8_192;
/** The number of planted defects of each kind. */
const TIMES = 3;
/** 2026-01-05, a Monday, in microseconds. */
const START = 1_767_571_200_000_000;
const SILENCE = 90_000_000;
/** The number of steps of a market between two snapshots of its book. */
const SNAPSHOT_STEPS = 400;
const BACK = 2_000;

type Walk = { readonly market: GeneratedMarket; steps: number; silentUntil: number; knownSince: number };

export function generatedTable(options: GenerateOptions): GeneratedTable {
  const planted: Planted = {};
  const columns = columnsOf(plain);
  return {
    name: `generated capture, seed ${options.seed}`,
    columns,
    planted,
    places: (names) => names.map((name) => columns.indexOf(name)),
    async *batches() {
      yield* new Generation(options, planted).batches();
    },
  };
}

class Generation {
  readonly #options: GenerateOptions;
  readonly #planted: Planted;
  readonly #rng: Rng;
  readonly #walks: readonly Walk[];
  readonly #plants: { readonly at: number; readonly kind: DefectKind }[];
  #rows: PlainRow[] = [];
  #count = 0;
  #time = START;
  #shownTime = START;
  #message = 0;

  constructor(options: GenerateOptions, planted: Planted) {
    this.#options = options;
    this.#planted = planted;
    this.#rng = createRng(`capture/${options.seed}`);
    this.#plants = plantsOf(options);
    const digits = String(options.markets).length;
    this.#walks = Array.from({ length: options.markets }, (_, index) => {
      const name = `market-${String(index + 1).padStart(digits, '0')}`;
      const market = new GeneratedMarket(name, this.#rng.fork(name), (...cells) => this.#row(...cells));
      return { market, steps: 0, silentUntil: 0, knownSince: Infinity };
    });
  }

  *batches(): Generator<RowBatch> {
    while (this.#count < this.#options.events) {
      this.#step();
      if (this.#rows.length >= BATCH_ROWS) yield this.#takeBatch();
    }
    this.#endSilences();
    if (this.#rows.length > 0) yield this.#takeBatch();
  }

  /** A gap shows when rows follow it, so markets that are silent at the end come back. */
  #endSilences() {
    const silent = this.#walks
      .filter(({ silentUntil }) => silentUntil > 0)
      .sort((a, b) => a.silentUntil - b.silentUntil);
    for (const walk of silent) {
      this.#time = Math.max(this.#time, walk.silentUntil);
      this.#tick();
      this.#endSilence(walk);
    }
  }

  #endSilence(walk: Walk) {
    walk.silentUntil = 0;
    this.#begin(walk);
    this.#plant('gap', 1);
  }

  #takeBatch(): RowBatch {
    const rows = this.#rows;
    this.#rows = [];
    const first = this.#count - rows.length + 1;
    return { rows, numbers: rows.map((_, index) => first + index), refused: [] };
  }

  #step() {
    const walk = this.#nextWalk();
    this.#tick();
    if (walk.silentUntil > 0) this.#endSilence(walk);
    else if (walk.steps % SNAPSHOT_STEPS === 0) this.#begin(walk);
    else this.#act(walk.market);
    walk.steps += 1;
    this.#plantDue(walk);
  }

  /** A market that is not silent; when all are, time passes. */
  #nextWalk(): Walk {
    for (let tries = 0; tries < 8; tries += 1) {
      const walk = this.#rng.pick(this.#walks);
      if (walk.silentUntil <= this.#time) return walk;
    }
    const [first = this.#rng.pick(this.#walks)] = [...this.#walks].sort((a, b) => a.silentUntil - b.silentUntil);
    this.#time = Math.max(this.#time, first.silentUntil);
    return first;
  }

  #begin(walk: Walk) {
    if (walk.steps === 0 && this.#options.defects.includes('no-snapshot')) {
      walk.market.restate();
      this.#plant('no-snapshot', 1);
      this.#tick();
    }
    walk.market.snapshot();
    if (walk.steps === 0 || walk.knownSince === Infinity) walk.knownSince = this.#time;
  }

  #act(market: GeneratedMarket) {
    const draw = this.#rng.int(100);
    const isPrinted = !this.#options.defects.includes('inferred-fill');
    if (draw >= 14) market.change();
    else if (draw >= 5) market.move();
    else if (market.trade(isPrinted) && !isPrinted) this.#plant('inferred-fill', 2);
  }

  #plantDue(walk: Walk) {
    const [next] = this.#plants;
    const isSettled = this.#time - walk.knownSince > 5 * BACK;
    if (next === undefined || this.#count < next.at || !isSettled) return;
    this.#plants.shift();
    this.#plantKind(next.kind, walk);
  }

  #plantKind(kind: DefectKind, walk: Walk) {
    const { market } = walk;
    if (kind === 'gap') {
      walk.silentUntil = this.#time + SILENCE;
      walk.knownSince = Infinity;
    } else if (kind === 'crossed-book') {
      this.#undo(() => market.cross());
    } else if (kind === 'mirror-disagreement') {
      this.#undo(() => market.changeFirstAlone());
    } else if (kind === 'time-backwards') {
      this.#message += 1;
      this.#shownTime -= BACK;
      market.restate();
    } else if (kind === 'duplicate') {
      const last = this.#rows.at(-1);
      if (last !== undefined) this.#push(last);
    } else if (kind === 'unknown-side' || kind === 'unparsable') {
      this.#tick();
      market.restate(...(kind === 'unparsable' ? ['buy', 'many'] : ['both']));
    }
    // A gap counts when it ends.
    if (kind !== 'gap') this.#plant(kind, kind === 'crossed-book' ? 2 : 1);
  }

  /** Makes a change, and reverses it a moment later. */
  #undo(work: () => () => void) {
    this.#tick();
    const undo = work();
    this.#tick();
    undo();
  }

  #plant(kind: DefectKind, count: number) {
    this.#planted[kind] = (this.#planted[kind] ?? 0) + count;
  }

  /** Moves on to the moment of the next message, which is closer with many markets, so that none is silent. */
  #tick() {
    const mean = Math.max(10, Math.floor(1_000_000 / Math.max(100, this.#options.markets)));
    this.#time += this.#rng.between(1, 2 * mean);
    this.#shownTime = this.#time;
    this.#message += 1;
  }

  #row(kind: string, token: string, side: string, price: string, size: string, market: string) {
    const received = this.#shownTime + 1_000 + (this.#message % 7) * 500;
    this.#push([kind, `${this.#shownTime}`, token, side, price, size, market, `${received}`, `m${this.#message}`]);
  }

  #push(row: PlainRow) {
    this.#rows.push(row);
    this.#count += 1;
  }
}

/** Spread over the capture: the kinds in turns. */
function plantsOf({ events, defects }: GenerateOptions): { readonly at: number; readonly kind: DefectKind }[] {
  const kinds = PLANTED_KINDS.filter(
    (kind) => defects.includes(kind) && kind !== 'no-snapshot' && kind !== 'inferred-fill',
  );
  const turns = Array.from({ length: TIMES }, () => kinds).flat();
  return turns.map((kind, turn) => ({ kind, at: Math.floor((events * (turn + 1)) / (turns.length + 2)) }));
}
