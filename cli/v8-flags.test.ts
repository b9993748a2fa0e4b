import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { v8Flags } from './v8-flags.ts';

it.each([
  ['run scenarios', 0],
  ['', 0],
  ['check http://127.0.0.1', 3],
  ['--verbose backtest maker.ts --data a.arrow', 1],
  ['sweep maker.ts --data a.arrow', 1],
])('touchstone %s has this number of options, all of which V8 knows: %s', (line, count) => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 1e7 });
  const flags = v8Flags(line.split(' '));
  expect(flags.length).toBe(count);
  for (const flag of flags) expect(known).toMatch(new RegExp(`^ +${flag.split('=')[0]} `, 'm'));
});

it('a version of Node that was not tried yet starts without options', () => {
  expect([v8Flags(['check'], 'v26.9.0').length, v8Flags(['check'], 'v27.0.0').length]).toEqual([3, 0]);
});
