/** bench/limit-contestant: the limit core in a race: what the others are held against, and what tells how fast the machine is now. */
import { createLimitCore } from './limit-core.ts';
import { type Contestant, clockedInParts, type Times } from './race.ts';
import { type Stream, TICKS } from './stream.ts';

/** With so many operations on the clock at a time. */
export function limitContestant(stream: Stream, part: number): Contestant {
  const core = createLimitCore(TICKS, stream.orderCount + 1, stream.fillCount + 1);
  const ready = (): (() => Times) => {
    core.clear();
    return clockedInParts(stream.length, part, (from, to) => core.play(stream, from, to));
  };
  return { name: 'limit core', operations: stream.length, ready };
}
