/** proof/soak/soak.test: many threads find what one finds, and stop on request. */
import { afterAll, describe, expect, it } from 'vitest';
import { openThreads } from '../../lease/threads.ts';
import { faultyProgram } from './fixtures/faulty-program.ts';
import { type SoakSettings, soak as soakOn } from './soak.ts';

const leases = [openThreads(1), openThreads(2)] as const;
afterAll(async () => {
  for (const lease of leases) await lease.close();
});

/** A soak in one thread or two. */
const soak = ({ jobs, ...more }: Omit<SoakSettings, 'lease'> & { readonly jobs: 1 | 2 }) =>
  soakOn({ ...more, lease: leases[jobs === 1 ? 0 : 1] });

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

  it('leases no more seeds once stopped, and reports those that ran', async () => {
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

  it('shrinks one failing run of each kind', async () => {
    const failing = await soak({ ...settings, seeds: 16, jobs: 2, isCanary: true, minimiseMs: 10_000 });
    expect(failing.failed).toBeGreaterThan(4);
    expect(failing.traces.length).toBeGreaterThan(1);
    const kinds = failing.traces.map(({ failure }) => failure.invariant);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const { steps } of failing.traces) expect(steps.length).toBeLessThan(30);
  });
});

describe('a seed that never ends, or ends its thread', () => {
  const faulty = { ...settings, program: faultyProgram, minimiseMs: 1_000, keepsRuns: true };

  it('has failed, and all others run', async () => {
    const [sound, some] = await Promise.all([
      soak({ ...settings, jobs: 1, keepsRuns: true }),
      soak({ ...faulty, jobs: 2, silenceMs: 2_000 }),
    ]);
    expect(some.failures.map(({ seed, failure }) => [seed, failure?.invariant, failure?.message])).toEqual([
      [5, 'ends', 'its thread was silent for 2 seconds'],
      [9, 'ends', 'its thread came to its end'],
      [12, 'ends', 'it threw: out of turn'],
    ]);
    const lost = [5, 9, 12];
    expect(some.runs.map(({ seed }) => seed)).toEqual(sound.runs.map(({ seed }) => seed));
    expect(some.runs.filter(({ seed }) => !lost.includes(seed))).toEqual(
      sound.runs.filter(({ seed }) => !lost.includes(seed)),
    );
    expect([some.seeds, some.failed, some.unended, some.traces]).toEqual([20, 3, [], []]);
  }, 60_000);

  it('has failed after the time is up', async () => {
    const stop = new AbortController();
    // The first progress means that the threads run, so their start is not part of the wait.
    const onProgress = (): void => stop.abort();
    const { failures, seeds } = await soak({ ...faulty, jobs: 2, silenceMs: 4_000, stop: stop.signal, onProgress });
    expect(failures.map(({ seed }) => seed)).toEqual([5, 9, 12]);
    // No more were leased, and a slow machine need not end all that were.
    expect(seeds).toBeLessThanOrEqual(16);
  }, 60_000);

  it('does not delay an interruption, and is named', async () => {
    const interruption = new AbortController();
    const onProgress = (): void => interruption.abort();
    const some = await soak({ ...faulty, from: 5, jobs: 2, interruption: interruption.signal, onProgress });
    expect(some.unended).toContain(5);
    expect(some.seeds).toBeGreaterThan(0);
    expect(some.runs.map(({ seed }) => seed)).not.toContain(5);
  });
});
