/** bench/limit-contestant: the limit core in a race: what the others are held against, and what tells how fast the machine is now. */
import { createLimitCore } from './limit-core.ts';
import { type Contestant, clocked } from './race.ts';
import { type Stream, TICKS } from './stream.ts';

export function limitContestant(stream: Stream): Contestant {
  const core = createLimitCore(TICKS, stream.orderCount + 1, stream.fillCount + 1);
  const ready = (): (() => number) => {
    core.clear();
    return clocked(() => core.play(stream));
  };
  return { name: 'limit core', operations: stream.length, ready };
}
