/** proof/venue/soak/soak.test: many threads find what one finds, and stop on request. */
import { afterAll, describe, expect, it } from 'vitest';
import { openThreads } from '../../../lease/threads.ts';
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
  const program = { ...settings, program: faultyProgram, minimiseMs: 1_000, keepsRuns: true };
  /** In threads of its own, so that the waits overlap. */
  const faulty = async (jobs: 1 | 2, more: Partial<SoakSettings>) => {
    const lease = openThreads(jobs);
    try {
      return await soakOn({ ...program, ...more, lease });
    } finally {
      await lease.close();
    }
  };

  it.concurrent('has failed, and all others run', async () => {
    const [sound, some] = await Promise.all([
      soak({ ...settings, jobs: 1, keepsRuns: true }),
      faulty(2, { silenceMs: 1_500 }),
    ]);
    expect(some.failures.map(({ seed, failure }) => [seed, failure?.invariant, failure?.message])).toEqual([
      [5, 'ends', 'its thread was silent for 1.5 seconds'],
      [9, 'ends', 'its thread came to its end'],
      [12, 'ends', 'it threw: out of turn'],
    ]);
    const lost = [5, 9, 12];
    expect(some.runs.map(({ seed }) => seed)).toEqual(sound.runs.map(({ seed }) => seed));
    expect(some.runs.filter(({ seed }) => !lost.includes(seed))).toEqual(
      sound.runs.filter(({ seed }) => !lost.includes(seed)),
    );
    expect([some.seeds, some.failed, some.unended, some.traces]).toEqual([20, 3, [], []]);
  });

  it.concurrent('has failed after the time is up', async () => {
    const stop = new AbortController();
    // The first progress means that the thread runs, so its start is not part of the wait.
    const onProgress = (): void => stop.abort();
    const { failures, seeds } = await faulty(1, { silenceMs: 1_500, stop: stop.signal, onProgress });
    expect(failures.map(({ seed }) => seed)).toContain(5);
    // No more were leased, and a slow machine need not end all that were.
    expect(seeds).toBeLessThanOrEqual(8);
  });

  it.concurrent('does not delay an interruption, and is named', async () => {
    const interruption = new AbortController();
    const onProgress = (): void => interruption.abort();
    const some = await faulty(1, { interruption: interruption.signal, onProgress });
    expect(some.unended).toContain(5);
    expect(some.seeds).toBeGreaterThan(0);
    expect(some.runs.map(({ seed }) => seed)).not.toContain(5);
  });
});
