/** backtest/audit/altered-recording: views of a recording that differ from it only after a moment, or in outcomes. */
import { firstIndex } from '../../base/first-index.ts';
import { withOtherFuture } from '../agents/simulated-source.ts';
import type { CatalogMarket } from '../data/catalog.ts';
import { DOLLAR, SIDE } from '../data/event.ts';
import type { RecordingBatch } from '../data/recording.ts';
import type { ReplaySource } from '../replay/source.ts';
import { outcomeMoments } from '../run/resolutions.ts';

type Changes = Partial<Pick<ReplaySource, 'coverage' | 'catalog' | 'index'>> & {
  readonly change?: (batch: RecordingBatch) => RecordingBatch;
};

function alteredRecording(source: ReplaySource, { change, ...parts }: Changes): ReplaySource {
  const { file, checksum, markets, tokens, coverage, catalog, defects, index, simulation } = source;
  const shown = { file, checksum, markets, tokens, coverage, catalog, defects, index, ...parts };
  const batch = (number: number): RecordingBatch => {
    const recorded = source.batch(number);
    return change?.(recorded) ?? recorded;
  };
  return {
    ...shown,
    ...(simulation !== undefined && { simulation }),
    batch,
    *batches(fromTime = 0) {
      for (const [number, { last }] of shown.index.entries()) if (last >= fromTime) yield batch(number);
    },
    reopen: () => alteredRecording(source.reopen(), { ...parts, ...(change !== undefined && { change }) }),
    close: () => source.close(),
  };
}

/** The recording as it was at a moment (Unix microseconds): no later rows, no outcomes that were not known. */
export function cutAt(source: ReplaySource, moment: number): ReplaySource {
  const { coverage, index } = source;
  return alteredRecording(source, {
    // The rows of a market end where they did: within a gap at the moment, its end is no earlier.
    coverage: { ...coverage, last: Math.min(coverage.last, moment) },
    catalog: outcomesKnownBy(source, moment),
    index: index.filter(({ first }) => first <= moment),
    change: (batch) => ({ ...batch, rows: rowsUntil(batch, moment) }),
  });
}

/** The recording without the outcomes that were not known at a moment (Unix microseconds). */
export function withOutcomesKnownBy(source: ReplaySource, moment: number): ReplaySource {
  return alteredRecording(source, { catalog: outcomesKnownBy(source, moment) });
}

function outcomesKnownBy(source: ReplaySource, moment: number): readonly CatalogMarket[] {
  return withOutcomes(
    source,
    (at) => at <= moment,
    ({ resolution: _, ...market }) => market,
  );
}

/** The catalog with other entries for the markets whose outcomes were known too late. */
function withOutcomes(
  source: ReplaySource,
  isKept: (knownAt: number) => boolean,
  alter: (market: CatalogMarket) => CatalogMarket,
): readonly CatalogMarket[] {
  const known = outcomeMoments(source);
  return source.catalog.map((market) => (isKept(known.get(market.market) ?? Infinity) ? market : alter(market)));
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
  return alteredRecording(source, { change });
}

/** The recording with the other outcome of every market whose outcome was not known before a moment. */
export function withOtherOutcomesFrom(source: ReplaySource, moment: number): ReplaySource {
  return alteredRecording(source, { catalog: withOutcomes(source, (at) => at < moment, withOtherOutcome) });
}

/** A market that paid both outcomes alike pays the first one. */
function withOtherOutcome(market: CatalogMarket): CatalogMarket {
  const { resolution, tokens } = market;
  const winner = tokens.find(({ token }) => token !== resolution?.winner)?.token;
  return resolution === undefined || winner === undefined
    ? market
    : { ...market, resolution: { ...resolution, winner } };
}

function rowsUntil({ rows, venueTime }: RecordingBatch, moment: number) {
  return firstIndex(rows, (index) => (venueTime[index] as number) > moment);
}
