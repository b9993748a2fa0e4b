import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { everyMutant } from '../../proof/judge/catalog.ts';
import { internalsOf } from '../../proof/judge/mutated.ts';
import { everyVerdict } from '../../reports/fixtures/report.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('baseline');
const printed = capturePrinted();
const empty = file('empty.json', JSON.stringify({ ...everyVerdict, checks: [] }));
const mutant = everyMutant.find(({ id }) => id === 'closed-positions.negative-risk');
const simulator = createSimulator();
const server = await startServer(mutant?.wrap(simulator.handle, internalsOf(simulator)) ?? simulator.handle);
afterAll(() => server.close());

const check = (...flags: string[]): Promise<number | string> =>
  run(['check', server.url, '--only', 'closed-positions.shape', ...flags]);

describe('touchstone check --baseline', () => {
  it('marks the findings that the baseline lacks, with the same exit code', async () => {
    const first = file('first.json');
    expect(await check('--baseline', empty, '--report', `json=${first}`)).toBe(1);
    expect(printed.out).toContain('FAIL NEW closed-positions.shape');
    expect(printed.out).toContain('baseline      1 new finding, 0 known');
    printed.out = '';
    expect(await check('--baseline', first)).toBe(1);
    expect(printed.out).toContain('FAIL closed-positions.shape');
    expect(printed.out).toContain('baseline      0 new findings, 1 known');
  });

  it('has its marks in the merged report of shards if merge has the baseline', async () => {
    const [shard, merged] = [file('shard.json'), file('merged.json')];
    const sharded = (...flags: string[]): Promise<number | string> =>
      check('--shard', '1/1', '--report', `json=${shard}`, ...flags);
    expect(await sharded()).toBe(1);
    expect(await run(['merge', shard, '--baseline', empty, '--output', merged])).toBe(1);
    expect(printed.out).toContain('baseline      1 new finding, 0 known');
    expect(await sharded('--baseline', merged)).toBe(1);
    expect(await run(['merge', shard])).toBe(2);
    expect(printed.err).toMatch(/shard\.json has marks of a baseline, .* give merge the same --baseline FILE/);
  });

  it.each([
    ['a file that does not exist', undefined, /cannot be read \(ENOENT\)/],
    ['a truncated report', JSON.stringify(everyVerdict).slice(0, 100), /ends too early/],
    [
      'a report of another command',
      JSON.stringify({ ...everyVerdict, command: 'run' }),
      /takes one of touchstone check/,
    ],
  ])('refuses %s before anything is sent', async (name, text, message) => {
    let requests = 0;
    const url = await listen(
      createServer((_, response) => {
        requests += 1;
        response.end();
      }),
    );
    expect(await run(['check', url, '--baseline', file(`${name}.json`, text)])).toBe(2);
    expect(printed.err).toMatch(message);
    expect(requests).toBe(0);
  });
});
