/** scenarios/soak/pool.test: many threads find what one finds, and stop when they are told to. */
import { describe, expect, it } from 'vitest';
import { soak } from './pool.ts';

const settings = { from: 3, seeds: 20, commands: 80, audit: 'light', isCanary: false, minimiseMs: 0 } as const;

describe('a soak in threads', () => {
  it('has the same hash, marks and runs for any number of threads', async () => {
    const [one, two] = await Promise.all([
      soak({ ...settings, jobs: 1, keepsRuns: true }),
      soak({ ...settings, jobs: 2, keepsRuns: true }),
    ]);
    expect(two).toEqual(one);
    expect(one.runs.map(({ seed }) => seed)).toEqual(Array.from({ length: 20 }, (_, index) => 3 + index));
    expect(one.failed).toBe(0);
  });

  it('hands out no more seeds once stopped, and tells of those that ran', async () => {
    const stop = new AbortController();
    const some = await soak({
      ...settings,
      seeds: 1_000_000,
      jobs: 1,
      stop: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(some.seeds).toBe(8);
    const same = await soak({ ...settings, seeds: 8, jobs: 1 });
    expect(same.hash).toBe(some.hash);
  });

  it('makes one failing run of each kind small', async () => {
    const failing = await soak({ ...settings, seeds: 16, jobs: 2, isCanary: true, minimiseMs: 10_000 });
    expect(failing.failed).toBeGreaterThan(4);
    expect(failing.traces.length).toBeGreaterThan(1);
    const kinds = failing.traces.map(({ failure }) => failure.invariant);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const { steps } of failing.traces) expect(steps.length).toBeLessThan(30);
  });
});
