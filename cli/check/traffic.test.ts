import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { conversation } from '../../conformance/traffic/fixtures/conversation.ts';
import { entryOf, harOf } from '../../conformance/traffic/fixtures/har.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const printed = capturePrinted();
const { file } = testFolder('traffic');
let [good, bad] = ['', ''];

beforeAll(() => {
  const entries = conversation(createSimulator({ seed: 1, world: 'small' }).handle).map((exchange) =>
    entryOf(exchange),
  );
  good = file('good.har', harOf([...entries, 7]));
  const text = harOf(entries).replaceAll('\\"slug\\":\\"', '\\"slag\\":\\"');
  bad = file('bad.har', text);
});

it('judges the traffic of a file and writes every report', async () => {
  const [json, markdown] = [file('report.json'), file('report.md')];
  expect(await run(['check', '--har', good, '--report', `json=${json}`, '--report', `markdown=${markdown}`])).toBe(0);
  expect(printed.out).toMatch(
    /good\.har: \d+ exchanges of https:\/\/desk\.example\/api; entries not judged: 1 broken \(first log\.entries/,
  );
  expect(printed.out).toMatch(/verdict {7}partial\n$/);
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ target: `${good} (recorded)`, verdict: 'partial' });
  expect(readFileSync(markdown, 'utf8')).toContain('partial');
});

it('ends with 1 after a failure, with 0 for an expected one, and with 5 below --min-coverage', async () => {
  const only = ['--only', 'market-by-slug.shape'];
  expect(await run(['check', '--har', good, '--har', bad, ...only])).toBe(1);
  expect(printed.out).toContain('FAIL market-by-slug.shape');
  const baseline = file('baseline.json');
  expect(await run(['check', '--har', good, '--report', `json=${baseline}`, '--quiet'])).toBe(0);
  expect(await run(['check', '--har', bad, ...only, '--baseline', baseline])).toBe(1);
  expect(printed.out).toMatch(/baseline +\d+ new findings, 0 known/);
  const expected = file('expected.yaml', '- {check: market-by-slug.shape, reason: known}\n');
  expect(await run(['check', '--har', bad, ...only, '--expect', expected])).toBe(0);
  expect(await run(['check', '--har', good, '--min-coverage', '99', '--quiet'])).toBe(5);
  expect(printed.out).toMatch(/\npartial\n$/);
});

it.each([
  [['http://127.0.0.1:1', '--har', 'x.har'], /leave out the URL, or --har/],
  [['--har', 'x.har', '--world', 'small'], /'--har <file>' cannot be used with option '--world <name>'/],
  [['--har', 'absent.har'], /absent\.har: the HAR file cannot be read \(ENOENT\)/],
  [['--har', '.'], /\.: the HAR file cannot be read \(EISDIR\)/],
  [['--har', '/dev/zero'], /zero: not a regular file, and larger than 50 MB: write it to a file first/],
  [['--base', 'https://desk.example'], /--base is the address of the service in a --har FILE/],
])('refuses %j', async (args, message) => {
  expect(await run(['check', ...args])).toBe(2);
  expect(printed.err).toMatch(message);
});
