/** proof/venue/soak/trace-names.test: the replay of a recorded run is the same run, hostile commands included. */
import { describe, expect, it } from 'vitest';
import type { Venue } from '../../../sim/core/venue.ts';
import { newMarks } from './marks.ts';
import { drawOptions, FAULTS } from './options.ts';
import { recordRun, runSeed } from './seed-run.ts';
import { Trace } from './trace.ts';
import { replayTrace } from './trace-replay.ts';

const SEEDS = Array.from({ length: 24 }, (_, index) => 300 + index);

describe('a recorded run', () => {
  it('ends with the same hash when it is replayed from a file', () => {
    for (const seed of SEEDS) {
      const settings = { seed, commands: 250, audit: 'light' } as const;
      const { run, steps } = recordRun(settings);
      expect(run).toEqual(runSeed(settings, newMarks()));
      const failure = { invariant: '', message: '' };
      const { rules } = drawOptions(seed);
      const trace = { touchstone: 'soak', version: 1, seed, audit: 'light', failure, rules, settles: true, steps };
      let last: Venue | undefined;
      const keep = (venue: Venue): Venue => {
        if (last === undefined || venue.eventCount > 0) last = venue;
        return venue;
      };
      expect(
        replayTrace(Trace.parse(JSON.parse(JSON.stringify(trace))), { wrap: keep }),
        `seed ${seed}`,
      ).toBeUndefined();
      expect(last?.hash(), `seed ${seed}`).toBe(run.hash);
    }
    const faults = new Set(SEEDS.flatMap((seed) => drawOptions(seed).faults));
    expect([...faults].sort()).toEqual([...FAULTS].sort());
  });
});
