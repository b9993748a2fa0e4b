/** bench/hostile tests: the real command against a hostile server costs bounded memory, time and terminal text. */
import { expect, it } from 'vitest';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import { type Cost, costOf } from './hostile/measurement.ts';

/** The most that a run of `check` may cost. Processor time: wall time depends on the load of the machine. */
const LIMITS = { peakMiB: 300, cpuSeconds: 20, printedBytes: 100_000 };
const HONEST_RESPONSES = 100;
const UNREACHABLE = 3;

/** Some of the kinds that `npm run bench hostile` measures, with exit code, text and most findings. One is drawn. */
const KINDS: readonly (readonly [kind: string, exitCode: number, printed: RegExp, findingsMax: number])[] = [
  ['nested-objects', UNREACHABLE, /^FAIL .*nests more than 1000 levels deep/ms, 1],
  ['gzip-bomb', UNREACHABLE, /^FAIL .*unpacks to more than 16777216 bytes/ms, 1],
  // A busy machine may not receive the long bodies in time: then the target counts as gone.
  ['one-huge-string', UNREACHABLE, /^FAIL .*has a string of more than 524288 bytes|^inconclusive$/ms, 1],
  ['near-misses', UNREACHABLE, /bytes together|^inconclusive$/m, Infinity],
  ['http-1.0', 0, /^verdict +conformant/m, 0],
];
const kinds = drawnPart(KINDS, KINDS.length);
it.each(kinds.part)(`%s (${kinds.title})`, { timeout: 120_000 }, async (kind, exitCode, printed, findingsMax) => {
  const cost = await costOf(kind, HONEST_RESPONSES);
  expectBounded(cost);
  expect(cost.exitCode).toBe(exitCode);
  expect(cost.out).toMatch(printed);
  expect(cost.out.split(/^FAIL /m).length - 1).toBeLessThanOrEqual(findingsMax);
});

function expectBounded({ peakMiB, cpuSeconds, printedBytes }: Cost): void {
  expect(peakMiB).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(LIMITS.peakMiB);
  expect(cpuSeconds).toBeLessThan(LIMITS.cpuSeconds);
  expect(printedBytes).toBeLessThan(LIMITS.printedBytes);
}
