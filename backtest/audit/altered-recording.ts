/** backtest/audit/altered-recording: views of a recording that differ from it only after a moment, or in outcomes. */
import { firstIndex } from '../../base/first-index.ts';
import { withOtherFuture } from '../agents/simulated-source.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { RecordingBatch } from '../data/recording.ts';
import type { ReplaySource } from '../replay/source.ts';
import { outcomeMoments } from '../session/resolutions.ts';

type Changes = Partial<Pick<ReplaySource, 'coverage' | 'catalog' | 'index'>> & {
  readonly change?: (batch: RecordingBatch) => RecordingBatch;
};

class AlteredRecording implements ReplaySource {
  readonly file: string;
  readonly checksum: string;
  readonly markets: ReplaySource['markets'];
  readonly tokens: ReplaySource['tokens'];
  readonly coverage: ReplaySource['coverage'];
  readonly catalog: ReplaySource['catalog'];
  readonly defects: ReplaySource['defects'];
  readonly index: ReplaySource['index'];
  readonly simulation?: NonNullable<ReplaySource['simulation']>;
  readonly #source: ReplaySource;
  readonly #changes: Changes;

  constructor(source: ReplaySource, changes: Changes) {
    this.#source = source;
    this.#changes = changes;
    this.file = source.file;
    this.checksum = source.checksum;
    this.markets = source.markets;
    this.tokens = source.tokens;
    this.coverage = changes.coverage ?? source.coverage;
    this.catalog = changes.catalog ?? source.catalog;
    this.defects = source.defects;
    this.index = changes.index ?? source.index;
    if (source.simulation !== undefined) this.simulation = source.simulation;
  }

  reopen(): ReplaySource {
    return new AlteredRecording(this.#source.reopen(), this.#changes);
  }

  batch(number: number): RecordingBatch {
    const batch = this.#source.batch(number);
    return this.#changes.change?.(batch) ?? batch;
  }

  *batches(fromTime = 0): Generator<RecordingBatch> {
    for (const [number, { last }] of this.index.entries()) if (last >= fromTime) yield this.batch(number);
  }

  close(): void {
    this.#source.close();
  }
}

/** The recording as it was at a moment (Unix microseconds): no later rows, no outcomes that were not known. */
export function cutAt(source: ReplaySource, moment: number): ReplaySource {
  const { coverage, index } = source;
  return new AlteredRecording(source, {
    // The rows of a market end where they did: within a gap at the moment, its end is no earlier.
    coverage: { ...coverage, last: Math.min(coverage.last, moment) },
    catalog: outcomesKnownBy(source, moment),
    index: index.filter(({ first }) => first <= moment),
    change: (batch) => ({ ...batch, rows: rowsUntil(batch, moment) }),
  });
}

/** The recording without the outcomes that were not known at a moment (Unix microseconds). */
export function withOutcomesKnownBy(source: ReplaySource, moment: number): ReplaySource {
  return new AlteredRecording(source, { catalog: outcomesKnownBy(source, moment) });
}

function outcomesKnownBy(source: ReplaySource, moment: number): readonly CatalogMarket[] {
  const known = outcomeMoments(source);
  return source.catalog.map((market) =>
    (known.get(market.market) ?? Number.POSITIVE_INFINITY) <= moment ? market : withoutResolution(market),
  );
}

/** The recording with exchanged prices of both outcomes after the moment. Simulated markets draw another future. */
export function scrambledAfter(source: ReplaySource, moment: number): ReplaySource {
  if (source.simulation !== undefined) return withOtherFuture(source.simulation, moment);
  const change = (batch: RecordingBatch): RecordingBatch => {
    for (let at = rowsUntil(batch, moment); at < batch.rows; at += 1) {
      const [side, tick] = [batch.side[at] as number, batch.tick[at] as number];
      if (side !== SIDE.unknown) batch.side[at] = 1 - side;
      if (tick > 0) batch.tick[at] = DOLLAR - tick;
    }
    return batch;
  };
  return new AlteredRecording(source, { change });
}

/** The recording with the other outcome of every market whose outcome was not known before a moment (Unix microseconds). */
export function withOtherOutcomesFrom(source: ReplaySource, moment: number): ReplaySource {
  const known = outcomeMoments(source);
  const catalog = source.catalog.map((market) =>
    (known.get(market.market) ?? Number.POSITIVE_INFINITY) < moment ? market : withOtherOutcome(market),
  );
  return new AlteredRecording(source, { catalog });
}

function withoutResolution({ resolution: _, ...market }: CatalogMarket): CatalogMarket {
  return market;
}

/** A market that paid both outcomes alike pays the first one. */
function withOtherOutcome(market: CatalogMarket): CatalogMarket {
  const { resolution, tokens } = market;
  const winner = tokens.find(({ token }) => token !== resolution?.winner)?.token;
  return resolution === undefined || winner === undefined
    ? market
    : { ...market, resolution: { ...resolution, winner } };
}

function rowsUntil({ rows, venueTime }: RecordingBatch, moment: number): number {
  return firstIndex(rows, (index) => (venueTime[index] as number) > moment);
}
