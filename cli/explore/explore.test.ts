import { expect, it } from 'vitest';
import { parseJson } from '../../base/json.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Handler } from '../../wire/message.ts';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('explore');
const printed = capturePrinted();
const explore = (...words: readonly string[]): Promise<number | string> => run(['explore', ...words]);

it.each([
  [['--runs', '0'], /Give a whole number 1 or more/],
  [['--only', 'lists.market'], /no property is named by "lists.market"; see touchstone explore --list/],
  [['--path', '1:2'], /--path repeats the counterexample of one property: name it with --only/],
  [['--path', 'first', '--only', 'lists.markets'], /--path is a list of numbers such as 12:0:3/],
  [
    ['--path', '3:9:9', '--seed', '9', '--only', 'lists.holders', '--in-process', '--quiet'],
    /leads to no case of this seed and property: copy --seed, --path and --only from one finding/,
  ],
])('%j is a usage error of one line', async (words, line) => {
  expect(await explore(...words)).toBe(EXIT.usage);
  expect(printed.err).toMatch(line);
  expect(printed.err.trim().split('\n')).toHaveLength(1);
});

it('passes the simulator, and prints the cases and the covered kinds of values', async () => {
  expect(await explore('--in-process', '--runs', '5', '--only', 'lists.holders', '--only', 'requests.profile')).toBe(
    EXIT.ok,
  );
  expect(printed.out).toMatch(/^ {2}lists\.holders +5 cases +\d+ of \d+ kinds of values$/m);
});

/** Ignores a filter in lists with an order. */
const forgetful =
  (handle: Handler): Handler =>
  (request) => {
    const query = new URLSearchParams(request.query);
    if (request.path !== '/markets' || !query.has('closed') || !query.has('order')) return handle(request);
    query.delete('closed');
    return handle({ ...request, query: query.toString() });
  };

it('finds a filter that does not combine with an order, and repeats it from its seed and path', async () => {
  const simulator = createSimulator({ seed: '1', world: 'small', limits: 'off' });
  const server = await startServer(forgetful(simulator.handle));
  const report = file('report.json');
  try {
    const words = [server.url, '--only', 'lists.markets', '--report', `json=${report}`];
    expect(await explore(...words, '--runs', '40', '--seed', '16')).toBe(EXIT.failed);
    const [finding] = readReport(report).checks.find(({ verdict }) => verdict === 'fail')?.findings ?? [];
    expect(finding?.request).toMatch(/closed=.*order=|order=.*closed=/);
    const { seed, path } = finding?.counterexample ?? {};
    expect(printed.err).toContain(`--path ${path}`);
    const again = [server.url, '--only', 'lists.markets', '--seed', String(seed), '--path', String(path)];
    expect(await explore(...again, '--report', `json=${report}`)).toBe(EXIT.failed);
    expect(readReport(report).checks.flatMap(({ findings }) => findings)[0]?.request).toBe(finding?.request);
    expect(await run(['replay', finding?.id ?? '', '--report', report])).toBe(EXIT.failed);
  } finally {
    await server.close();
  }
});

it('a target that is gone is exit code 3', async () => {
  expect(await explore('http://127.0.0.1:1', '--runs', '1', '--quiet')).toBe(EXIT.unreachable);
});

it('lists the properties', async () => {
  expect(await explore('--list')).toBe(EXIT.ok);
  expect(printed.out).toContain('property.lists.markets');
  expect(parseJson(printed.out)).toBeUndefined();
});
