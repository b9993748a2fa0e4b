/**
 * bench/core-engine: the whole exchange under the same mix: reserves, fees, positions, settlement, event log and rolling
 * hash. The trades are compared with the limit core's, one by one, before anything is timed.
 */
import type { Command } from '../sim/core/command.ts';
import type { Exchange } from '../sim/core/exchange.ts';
import { MICRO } from '../spec/units.ts';
import { type Contestant, inMillions, type Line, race } from './race.ts';
import { drawStream, type Stream } from './stream.ts';
import { limitTape, sameTrades, type Tape } from './tape.ts';
import { fundedExchange, momentOf, mustDo, orderSource } from './venue-orders.ts';

export type EngineBench = { readonly commands: number; readonly rounds: number };

export const ENGINE_BENCH: EngineBench = { commands: 1_000_000, rounds: 7 };

/** The rolling hash is asked for each time this many commands are done. */
const HASH_EVERY = 1_000;

/**
 * Gives all commands, each of which must be accepted; the milliseconds it took and the last hash. Commands are made a
 * thousand at a time, off the clock: a million at once would have the garbage collector look at them again and again.
 */
function give(exchange: Exchange, stream: Stream): { readonly ms: number; readonly hash: string } {
  const source = orderSource(stream);
  let ms = 0;
  let hash = '';
  for (let from = 0; from < stream.length; from += HASH_EVERY) {
    const commands = source(from, Math.min(stream.length, from + HASH_EVERY));
    const start = performance.now();
    for (let at = 0; at < commands.length; at += 1) mustDo(exchange, commands[at] as Command, momentOf(from + at));
    hash = exchange.hash();
    ms += performance.now() - start;
  }
  return { ms, hash };
}

function tapeOf(exchange: Exchange): Tape {
  const tape: number[] = [];
  for (const event of exchange.log) {
    if (event.kind !== 'trade') continue;
    for (const leg of event.makers) tape.push(leg.order + 1, event.takerOrder + 1, leg.size / MICRO);
  }
  return tape;
}

/** The full engine: lines for the figures; throws where trades or hashes differ. */
export function benchEngine({ commands: count, rounds }: EngineBench): readonly Line[] {
  const stream = drawStream(count);
  const first = fundedExchange();
  const expected = give(first, stream).hash;
  const trades = sameTrades('the exchange', tapeOf(first), limitTape(stream));
  const byObjects: Contestant = {
    name: 'exchange.step',
    operations: count,
    ready() {
      const exchange = fundedExchange();
      return () => {
        const { ms, hash } = give(exchange, stream);
        if (hash !== expected) throw new Error('the same commands gave another hash');
        return ms;
      };
    },
  };
  const [rates = []] = race([byObjects], rounds, 1);
  return [
    [
      `exchange, ${count} commands, ${trades} trades, hash each ${HASH_EVERY}`,
      inMillions(rates),
      'floor 3 M/s; goal 5 M/s',
    ],
  ];
}
