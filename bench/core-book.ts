/** bench/core-book: matching alone: the venue's book and those of npm over one stream, with trades equal to its own. */
import { clearOurBook, newOurBook, playOurBook } from './our-book.ts';
import { packagedBooks } from './packages.ts';
import { against, type Contestant, clocked, inMillions, type Line, race, type Times } from './race.ts';
import type { Stream } from './recorded-operations.ts';
import { drawStream } from './stream.ts';
import { sameTrades, type Tape } from './tape.ts';

export type BookBench = { readonly operations: number; readonly rounds: number };

export const BOOK_BENCH: BookBench = { operations: 100_000, rounds: 7 };

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

export function benchBook({ operations, rounds }: BookBench): readonly Line[] {
  const stream = drawStream(operations);
  const packages = packagedBooks(stream);
  sameTrades('our book', ourTape(stream), stream.trades);
  const trades = packages.map(({ contestant, tape }) => sameTrades(contestant.name, tape(), stream.trades));
  const [ours, ...others] = race([ourContestant(stream), ...packages.map(({ contestant }) => contestant)], rounds, 1);
  return [
    [`our book, ${operations} operations`, inMillions(ours), ''],
    ...others.flatMap((theirs, index): Line[] => [
      [
        packages[index]?.contestant.name ?? '',
        inMillions(theirs, 'M/s', 3),
        `${trades[index]} trades equal to those of our book`,
      ],
      ['  our book against it', against(ours, theirs, 0), 'goal: at least 50x'],
    ]),
  ];
}
