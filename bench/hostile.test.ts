/** bench/hostile tests: the real command against a server that becomes hostile costs bounded memory, time and terminal text. */
import { expect, it } from 'vitest';
import { type Cost, costOf } from './hostile/measurement.ts';

/** The most that a run of `check` may cost. Processor time: wall time depends on the load of the machine. */
const LIMITS = { peakMiB: 300, cpuSeconds: 20, printedBytes: 100_000 };
const HONEST_RESPONSES = 100;
const UNREACHABLE = 3;

/** Some of the kinds that `npm run bench hostile` measures, and what the one finding says. */
it.each([
  ['nested-objects', /nests more than 1000 levels deep/],
  ['gzip-bomb', /unpacks to more than 16777216 bytes/],
  ['one-huge-string', /has a string of more than 524288 bytes/],
])('%s is one finding', { timeout: 120_000 }, async (kind, bound) => {
  const cost = await costOf(kind, HONEST_RESPONSES);
  expectBounded(cost);
  expect(cost.exitCode).toBe(UNREACHABLE);
  expect(cost.out.match(/^FAIL .*$/gm)).toHaveLength(1);
  expect(cost.out).toMatch(bound);
});

it.each([
  ['near-misses', [UNREACHABLE], /bytes together/],
  ['http-1.0', [0], /^verdict +conformant/m],
])('%s', { timeout: 120_000 }, async (kind, exitCodes, what) => {
  const cost = await costOf(kind, HONEST_RESPONSES);
  expectBounded(cost);
  expect(exitCodes).toContain(cost.exitCode);
  expect(cost.out).toMatch(what);
});

function expectBounded({ peakMiB, cpuSeconds, printedBytes }: Cost): void {
  expect(peakMiB).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(LIMITS.peakMiB);
  expect(cpuSeconds).toBeLessThan(LIMITS.cpuSeconds);
  expect(printedBytes).toBeLessThan(LIMITS.printedBytes);
}
