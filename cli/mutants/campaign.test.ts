/** cli/mutants/campaign tests: what `touchstone mutants` prints and how it exits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { descendantsOf, isAlive } from '../../proof/mutants/fixtures/processes.ts';
import { EXIT } from '../exit.ts';
import { run } from '../program.ts';
import { tryCoreMutants } from './core-campaign.ts';

/** Processes that judge core mutants at a time. */
const JUDGES = Math.min(availableParallelism(), 4);

let stdout = '';
let stderr = '';
beforeEach(() => {
  [stdout, stderr] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += text;
    return true;
  });
  vi.spyOn(console, 'error').mockImplementation((text) => {
    stderr += `${text}\n`;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

describe('touchstone mutants', () => {
  it('prints mutant, clause and killer, and exits with 0 where all are killed', async () => {
    expect(await run(['mutants', '--only', 'profile.users-*'])).toBe(EXIT.ok);
    expect(stdout).toBe(
      'profile.users-object  2.8/users.type  killed by profile.shape\n\n1 of 1 mutants killed through their clause, score 1.000\n',
    );
  });

  it('lists survivors with what was expected, and exits with 1', async () => {
    // One page is all that the small world has, so that its cursors cannot be told from numbers.
    const id = 'simplified-markets.cursor-raw';
    expect(await run(['mutants', '--only', id, '--world', 'small'])).toBe(EXIT.failed);
    expect(stdout).toContain('SURVIVED');
    expect(stdout).toContain('0 of 1 mutants killed through their clause, score 0.000');
    expect(stdout).toContain(`survived: ${id}`);
    expect(stdout).toMatch(/expected a check to fail through 4\.15\/simplified-markets\.next_cursor\.offset: A cursor/);
  });

  it('prints the same for any number of threads', async () => {
    expect(await run(['mutants', '--only', 'profile', '--jobs', '1'])).toBe(EXIT.ok);
    const one = stdout;
    stdout = '';
    expect(await run(['mutants', '--only', 'profile', '--jobs', '3'])).toBe(EXIT.ok);
    expect(stdout).toBe(one);
    expect(stdout.match(/killed by/g)?.length).toBeGreaterThan(3);
  });

  it('prints one JSON document with --json', async () => {
    expect(await run(['mutants', '--only', '2.8/users.type', '--json'])).toBe(EXIT.ok);
    expect(JSON.parse(stdout)).toMatchObject({
      score: 1,
      killed: 1,
      total: 1,
      survivors: [],
      rows: [{ id: 'profile.users-object', clause: '2.8/users.type', killedBy: ['profile.shape'] }],
    });
  });

  it('names the nearest mutants where a pattern names none', async () => {
    expect(await run(['mutants', '--only', 'profile.user-object'])).toBe(EXIT.usage);
    expect(stderr).toMatch(
      /^touchstone: no mutant is named by "profile.user-object"; the nearest are profile.users-object/,
    );
  });
});

describe('touchstone mutants --stale', () => {
  it('prints each cell with its killer and the table, and exits with 0 if none is open', async () => {
    expect(await run(['mutants', '--stale', '--only', 'heartbeat-v1'])).toBe(EXIT.ok);
    const [cell, , header, beats] = stdout.split('\n');
    expect(cell).toMatch(/^heartbeat-v1 +beat +killed by heartbeat-v1\.chain through D\/heartbeat-payload\.rotates$/);
    expect(header).toMatch(/^ +rested +cancelled +part-filled .* beat$/);
    expect(beats).toMatch(/^heartbeat-v1( +-){10} +killed$/);
    expect(stdout).toContain('1 of 1 cells killed, 0 open; 33 excused;');
    expect(stdout).toContain('excused: profile: no request of the interface edits a profile');
  });

  it('prints one JSON document with --json', async () => {
    expect(await run(['mutants', '--stale', '--only', '*.beat', '--json'])).toBe(EXIT.ok);
    const { killed, open, cells } = JSON.parse(stdout);
    expect([killed, open]).toEqual([1, 0]);
    expect(cells[10]).toMatchObject({
      route: 'heartbeat-v1',
      change: 'beat',
      kind: 'killed',
      by: ['heartbeat-v1.chain'],
    });
  });

  it('takes no world, and not --core as well', async () => {
    expect(await run(['mutants', '--stale', '--world', 'small'])).toBe(EXIT.usage);
    expect(await run(['mutants', '--stale', '--core'])).toBe(EXIT.usage);
    expect(stderr).toMatch(/--world is not for --stale.*\n.*--core and --stale are two tables/);
  });
});

describe('touchstone mutants --core', () => {
  it('tells that it needs a clone where the sources are not there', () => {
    const flags = { only: [], seed: 1, core: true } as const;
    expect(() => tryCoreMutants(flags, '/nowhere/main.ts')).toThrow(/which the package does not hold: use a clone$/);
  });

  it('takes no world', async () => {
    expect(await run(['mutants', '--core', '--world', 'small'])).toBe(EXIT.usage);
    expect(stderr).toMatch(/^touchstone: --world is not for --core/);
  });

  it('hands the flags over and passes the exit code on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-core-'));
    const program = join(folder, 'main.mjs');
    const flags = { only: ['fee-*'], seed: 7, core: true } as const;
    writeFileSync(program, `process.exit(process.argv[2] === '{"only":["fee-*"],"seed":7,"json":false}' ? 1 : 3);`);
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.failed);
    writeFileSync(program, 'process.exit(99);');
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.harness);
    writeFileSync(program, 'process.kill(process.pid, "SIGKILL");');
    expect(await tryCoreMutants(flags, program)).toBe(EXIT.harness);
    rmSync(folder, { recursive: true });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves nobody behind when %s comes to it alone',
    async (signal) => {
      const main = join(import.meta.dirname, '../main.ts');
      const child = spawn(process.execPath, [main, 'mutants', '--core', '--only', 'matching priority'], {
        stdio: 'ignore',
      });
      const end = once(child, 'close');
      await expect.poll(() => descendantsOf(child.pid), { timeout: 20_000 }).toHaveLength(1 + JUDGES);
      const family = descendantsOf(child.pid);
      child.kill(signal);
      expect((await end)[0]).toBe(EXIT.interrupted);
      await expect.poll(() => family.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    },
    60_000,
  );
});
