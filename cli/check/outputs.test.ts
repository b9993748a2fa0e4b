import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { allChecks } from '../../conformance/suite.ts';
import { everyVerdict, finding, HOSTILE, report, result } from '../../reports/fixtures/report.ts';
import { textReport } from '../../reports/text.ts';
import { againLines, printedReport } from './outputs.ts';

const many = report(
  Array.from({ length: 60 }, (_, index) =>
    result(`many.${index}`, index < 40 ? 'fail' : 'warn', {
      kind: 'stateful',
      findings: [finding(index < 40 ? 'fail' : 'warn', { clause: `4.8/x.${index}`, actual: HOSTILE })],
    }),
  ),
  { remarks: Array.from({ length: 9 }, () => HOSTILE), target: HOSTILE },
);
const layout = { flags: {}, below: 3, file: undefined };

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
  for (const line of lines) if (!line.startsWith('whole report')) expect(line.length).toBeLessThan(columns);
  expect(shown).toMatch(/^next {2}expected a number; go/m);
  expect(shown).toMatch(/^\.\.\. and \d+ more steps\n$/m);
  expect(shown).toMatch(/^verdict +non-conformant\nwhole report +add --full, or --report json=FILE$/m);
  for (const line of lines) expect(line).not.toMatch(/\p{C}/u);
});

it('names the command that prints a report in a file', () => {
  const terminal = { isTTY: true, rows: 24, columns: 80 };
  expect(printedReport(many, terminal, { ...layout, file: 'my report.json' })).toContain(
    "touchstone report 'my report.json'",
  );
});

it('is whole with --full, and if it fits one screen', () => {
  const terminal = { isTTY: true, rows: 24, columns: 80 };
  expect(stripVTControlCharacters(printedReport(many, terminal, { ...layout, flags: { full: true } }))).toBe(
    textReport(many),
  );
  const tall = { isTTY: true, rows: 200, columns: 80 };
  expect(stripVTControlCharacters(printedReport(everyVerdict, tall, layout))).toBe(textReport(everyVerdict));
  expect(printedReport(everyVerdict, tall, { ...layout, flags: { short: true } })).not.toContain('FAIL');
});

it('fits a screen in a pipe, with an example of each step', () => {
  const few = report(
    ['positions', 'holders'].map((route) => result(`${route}.x`, 'fail', { route, findings: [finding('fail')] })),
  );
  expect(printedReport(many, {}, layout).split('\n').length).toBeLessThanOrEqual(50);
  expect(
    printedReport(few, {}, { ...layout, flags: { short: true } })
      .split('\n')
      .slice(-5),
  ).toEqual([
    'next  GET /positions: expected a number; got "5" at /0/size (gain 1 clause) - touchstone explain 4.8/limit.max',
    '      4.8/limit.max  GET $TARGET/positions?limit=500',
    'next  GET /holders: expected a number; got "5" at /0/size (gain 1 clause) - touchstone explain 4.8/limit.max',
    '      4.8/limit.max  GET $TARGET/positions?limit=500',
    '',
  ]);
});

const flags = { seed: 3 };
const ids = ['positions.limit.over-max', 'place-order.shape', 'books.exists', 'holders.shape'];
const failed: Report = report([
  result('a.scenario', 'fail', { findings: [finding('fail')] }),
  result('markets.shape', 'fail', { expected: true, findings: [finding('fail')] }),
  ...ids.map((id, index) => result(id, 'fail', { findings: [finding('fail', { id: `f${index}` })] })),
]);

it('names the first three failures of the suite', () => {
  expect(againLines(failed, allChecks(), undefined, { ...flags, world: 'my world.yaml' }, undefined)).toEqual([
    "touchstone check --only positions.limit.over-max --seed 3 --world 'my world.yaml'",
    "touchstone check --only 'place-order.*' --seed 3 --world 'my world.yaml'",
    "touchstone check --only books.exists --seed 3 --world 'my world.yaml'",
  ]);
});

it('keeps the flags of a gateway, without values that may be secret', () => {
  const network = {
    ...flags,
    header: ['x-gate=$GATE', 'x-key=open-sesame', 'x-five=5$$HIDDEN'],
    user: 'bob:hidden-word',
    route: ['POST /order=https://b.test'],
    ca: 'ca.pem',
    insecure: true,
  } as const;
  const [line] = againLines(failed, allChecks(), 'https://a.test', network, undefined);
  expect(line).toContain(" --header 'x-gate=$GATE' --header x-key=... --header x-five=... --user bob:... --route ");
  expect(line).toMatch(/ --user bob:\.\.\. --route 'POST \/order=https:\/\/b\.test' --ca ca\.pem --insecure$/);
  expect(againLines(failed, allChecks(), undefined, network, undefined)[0]).not.toContain('--header');
});

it('replays from a JSON report, with the flags for writing', () => {
  const writing = {
    ...flags,
    allowWrites: true,
    credentials: 'keys.json',
    confirmHost: ['a.test'],
    profile: 'document',
  } as const;
  expect(againLines(failed, allChecks(), 'https://a.test', writing, 'r.json')[0]).toBe(
    'touchstone replay f0 --report r.json --credentials keys.json --allow-writes --confirm-host a.test',
  );
  expect(againLines(failed, allChecks(), 'https://a.test', writing, undefined)[0]).toContain(
    'check https://a.test --only positions.limit.over-max --seed 3 --profile document --credentials keys.json',
  );
});
