import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('compare');
const printed = capturePrinted();

const passing = report([result('a', 'pass')]);
const green = file('green.json', JSON.stringify(passing));
const red = file('red.json', JSON.stringify(report([result('a', 'fail', { findings: [finding('fail')] })])));

describe('touchstone compare', () => {
  it.each([
    ['no difference', [green, green, '--fail-on', 'any'], 0],
    ['a regression', [green, red], 1],
    ['a regression that does not count', [green, red, '--fail-on', 'none'], 0],
    ['a repair', [red, green], 0],
    ['a repair, if any difference counts', [red, green, '--fail-on', 'any'], 1],
    ['an unknown choice', [green, red, '--fail-on', 'warnings'], 2],
    ['an unknown format', [green, red, '--report', 'pdf=x'], 2],
  ])('ends with the code of %s', async (_, args, code) => {
    expect(await run(['compare', ...args])).toBe(code);
  });

  it('writes every format', async () => {
    const formats = ['text', 'markdown', 'html', 'json'];
    const flags = formats.flatMap((format) => ['--report', `${format}=${file(`changes.${format}`)}`]);
    await run(['compare', green, red, ...flags]);
    const texts = formats.map((format) => readFileSync(file(`changes.${format}`), 'utf8'));
    expect(texts[0]).toBe(printed.out);
    expect(texts.map((text) => text.slice(0, 5))).toEqual(['old  ', '## To', '<!doc', '{\n  "']);
  });

  it('refuses reports of different commands', async () => {
    const other = file('run.json', JSON.stringify({ ...passing, command: 'run' }));
    expect(await run(['compare', green, other])).toBe(2);
    expect(printed.err).toMatch(/green\.json is a report of touchstone check, .*run\.json one of run: compare two/);
  });
});
