/** cli/check/printed-report tests: a screen shows verdict and failures; pipes and --full get the whole report. */
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { everyVerdict, finding, HOSTILE, report, result } from '../../reports/fixtures/report.ts';
import { textReport } from '../../reports/text.ts';
import { printedReport } from './printed-report.ts';

const many = report(
  Array.from({ length: 60 }, (_, index) =>
    result(`many.${index}`, index < 40 ? 'fail' : 'warn', {
      findings: [finding(index < 40 ? 'fail' : 'warn', { id: `id${index}`, actual: HOSTILE })],
    }),
  ),
  { remarks: Array.from({ length: 9 }, () => HOSTILE), target: HOSTILE },
);
const layout = { isFull: false, below: 3, file: undefined };

it.each([
  [24, 80],
  [40, 40],
  [60, 200],
])('fits a terminal of %i rows and %i columns', (rows, columns) => {
  const shown = stripVTControlCharacters(printedReport(many, { isTTY: true, rows, columns }, layout));
  const lines = shown.split('\n');
  // The commands below it and the prompt take the last rows.
  const taken = lines.slice(0, -1).reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
  expect(taken).toBeLessThanOrEqual(rows - layout.below - 1);
  for (const line of lines.slice(0, -2)) expect(line.length).toBeLessThan(columns);
  expect(shown).toMatch(/^FAIL {2}id0 {2}many\.0 {2}4\.8\/limit\.max/m);
  expect(shown).toMatch(/^\.\.\. and \d+ more failures and warnings$/m);
  expect(shown).toMatch(/^verdict +non-conformant\nwhole report +add --full, or --report json=FILE$/m);
  for (const line of lines) expect(line).not.toMatch(/\p{C}/u);
});

it('names the command that prints a report in a file', () => {
  const terminal = { isTTY: true, rows: 24, columns: 80 };
  expect(printedReport(many, terminal, { ...layout, file: 'my report.json' })).toContain(
    "touchstone report 'my report.json'",
  );
});

it('is whole in a pipe, with --full, and if it fits', () => {
  const whole = textReport(many);
  expect(printedReport(many, {}, layout)).toBe(whole);
  const terminal = { isTTY: true, rows: 24, columns: 80 };
  expect(stripVTControlCharacters(printedReport(many, terminal, { ...layout, isFull: true }))).toBe(whole);
  const tall = { isTTY: true, rows: 200, columns: 80 };
  expect(stripVTControlCharacters(printedReport(everyVerdict, tall, layout))).toBe(textReport(everyVerdict));
});
