import { spawnSync } from 'node:child_process';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it, vi } from 'vitest';
import { CliError, EXIT } from './exit.ts';
import { MAIN } from './fixtures/child-process.ts';
import { capturePrinted } from './fixtures/printed.ts';
import { run } from './program.ts';

function failing(error: unknown): CommandUnknownOpts {
  return new Command('break').option('--seed <seed>').action(() => {
    throw error;
  });
}

const printed = capturePrinted();

describe('run', () => {
  it('reports an unknown flag in one line, a suggestion and exit code 2', async () => {
    expect(await run(['break', '--sede', '1'], [failing('unreached')])).toBe(EXIT.usage);
    expect(printed.err).toBe(
      "touchstone: unknown option '--sede' (Did you mean --seed?) (see touchstone break --help)\n",
    );
  });

  it('reports an unknown command in one line, a suggestion and exit code 2', async () => {
    expect(await run(['braek'], [failing('unreached')])).toBe(EXIT.usage);
    expect(printed.err).toBe("touchstone: unknown command 'braek' (Did you mean break?) (see touchstone --help)\n");
  });

  it('reports a flag without its value in one line', async () => {
    expect(await run(['break', '--seed'], [failing('unreached')])).toBe(EXIT.usage);
    expect(printed.err).toBe("touchstone: option '--seed <seed>' argument missing (see touchstone break --help)\n");
  });

  it('shows help on stderr when no command is named', async () => {
    expect(await run([], [failing('unreached')])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/^Usage: touchstone /);
  });

  it('passes on the exit code of a failure the user can act on', async () => {
    const error = new CliError('the target does not answer', EXIT.unreachable);
    expect(await run(['break'], [failing(error)])).toBe(3);
    expect(printed.err).toBe('touchstone: the target does not answer\n');
  });

  it('reports any other error as an internal one, in one line', async () => {
    expect(await run(['break'], [failing(new TypeError('a is\nnot a function'))])).toBe(EXIT.harness);
    expect(printed.err).toBe('touchstone: internal error: a is not a function (add --verbose for the stack)\n');
  });

  it.each([
    [['--verbose'], {}],
    [[], { TOUCHSTONE_VERBOSE: '1' }],
  ])('shows the stack with %j %j', async (flags, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(await run(['break', ...flags], [failing(new TypeError('oops'))])).toBe(EXIT.harness);
    expect(printed.err).toMatch(/^touchstone: internal error: oops\nTypeError: oops\n {4}at /);
    vi.unstubAllEnvs();
  });
});

describe('the process', () => {
  it('exits with 0 after --help and with 2 after a wrong flag', () => {
    expect(spawnSync(process.execPath, [MAIN, '--help']).status).toBe(0);
    expect(spawnSync(process.execPath, [MAIN, '--no-such-flag']).status).toBe(2);
  });

  it('reports an error that no command was waiting for, in one line', () => {
    const preloaded = `const { write } = process.stdout;
      process.stdout.write = (...args) => {
        process.nextTick(() => { throw new TypeError('late'); });
        return write.apply(process.stdout, args);
      };`;
    const preload = `data:text/javascript,${encodeURIComponent(preloaded)}`;
    const { status, stderr: complaint } = spawnSync(process.execPath, ['--import', preload, MAIN, '--help'], {
      encoding: 'utf8',
    });
    expect(complaint).toBe('touchstone: internal error: late (add --verbose for the stack)\n');
    expect(status).toBe(6);
  });

  it('stays quiet when the reader stops reading', () => {
    const script = `exec 2>&1 3>&1; "$0" "$1" --help | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout } = spawnSync('bash', ['-c', script, process.execPath, MAIN], { encoding: 'utf8' });
    expect(stdout).toBe('0\n');
  });
});
