/** bench/hostile tests: the real command against a server that becomes hostile costs bounded memory, time and terminal text. */
import { expect, it } from 'vitest';
import { costOf } from './hostile/measurement.ts';

/** The most that a run of `check` may cost. Processor time: wall time depends on the load of the machine. */
const LIMITS = { peakMiB: 300, cpuSeconds: 20, printedBytes: 100_000 };
const HONEST_RESPONSES = 100;
const UNREACHABLE = 3;

/** One of the kinds that `npm run bench hostile` measures. */
it('lists whose pages grow without end', { timeout: 120_000 }, async () => {
  const cost = await costOf('growing-pages', HONEST_RESPONSES);
  expect(cost.peakMiB).toBeGreaterThan(0);
  expect(cost.peakMiB).toBeLessThan(LIMITS.peakMiB);
  expect(cost.cpuSeconds).toBeLessThan(LIMITS.cpuSeconds);
  expect(cost.printedBytes).toBeLessThan(LIMITS.printedBytes);
  expect([1, UNREACHABLE]).toContain(cost.exitCode);
  expect(cost.out).toMatch(/has a list or an object of more than 10000 items/);
});
