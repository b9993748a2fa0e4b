import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file } = testFolder('history');
const printed = capturePrinted();

mkdirSync(file('reports/nested'), { recursive: true });
const green = JSON.stringify(report([result('a', 'pass')]));
file('reports/run-2.json', JSON.stringify(report([result('a', 'fail', { findings: [finding('fail')] })])));
file('reports/run-1.json', green);
file('reports/broken.json', green.slice(0, 50));
file('reports/other.json', '{}');
file('reports/notes.txt', 'text');
symlinkSync('loop.json', file('reports/loop.json'));

describe('touchstone history', () => {
  it('orders reports by name, and lists other files with the reason', async () => {
    const formats = ['text', 'markdown', 'html', 'json'];
    const flags = formats.flatMap((format) => ['--report', `${format}=${file(`trend.${format}`)}`]);
    expect(await run(['history', file('reports'), ...flags])).toBe(0);
    const texts = formats.map((format) => readFileSync(file(`trend.${format}`), 'utf8'));
    expect(texts[0]).toBe(printed.out);
    expect(texts.map((text) => text.slice(0, 5))).toEqual(['resul', '## To', '<!doc', '{\n  "']);
    const { runs, skipped } = JSON.parse(texts[3] ?? '');
    expect(runs.map((each: { file: string; change?: unknown }) => [each.file, each.change])).toEqual([
      ['run-1.json', undefined],
      ['run-2.json', { new: 1, fixed: 0, regressions: 1, settings: [] }],
    ]);
    expect(skipped).toEqual([
      { file: 'broken.json', reason: expect.stringContaining('ends too early') },
      { file: 'loop.json', reason: 'not a regular file' },
      { file: 'nested', reason: 'not a regular file' },
      { file: 'notes.txt', reason: 'its name does not end in .json' },
      { file: 'other.json', reason: 'this is not a report of touchstone: write one with --report json=FILE' },
    ]);
  });

  it.each([
    ['a folder without reports', file('reports/nested'), /has no reports \(it is empty\)/],
    ['a folder that does not exist', file('none'), /cannot be read as a folder \(ENOENT\)/],
    ['a file', file('reports/run-1.json'), /cannot be read as a folder \(ENOTDIR\)/],
  ])('refuses %s', async (_, path, message) => {
    expect(await run(['history', path])).toBe(2);
    expect(printed.err.replace(folder, '')).toMatch(message);
  });
});
