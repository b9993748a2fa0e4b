import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { largeReport } from '../../reports/fixtures/large-report.ts';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import { FORMATS, HTTP_TRACE_FORMATS } from '../../reports/formats.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file } = testFolder('report');
const printed = capturePrinted();

const report = file('report.json', JSON.stringify(everyVerdict));

describe('touchstone report', () => {
  it.each(Object.keys(FORMATS).filter((name) => !HTTP_TRACE_FORMATS.has(name)))(
    'prints and writes %s',
    async (format) => {
      const expected = FORMATS[format]?.(everyVerdict, {});
      expect(await run(['report', report, '--as', format])).toBe(0);
      expect(printed.out).toBe(expected);
      const output = file(`written.${format}`);
      await run(['report', report, '--as', format, '--output', output]);
      expect(readFileSync(output, 'utf8')).toBe(expected);
    },
  );

  it('reads what it writes, also after an editor added a byte order mark', async () => {
    const large = largeReport(200);
    await run(['report', file('large.json', `\uFEFF${JSON.stringify(large)}`), '--as', 'json']);
    expect(JSON.parse(printed.out)).toEqual(large);
  });

  it.each([
    ['an unknown format', report, ['--as', 'pdf'], /--as takes .*json, .*; got "pdf"/],
    ['no file', file('none.json'), [], /cannot be read \(ENOENT\)/],
    ['a folder', folder, [], /cannot be read \(EISDIR\)/],
    ['a device that never ends', '/dev/zero', [], /has more than the \d+ bytes that are read/],
  ])('refuses %s', async (_, path, flags, message) => {
    expect(await run(['report', path, ...flags])).toBe(2);
    expect(printed.err).toMatch(message);
  });

  it.each([
    [
      'a truncated report',
      JSON.stringify(everyVerdict, null, 2).slice(0, 200),
      /broken\.json:\d+:\d+: the file ends too early/,
    ],
    ['text', 'not\n  json', /broken\.json:1:2: this is not JSON: write one with --report json=FILE/],
    ['other JSON', '{"verdict": "conformant"}', /broken\.json: this is not a report of touchstone/],
    [
      'a newer report',
      JSON.stringify({ ...everyVerdict, format: 2 }),
      /has format 2, and this version .* up to 1: update it/,
    ],
    ['a report with a defect', JSON.stringify({ ...everyVerdict, seed: 1 }), /broken\.json: seed: expected/],
  ])('refuses %s', async (_, text, message) => {
    expect(await run(['report', file('broken.json', text)])).toBe(2);
    expect(printed.err).toMatch(message);
  });
});
