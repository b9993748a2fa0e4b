/**
 * bench/core-book: matching alone: the limit core, the exchange's own book and the order books of npm over the same stream,
 * in one run. Every engine's trades are compared with the limit core's, one by one, before anything is timed.
 */
import { createLimitCore } from './limit-core.ts';
import { packagedBooks } from './packages.ts';
import { against, type Contestant, inMillions, type Line, race } from './race.ts';
import { drawStream, type Stream, TICKS } from './stream.ts';
import { limitTape, sameTrades } from './tape.ts';

export type BookBench = {
  /** Operations of the stream, and of its beginning that the packages are given. */
  readonly operations: number;
  readonly packagedOperations: number;
  readonly rounds: number;
};

export const BOOK_BENCH: BookBench = { operations: 1_000_000, packagedOperations: 100_000, rounds: 7 };

function limitContestant(stream: Stream): Contestant {
  const core = createLimitCore(TICKS, stream.orderCount + 1, stream.fillCount + 1);
  const ready = (): (() => void) => {
    core.clear();
    return () => core.play(stream);
  };
  return { name: 'limit core', operations: stream.length, ready };
}

/** Bare matching: lines for the figures; throws where trades differ. */
export function benchBook({ operations, packagedOperations, rounds }: BookBench): readonly Line[] {
  return [...benchPackages(packagedOperations, rounds), ...benchLimit(operations, rounds)];
}

function benchPackages(operations: number, rounds: number): readonly Line[] {
  const stream = drawStream(operations);
  const expected = limitTape(stream);
  const packages = packagedBooks(stream);
  const trades = packages.map(({ contestant, tape }) => sameTrades(contestant.name, tape(), expected));
  const [limit = [], ...others] = race(
    [limitContestant(stream), ...packages.map(({ contestant }) => contestant)],
    rounds,
    1,
  );
  return packages.flatMap(({ contestant }, index): Line[] => [
    [`${contestant.name}, ${operations} operations`, inMillions(others[index] ?? [], 'M/s', 3), ''],
    [`  ${trades[index]} trades equal to the limit core's, which is`, against(limit, others[index] ?? [], 0), ''],
  ]);
}

function benchLimit(operations: number, rounds: number): readonly Line[] {
  const stream = drawStream(operations);
  const [limit = []] = race([limitContestant(stream)], rounds);
  return [[`limit core, ${operations} operations, ${stream.fillCount} trades`, inMillions(limit), '']];
}
