import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from '../fixtures/report.ts';
import { jsonFile } from '../untrusted.ts';
import { type HistoryFile, RunHistory, runHistoryOf } from './run-history.ts';
import { runHistoryHtml } from './run-history-page.ts';
import { runHistoryMarkdown, runHistoryText, sparkline } from './text.ts';

const green = report([result('a', 'pass')], { verdict: 'conformant', result: { passed: 2, verified: 2 } });
const red = report([result('a', 'fail', { findings: [finding('fail')] })]);
const files = (...reports: readonly Report[]): readonly HistoryFile[] =>
  reports.map((each, index) => ({ file: `run-${index}.json`, report: each }));

describe('a history', () => {
  it('counts new and fixed findings against the run before, and names settings that differ', () => {
    const { runs } = runHistoryOf(files(green, red, { ...green, seed: '2' }, { ...green, command: 'run' }));
    expect(runs.map(({ change }) => change)).toEqual([
      undefined,
      { new: 1, fixed: 0, regressions: 1, settings: [] },
      { new: 0, fixed: 1, regressions: 0, settings: ['seed'] },
      undefined,
    ]);
  });

  it('reads one file at a time', () => {
    const read: string[] = [];
    const reading = function* (): Generator<HistoryFile> {
      for (const entry of files(green, red)) {
        read.push(entry.file);
        yield entry;
      }
      expect(read).toEqual(['run-0.json', 'run-1.json']);
    };
    expect(runHistoryOf(reading()).runs).toHaveLength(2);
  });

  it('compares neighbours across a file that is not a report', () => {
    const [first, second] = files(green, red);
    const history = runHistoryOf(
      [first, { file: 'b.json', reason: 'not JSON' }, second].flatMap((entry) => entry ?? []),
    );
    expect(history.runs[1]?.change?.new).toBe(1);
    expect(history.skipped).toEqual([{ file: 'b.json', reason: 'not JSON' }]);
  });
});

describe('the formats', () => {
  const history = runHistoryOf([
    ...files(green, red, { ...green, complete: false }),
    { file: 'x.txt', reason: 'no report' },
  ]);

  it('has text with sparklines, rows and skipped files', () => {
    expect(runHistoryText(history)).toBe(`\
result    █▁█  100.0% to 100.0%
coverage  ███  66.6% to 66.6%

run         verdict         coverage  result  fail  warn  new  fixed
run-0.json  conformant         66.6%  100.0%     0     0
run-1.json  non-conformant     66.6%   50.0%     1     0    1      0
run-2.json  conformant         66.6%  100.0%     0     0    0      1  cut short; other end of the run

skipped (1)
  x.txt: no report
`);
  });

  it('shows the last 40 runs on a terminal, and the last 100 in Markdown', () => {
    const long = runHistoryOf(files(...new Array<Report>(120).fill(green)));
    expect(runHistoryText(long).match(/run-\d+\.json/g)).toHaveLength(40);
    expect(runHistoryMarkdown(long).match(/run-\d+\.json/g)).toHaveLength(100);
    expect(runHistoryMarkdown(long)).toContain('The last 100 runs:');
  });

  it('has Markdown with the same numbers', () => {
    expect(runHistoryMarkdown(history)).toContain('| run-1.json | non-conformant | 66.6% | 50.0% | 1 | 0 | 1 | 0 |  |');
  });

  it('has JSON of the published schema', () => {
    expect(RunHistory.parse(JSON.parse(jsonFile(history)))).toEqual(history);
  });

  it('shows the newest runs of a long history', () => {
    const long = runHistoryText(runHistoryOf(files(...Array.from({ length: 60 }, () => green))));
    expect(long).toContain('... 20 earlier runs');
    expect(long).toContain('run-59.json');
    expect(long).not.toContain('run-19.json');
  });

  it('are harmless with hostile texts', () => {
    const hostile = runHistoryOf([
      { file: HOSTILE, report: everyVerdict },
      { file: `b${HOSTILE}`, report: { ...hostileReport, capabilities: { [HOSTILE]: 'claimed' } } },
      { file: HOSTILE, reason: HOSTILE },
    ]);
    for (const write of [runHistoryText, runHistoryMarkdown, jsonFile, runHistoryHtml]) {
      const text = write(hostile);
      const own = write === runHistoryHtml ? text.replaceAll(/<script[^>]*>.*?<\/script>/gs, '') : text;
      expect(own).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      if (write !== runHistoryText) expect(own).not.toMatch(/<\/script>|<b>"/);
      if (write === runHistoryMarkdown) expect(own).not.toMatch(/[<`]/);
    }
  });
});

it('a sparkline spans the range of its values', () => {
  expect([sparkline([0, 0.5, 1]), sparkline([0.4, 0.4]), sparkline([])]).toEqual(['▁▅█', '██', '']);
});
