/** bench/limit-contestant: the limit core in a race: the baseline of the others, and a measure of the present speed of the machine. */
import { createLimitCore } from './limit-core.ts';
import { play } from './operations.ts';
import { type Contestant, clockedInParts, type Times } from './race.ts';
import { type Stream, TICKS } from './stream.ts';

/** `part`: the number of operations that are timed together. */
export function limitContestant(stream: Stream, part: number): Contestant {
  const core = createLimitCore(TICKS, stream.orderCount + 1, stream.fillCount + 1);
  const ready = (): (() => Times) => {
    core.clear();
    return clockedInParts(stream.length, part, (from, to) => play(core, stream, from, to));
  };
  return { name: 'limit core', operations: stream.length, ready };
}
