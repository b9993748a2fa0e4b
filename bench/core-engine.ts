/**
 * bench/core-engine: the whole venue under the same mix: reserves, fees, positions, settlement, event log and rolling
 * hash. The trades are compared with those of the stream, one by one, before anything is timed.
 */

import type { Venue } from '../sim/core/venue.ts';
import { MICRO } from '../spec/units.ts';
import type { Command } from '../spec/venue/command.ts';
import { deskOrdersOf, giveAtDesk } from './desk-orders.ts';
import { type Contestant, inMillions, type Line, race, type Times, undisturbedInMillions } from './race.ts';
import type { Stream } from './recorded-operations.ts';
import { drawStream } from './stream.ts';
import { sameTrades, type Tape } from './tape.ts';
import { fundedVenue, momentOf, mustDo, orderSource, type SaltKind } from './venue-orders.ts';

export type EngineBench = { readonly commands: number; readonly rounds: number };

export const ENGINE_BENCH: EngineBench = { commands: 1_000_000, rounds: 20 };

/** Rounds until V8 has compiled everything: the second one is still a quarter slower than the fourth. */
const WARM_UPS = 3;

/** The number of commands between two reads of the rolling hash. */
const HASH_EVERY = 1_000;

/** One run: the time of each thousand commands, and the last hash. */
type Run = { readonly times: Times; readonly hash: string };

/** Prepares some operations, outside the measured time, and returns the function that applies them. */
type Giver = (venue: Venue, from: number, to: number) => () => void;

/** Applies all operations, each of which must be accepted. */
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

/** Commands are created a thousand at a time, because the garbage collector would scan a million of them again and again. */
function byObjects(stream: Stream, salts: SaltKind): Giver {
  const source = orderSource(stream, salts);
  return (venue, from, to) => {
    const commands = source(from, to);
    return () => {
      for (let at = 0; at < commands.length; at += 1) mustDo(venue, commands[at] as Command, momentOf(from + at));
    };
  };
}

function byNumbers(stream: Stream, salts: SaltKind): Giver {
  const orders = deskOrdersOf(orderSource(stream, salts), 0, stream.length);
  return (venue, from, to) => () => giveAtDesk(venue, orders, from, to);
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

type Feed = {
  readonly what: string;
  readonly goal: string;
  givers(stream: Stream): () => Giver;
};

/** Created once for all rounds, which only read them. */
const kept = (giver: Giver) => (): Giver => giver;

const FLOOR = 'floor 3 M/s; goal 5 M/s';

/** The measured ways to send a command to the venue. */
const FEEDS = {
  desk: {
    what: 'venue, in numbers (desk)',
    goal: FLOOR,
    givers: (stream) => kept(byNumbers(stream, 'growing')),
  },
  random: {
    what: 'venue, in numbers (desk), salts at random',
    goal: FLOOR,
    givers: (stream) => kept(byNumbers(stream, 'random')),
  },
  step: {
    what: 'venue, in objects (step)',
    goal: '',
    givers: (stream) => () => byObjects(stream, 'growing'),
  },
} satisfies Readonly<Record<string, Feed>>;

/**
 * The lines of the full engine with one feed. Throws if trades or hashes differ. Measure each feed in a separate process,
 * because code that V8 compiled for one of them is slower for the next.
 */
export function benchEngine(name: keyof typeof FEEDS, { commands: count, rounds }: EngineBench): readonly Line[] {
  const stream = drawStream(count);
  const { what, goal, givers }: Feed = FEEDS[name];
  const nextGiver = givers(stream);
  const expected = checkedHash(stream, nextGiver());
  const venue: Contestant = {
    name: what,
    operations: count,
    ready() {
      const giver = nextGiver();
      return () => {
        const { times, hash } = giveAll(giver, count);
        if (hash !== expected) throw new Error(`${what}: the same commands gave another hash`);
        return times;
      };
    },
  };
  const [engine] = race([venue], rounds, WARM_UPS);
  return [
    [
      `${what}: ${count} commands, ${stream.trades.length / 3} trades, hash each ${HASH_EVERY}`,
      inMillions(engine),
      goal,
    ],
    ['  undisturbed', undisturbedInMillions(engine), ''],
  ];
}
