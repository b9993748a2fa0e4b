/** cli/v8-flags tests: each command has the options for its length, and V8 knows all of them. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { COMPILER_FLAGS, compilerFlags, startFlags } from './v8-flags.ts';

it.each([
  ['run scenarios', 'seconds'],
  ['--verbose check', 'seconds'],
  ['', 'seconds'],
  ['--verbose soak', 'minutes'],
  ['mutants --core', 'minutes'],
  ['serve --world large', 'hours'],
  ['data convert a.csv', 'minutes'],
  ['backtest maker.ts --data a.arrow', 'minutes'],
  ['sweep maker.ts --data a.arrow', 'minutes'],
])('touchstone %s is compiled for %s', (line, kind) => {
  const flags = compilerFlags(line.split(' '));
  const calls = Number(/turbofan=(\d+)/.exec(flags.join(' '))?.[1] ?? 0);
  expect(flags === COMPILER_FLAGS ? 'hours' : calls < 50_000 ? 'minutes' : 'seconds').toBe(kind);
});

it('has only options that V8 knows', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 1e7 });
  for (const flag of ['serve', 'soak', 'run', 'check', 'data', 'backtest', 'sweep'].flatMap((command) => [
    ...startFlags([command]),
    ...compilerFlags([command]),
  ])) {
    expect(known).toMatch(new RegExp(`^ +${flag.split('=')[0]} `, 'm'));
  }
});
