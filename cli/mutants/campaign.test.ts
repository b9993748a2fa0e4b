import { describe, expect, it } from 'vitest';
import { descendantsOf, isAlive } from '../../proof/venue/mutants/fixtures/processes.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { runThreadsInline } from '../fixtures/inline-threads.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { tryCoreMutants } from './core-campaign.ts';

const { file } = testFolder('mutants');
runThreadsInline();
const printed = capturePrinted();

/** A thread takes longer to start than these mutants take. */
const mutants = (...words: readonly string[]): Promise<number | string> => run(['mutants', '--jobs', '1', ...words]);

describe('touchstone mutants', () => {
  it('prints mutant, clause and killer in order, lists survivors with expectations, exits with 1', async () => {
    // The small world has one page, so that its cursors cannot be distinguished from numbers.
    const id = 'simplified-markets.cursor-raw';
    const report = file('survivor.json');
    const only = ['--only', id, '--only', 'profile.users-obj*', '--only', 'profile.not-found-silent'];
    const flags = ['--world', 'small', '--jobs', '2', '--report', `json=${report}`];
    expect(await mutants(...only, ...flags)).toBe(EXIT.failed);
    const lines = printed.out.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines.filter(([first]) => first?.startsWith('profile.'))).toEqual([
      ['profile.users-object', '2.8/users.type', 'killed by profile.shape'],
      ['profile.not-found-silent', '7/profile.family', expect.stringMatching(/^killed by profile\./)],
    ]);
    expect(lines).toContainEqual([id, '4.15/simplified-markets.next_cursor.offset', 'SURVIVED']);
    expect(printed.out).toContain('2 of 3 mutants killed through their clause, score 0.667');
    expect(printed.out).toContain(`survived: ${id}`);
    expect(printed.out).toMatch(
      /expected a check to fail through 4\.15\/simplified-markets\.next_cursor\.offset: A cursor/,
    );
    const { checks, ...head } = readReport(report);
    expect(head).toMatchObject({ command: 'mutants', verdict: 'failed' });
    expect(checks.find((check) => check.id === id)).toMatchObject({
      verdict: 'fail',
      findings: [{ actual: 'no check did', curl: `touchstone mutants --only ${id} --seed 1 --world small` }],
    });
  });

  it('prints one JSON document with --json, and exits with 0 if all are killed', async () => {
    expect(await mutants('--only', 'profile.users-object', '--json')).toBe(EXIT.ok);
    expect(JSON.parse(printed.out)).toMatchObject({
      score: 1,
      killed: 1,
      total: 1,
      survivors: [],
      rows: [{ id: 'profile.users-object', clause: '2.8/users.type', killedBy: ['profile.shape'] }],
    });
  });

  it('names the nearest mutants if a pattern matches no mutant', async () => {
    expect(await mutants('--only', 'profile.user-object')).toBe(EXIT.usage);
    expect(printed.err).toMatch(
      /^touchstone: no mutant is named by "profile.user-object"; the nearest are profile.users-object/,
    );
  });
});

it('touchstone mutants --profile tries the mutants of the routes of the profile, and no other table', async () => {
  const only = ['--only', 'P/spread.cents', '--only', 'P/ok.stub'];
  expect(await mutants('--profile', 'kuest', ...only)).toBe(EXIT.ok);
  expect(printed.out).toMatch(/P\/spread\.cents +P\/spread\.difference +killed by clob\.views\n/);
  expect(printed.out).toMatch(/2 of 2 mutants killed .*\n {2}shape +1 of 1 +1\.000\n {2}consistency +1 of 1/);
  expect(await mutants('--profile', 'kuest', '--only', 'profile.users-object')).toBe(EXIT.usage);
  expect(await mutants('--profile', 'kuest', '--stale')).toBe(EXIT.usage);
});

describe('touchstone mutants --stale', () => {
  it('prints each cell with its killer and the table, and exits with 0 if none is open', async () => {
    expect(await mutants('--stale', '--only', 'heartbeat-v1')).toBe(EXIT.ok);
    const [cell, , header, beats] = printed.out.split('\n');
    expect(cell).toMatch(/^heartbeat-v1 +beat +killed by heartbeat-v1\.chain through D\/heartbeat-payload\.rotates$/);
    expect(header).toMatch(/^ +rested +cancelled +part-filled .* beat$/);
    expect(beats).toMatch(/^heartbeat-v1( +-){10} +killed$/);
    expect(printed.out).toMatch(/1 of 1 cells killed, 0 open; \d+ excused;/);
    expect(printed.out).toContain('excused: profile: no request of the interface edits a profile');
  });

  it('prints one JSON document with --json', async () => {
    expect(await mutants('--stale', '--only', '*.beat', '--json')).toBe(EXIT.ok);
    const { killed, open, cells } = JSON.parse(printed.out);
    expect([killed, open]).toEqual([1, 0]);
    expect(cells[10]).toMatchObject({
      route: 'heartbeat-v1',
      change: 'beat',
      kind: 'killed',
      by: ['heartbeat-v1.chain'],
    });
  });

  it('states why a route has no stale responses', async () => {
    expect(await mutants('--stale', '--only', 'profile')).toBe(EXIT.usage);
    expect(printed.err).toBe(
      'touchstone: --only profile: its responses cannot be stale: no request of the interface edits a profile\n',
    );
  });

  it('takes no world, and not --core as well', async () => {
    expect(await mutants('--stale', '--world', 'small')).toBe(EXIT.usage);
    expect(await mutants('--stale', '--core')).toBe(EXIT.usage);
    expect(printed.err).toMatch(/--world is not for --stale.*\n.*--core and --stale are two tables/);
  });
});

describe('touchstone mutants --core', () => {
  it('states that it needs a clone when the sources are absent', () => {
    const flags = { only: [], seed: 1, core: true } as const;
    expect(() => tryCoreMutants(flags, '/nowhere/main.ts')).toThrow(/which the package does not hold: use a clone$/);
  });

  it('takes no world', async () => {
    expect(await mutants('--core', '--world', 'small')).toBe(EXIT.usage);
    expect(printed.err).toMatch(/^touchstone: --world is not for --core/);
  });

  it('passes on the flags and the exit code', async () => {
    const flags = { only: ['fee-*'], seed: 7, core: true } as const;
    const program = file(
      'main.mjs',
      `process.exit(process.argv[2] === '{"only":["fee-*"],"seed":7,"json":false}' ? 1 : 3);`,
    );
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.failed);
    file('main.mjs', 'process.exit(99);');
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.harness);
    file('main.mjs', 'process.kill(process.pid, "SIGKILL");');
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.harness);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves no process behind when %s comes to it alone',
    async (signal) => {
      const { child, ended } = startTouchstone(['mutants', '--core', '--only', 'matching priority', '--jobs', '1']);
      // The program and its judge.
      await expect.poll(() => descendantsOf(child.pid), { timeout: 20_000 }).toHaveLength(2);
      const family = descendantsOf(child.pid);
      child.kill(signal);
      expect(await ended).toEqual([EXIT.interrupted, null]);
      await expect.poll(() => family.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    },
    60_000,
  );
});
