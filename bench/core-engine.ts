/** bench/core-engine: the whole venue under the same mix, with trades equal to those of the stream. */

import { MICRO } from '../base/units.ts';
import type { Venue } from '../sim/core/venue.ts';
import { clearOurBook, newOurBook, playOurBook } from './our-book.ts';
import { packagedBooks } from './packages.ts';
import {
  against,
  type Contestant,
  clocked,
  inMillions,
  type Line,
  race,
  type Times,
  undisturbedInMillions,
} from './race.ts';
import { type Stream, sameTrades, type Tape } from './recorded-operations.ts';
import { drawStream } from './stream.ts';
import { fundedVenue, numericOrdersOf, orderSource, type SaltKind, submitOrders } from './venue-orders.ts';

type EngineBench = { readonly commands: number; readonly rounds: number };

export const ENGINE_BENCH: EngineBench = { commands: 1_000_000, rounds: 20 };

/** Rounds until V8 has compiled everything: the second one is still a quarter slower than the fourth. */
const WARM_UPS = 3;

/** The number of commands between two reads of the rolling hash. */
const HASH_EVERY = 1_000;

/** One run: the time of each thousand commands, and the last hash. */
type Run = { readonly times: Times; readonly hash: string };

/** Prepares some operations, outside the measured time, and returns the function that applies them. */
type Giver = (venue: Venue, from: number, to: number) => () => void;

function giveAll(give: Giver, length: number): Run {
  const venue = fundedVenue();
  const times: number[] = [];
  let hash = '';
  for (let from = 0; from < length; from += HASH_EVERY) {
    const work = give(venue, from, Math.min(length, from + HASH_EVERY));
    const start = performance.now();
    work();
    hash = venue.hash();
    times.push(performance.now() - start);
  }
  return { times, hash };
}

function byNumbers(stream: Stream, salts: SaltKind): Giver {
  const orders = numericOrdersOf(orderSource(stream, salts), 0, stream.length);
  return (venue, from, to) => () => submitOrders(venue, orders, from, to);
}

function tapeOf(venue: Venue): Tape {
  const tape: number[] = [];
  // Events are read one at a time, because a million objects would slow down the garbage collector.
  for (let index = 0; index < venue.eventCount; index += 1) {
    const event = venue.eventAt(index);
    if (event?.kind !== 'trade') continue;
    for (const leg of event.makers) tape.push(leg.order + 1, event.takerOrder + 1, leg.size / MICRO);
  }
  return tape;
}

/** The hash that every run must have, from a run whose trades equal those of the stream. */
function checkedHash(stream: Stream, give: Giver): string {
  const venue = fundedVenue();
  for (let at = 0; at < stream.length; at += 1) give(venue, at, at + 1)();
  sameTrades('the venue', tapeOf(venue), stream.trades);
  return venue.hash();
}

/** The lines of one way to make the salts. Throws if trades or hashes differ. V8 compiles for one kind per process. */
export function benchEngine(salts: SaltKind, { commands: count, rounds }: EngineBench): readonly Line[] {
  const stream = drawStream(count);
  const what = `venue, in numbers (desk)${salts === 'random' ? ', salts at random' : ''}`;
  const give = byNumbers(stream, salts);
  const expected = checkedHash(stream, give);
  const venue: Contestant = {
    name: what,
    operations: count,
    ready: () => () => {
      const { times, hash } = giveAll(give, count);
      if (hash !== expected) throw new Error(`${what}: the same commands gave another hash`);
      return times;
    },
  };
  const [engine] = race([venue], rounds, WARM_UPS);
  return [
    [
      `${what}: ${count} commands, ${stream.trades.length / 3} trades, hash each ${HASH_EVERY}`,
      inMillions(engine),
      'floor 3 M/s; goal 5 M/s',
    ],
    ['  undisturbed', undisturbedInMillions(engine), ''],
  ];
}

type BookBench = { readonly operations: number; readonly rounds: number };

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
