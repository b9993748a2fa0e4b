/** bench/hostile tests: the real command against a server that becomes hostile costs bounded memory, time and terminal text. */
import { expect, it } from 'vitest';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import { type Cost, costOf } from './hostile/measurement.ts';

/** The most that a run of `check` may cost. Processor time: wall time depends on the load of the machine. */
const LIMITS = { peakMiB: 300, cpuSeconds: 20, printedBytes: 100_000 };
const HONEST_RESPONSES = 100;
const UNREACHABLE = 3;

/** Some of the kinds that `npm run bench hostile` measures, and the text of the one finding. One of them is drawn. */
const BODIES = [
  ['nested-objects', /nests more than 1000 levels deep/],
  ['gzip-bomb', /unpacks to more than 16777216 bytes/],
  ['one-huge-string', /has a string of more than 524288 bytes/],
] as const;
const bodies = drawnPart(BODIES, BODIES.length);
it.each(bodies.part)(`%s is one finding (${bodies.title})`, { timeout: 120_000 }, async (kind, bound) => {
  const cost = await costOf(kind, HONEST_RESPONSES);
  expectBounded(cost);
  expect(cost.exitCode).toBe(UNREACHABLE);
  expect(cost.out.match(/^FAIL .*$/gm)).toHaveLength(1);
  expect(cost.out).toMatch(bound);
});

const OTHERS: readonly (readonly [kind: string, exitCode: number, printed: RegExp])[] = [
  ['near-misses', UNREACHABLE, /bytes together/],
  ['http-1.0', 0, /^verdict +conformant/m],
];
const others = drawnPart(OTHERS, OTHERS.length);
it.each(others.part)(`%s (${others.title})`, { timeout: 120_000 }, async (kind, exitCode, printed) => {
  const cost = await costOf(kind, HONEST_RESPONSES);
  expectBounded(cost);
  expect(cost.exitCode).toBe(exitCode);
  expect(cost.out).toMatch(printed);
});

function expectBounded({ peakMiB, cpuSeconds, printedBytes }: Cost): void {
  expect(peakMiB).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(LIMITS.peakMiB);
  expect(cpuSeconds).toBeLessThan(LIMITS.cpuSeconds);
  expect(printedBytes).toBeLessThan(LIMITS.printedBytes);
}
