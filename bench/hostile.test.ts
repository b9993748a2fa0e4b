import { describe, expect, it } from 'vitest';
import { HOSTILE_BODIES } from './hostile/bodies.ts';
import { HOSTILE_CONNECTIONS } from './hostile/connections.ts';
import { costOf } from './hostile/measurement.ts';

/** What a run of `check` against any hostile server may cost. Processor time: wall time depends on what else the machine does. */
const LIMITS = { peakMiB: 300, cpuSeconds: 20, printedBytes: 100_000 };
const [USAGE, HARNESS] = [2, 6];

/** The bound, or the other words, by which a report names each kind. `HOSTILE=all` measures every kind. */
const NAMED: Readonly<Record<string, RegExp>> = {
  'nested-objects': /nests more than 1000 levels deep/,
  'gzip-bomb': /unpacks to more than 16777216 bytes/,
  'one-huge-string': /has a string of more than 524288 bytes/,
  'growing-pages': /has a list or an object of more than 10000 items/,
  'terminal-escapes': /\\u001b/,
};

const all =
  process.env['HOSTILE'] === 'all' ? [...Object.keys(HOSTILE_BODIES), ...Object.keys(HOSTILE_CONNECTIONS)] : [];
const kinds = [...new Set([...Object.keys(NAMED), ...all])];

describe('a hostile server costs a run of check little', () => {
  it.each(kinds)('%s', { timeout: 180_000 }, async (kind) => {
    const cost = await costOf(kind, 100);
    expect(cost.peakMiB).toBeGreaterThan(0);
    expect(cost.peakMiB).toBeLessThan(LIMITS.peakMiB);
    expect(cost.cpuSeconds).toBeLessThan(LIMITS.cpuSeconds);
    expect(cost.printedBytes).toBeLessThan(LIMITS.printedBytes);
    expect([null, USAGE, HARNESS]).not.toContain(cost.exitCode);
    expect(cost.out).toMatch(NAMED[kind] ?? /verdict/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may reach a terminal.
    expect(cost.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
