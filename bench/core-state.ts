/** bench/core-state: snapshots of many live orders, written and restored, and the memory of resting orders. */
import { newEventLog } from '../sim/core/event-log.ts';
import { writeEvent } from '../sim/core/log-write.ts';
import { restoreVenue, type Venue } from '../sim/core/venue.ts';
import { garbageCollector } from '../wire/garbage.ts';
import { withSpread } from './machine.ts';
import type { Line } from './race.ts';
import { drawSteadyStream } from './stream.ts';
import { openedVenue, orderSource } from './venue-orders.ts';

export type StateBench = {
  /** The number of live orders in the snapshot, and of those whose memory is measured. */
  readonly live: number;
  readonly resting: number;
  readonly rounds: number;
};

export const STATE_BENCH: StateBench = { live: 100_000, resting: 1_000_000, rounds: 9 };
const WARM_UPS = 2;

function withResting(count: number) {
  return openedVenue(orderSource(drawSteadyStream(count, 0)), count);
}

function benchSnapshot(live: number, rounds: number): readonly Line[] {
  const venue = withResting(live);
  const taken: number[] = [];
  const restored: number[] = [];
  let bytes = 0;
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    const start = performance.now();
    const snapshot = venue.snapshot();
    const middle = performance.now();
    const other = restoreVenue(snapshot);
    const end = performance.now();
    if (!other.ok) throw new Error(`the snapshot was refused at ${other.refusal.position}: ${other.refusal.reason}`);
    if (other.value.hash() !== venue.hash()) throw new Error('the restored venue has another hash');
    bytes = snapshot.length;
    if (round < 0) continue;
    taken.push(middle - start);
    restored.push(end - middle);
  }
  return [
    [`snapshot of ${live} live orders, ${(bytes / 1e6).toFixed(1)} MB`, withSpread(taken, 'ms'), 'goal: under 20 ms'],
    ['restore', withSpread(restored, 'ms'), 'goal: under 50 ms'],
  ];
}

function bytesInUse(): number {
  const collect = garbageCollector();
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function benchMemory(resting: number): readonly Line[] {
  const before = bytesInUse();
  const venue = withResting(resting);
  const perOrder = (bytesInUse() - before) / resting;
  const log = logBytes(venue) / resting;
  return [
    [
      `memory for each of ${resting} resting orders, log left out`,
      `${(perOrder - log).toFixed(1)} bytes`,
      'goal: at most 100 bytes',
    ],
    ['  with the log', `${perOrder.toFixed(1)} bytes`, `${log.toFixed(1)} bytes of log`],
  ];
}

/** The number of cells that the events take in a new log. */
function logBytes(venue: Venue): number {
  const log = newEventLog();
  for (let index = 0; index < venue.eventCount; index += 1) {
    const event = venue.eventAt(index);
    if (event !== undefined) writeEvent(log, event);
  }
  return log.chunks.reduce((sum, { end }) => sum + end * Float64Array.BYTES_PER_ELEMENT, 0);
}

/** The lines of snapshots and memory. Throws if a restored venue differs. */
export function benchState({ live, resting, rounds }: StateBench): readonly Line[] {
  return [...benchSnapshot(live, rounds), ...benchMemory(resting)];
}
