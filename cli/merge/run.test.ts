import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('merge');
const printed = capturePrinted();

const ONLY = ['check', '--in-process', '--only', 'event.*', '--only', 'event-by-slug.*'];

it('merges shards into the file of the whole run, with its exit code', async () => {
  const [whole, merged] = [file('whole.json'), file('merged.json')];
  await run([...ONLY, '--report', `json=${whole}`]);
  const parts: string[] = [];
  for (const shard of ['1/2', '2/2']) {
    const part = file(`${shard.replace('/', '-of-')}.json`);
    parts.push(part);
    expect(await run([...ONLY, '--shard', shard, '--report', `json=${part}`])).toBe(EXIT.partial);
    expect(printed.out).toContain(`Shard ${shard.replace('/', ' of ')} is partial at best`);
  }
  process.exitCode = undefined;
  expect(await run(['merge', ...parts, '--output', merged])).toBe(EXIT.partial);
  expect(printed.out).toMatch(/\nverdict +partial\n$/);
  expect(readFileSync(merged, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  expect(await run(['merge', ...parts, '--min-coverage', '0'])).toBe(EXIT.ok);
  expect(await run(['merge', ...parts.slice(1)])).toBe(EXIT.usage);
  expect(printed.err).toContain('touchstone: shard 1 of 2 is missing');
  const expectations = file('known.yaml', '- check: event.shape\n  reason: once was wrong\n');
  process.exitCode = undefined;
  expect(await run(['merge', ...parts, '--expect', expectations])).toBe(EXIT.staleExpectation);
});

it.each([
  [
    ['merge', file('other.json', JSON.stringify(everyVerdict))],
    /other\.json: this report is not from touchstone check --shard/,
  ],
  [['merge', file('none.json')], /none\.json cannot be read/],
  [['merge', file('other.json'), '--report', `har=${file('x.har')}`], /--report har needs check --trace FILE/],
  [['check', '--shard', '3/2'], /--shard I\/N needs an I from 1 to N, and an N of at most 1000/],
  [['check', '--shard', '1'], /Give a shard and the number of shards, such as 2\/3/],
  [['check', '--shard', '1/2', '--against', 'http://127.0.0.1:1'], /--shard leaves out reads that --against compares/],
])('refuses %j', async (args, message) => {
  expect(await run(args)).toBe(EXIT.usage);
  expect(printed.err).toMatch(message);
});
