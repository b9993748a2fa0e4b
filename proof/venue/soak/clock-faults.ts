/** proof/venue/soak/clock-faults: the moment of the next command: jumps, edges of deadlines, slow clocks. */
import { below, chance, pick } from '../../../model/draws.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import { happens } from './mishaps.ts';
import type { Step, Swarm } from './swarm.ts';

const JUMPS: readonly [number, ...number[]] = [10_001, 61_000, 600_000, 3_600_000];

/** Milliseconds until the next command; negative if its client has a slow clock. */
export function drawWait(swarm: Swarm, venue: Venue, now: number): number {
  const { isActive, chances, options } = swarm;
  if (isActive['clock-jump'] && happens(swarm, 'clock-jump', 64)) return pick(chances, JUMPS);
  if (isActive['clock-back'] && happens(swarm, 'clock-back', 24)) return -1 - below(chances, 5_000);
  if (isActive['due-edge'] && happens(swarm, 'due-edge', 12)) {
    const due = venue.nextDue();
    if (due !== undefined) return Math.max(0, due - now + below(chances, 3) - 1);
  }
  return pick(chances, options.waits);
}

/** A heartbeat one millisecond before, at or after the deadline of its key. */
export function heartbeatAtTheEdge(swarm: Swarm, now: number): Step | undefined {
  const { isActive, deadlines, chances, options } = swarm;
  if (!isActive['heartbeat-edge'] || deadlines.size === 0 || !chance(chances, 1, 16)) return undefined;
  const key = pick(chances, options.keys);
  const wait = (deadlines.get(key) ?? 0) - now + below(chances, 3) - 1;
  if (wait < 0) return undefined;
  swarm.marks.faults['heartbeat-edge'] += 1;
  return { wait, command: { kind: 'heartbeat', key } };
}
