/**
 * bench/core-book: matching alone: the limit core, the venue's own book and the order books of npm over the same stream,
 * in one run. Every engine's trades are compared with the limit core's, one by one, before anything is timed.
 */
import { limitContestant } from './limit-contestant.ts';
import { clearOurBook, newOurBook, playOurBook } from './our-book.ts';
import { packagedBooks } from './packages.ts';
import { against, type Contestant, clocked, inMillions, type Line, race, type Times } from './race.ts';
import { drawStream, type Stream } from './stream.ts';
import { limitTape, sameTrades, type Tape } from './tape.ts';

export type BookBench = {
  /** The number of operations of the stream, and of those at its beginning that the packages get. */
  readonly operations: number;
  readonly packagedOperations: number;
  readonly rounds: number;
};

export const BOOK_BENCH: BookBench = { operations: 1_000_000, packagedOperations: 100_000, rounds: 7 };

/** The lines of matching alone. Throws if trades differ. */
export function benchBook({ operations, packagedOperations, rounds }: BookBench): readonly Line[] {
  return [...benchPackages(packagedOperations, rounds), ...benchLimit(operations, rounds)];
}

function ourContestant(stream: Stream): Contestant {
  const book = newOurBook(stream);
  const ready = (): (() => Times) => {
    clearOurBook(book);
    return clocked(() => playOurBook(book, stream));
  };
  return { name: 'our book', operations: stream.length, ready };
}

function ourTape(stream: Stream): Tape {
  const book = newOurBook(stream);
  playOurBook(book, stream);
  return book.fills.subarray(0, 3 * book.fillCount);
}

function benchPackages(operations: number, rounds: number): readonly Line[] {
  const stream = drawStream(operations);
  const expected = limitTape(stream);
  const packages = packagedBooks(stream);
  const trades = packages.map(({ contestant, tape }) => sameTrades(contestant.name, tape(), expected));
  const [ours, ...others] = race([ourContestant(stream), ...packages.map(({ contestant }) => contestant)], rounds, 1);
  return [
    [`our book, ${operations} operations`, inMillions(ours), ''],
    ...others.flatMap((theirs, index): Line[] => [
      [
        packages[index]?.contestant.name ?? '',
        inMillions(theirs, 'M/s', 3),
        `${trades[index]} trades equal to the limit core's`,
      ],
      ['  our book against it', against(ours, theirs, 0), 'goal: at least 50x'],
    ]),
  ];
}

function benchLimit(operations: number, rounds: number): readonly Line[] {
  const stream = drawStream(operations);
  const trades = sameTrades('our book', ourTape(stream), limitTape(stream));
  const [limit, ours] = race([limitContestant(stream, operations), ourContestant(stream)], rounds);
  return [
    [`limit core, ${operations} operations`, inMillions(limit), ''],
    ['our book', inMillions(ours), `${trades} trades equal to the limit core's`],
    ['  our book against the limit core', against(ours, limit), 'goal: at least 0.5x'],
  ];
}
