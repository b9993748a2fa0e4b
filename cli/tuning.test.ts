/** cli/tuning.test: what runs for seconds is compiled for seconds, what runs for hours for hours, with options that V8 has. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { COMPILER_FLAGS, compilerFlags } from './tuning.ts';

it.each([
  ['run scenarios', false],
  ['--verbose check', false],
  ['serve --world large', true],
  ['--verbose soak', true],
  ['', false],
])('touchstone %s', (line, isLong) => {
  expect(compilerFlags(line.split(' ')) === COMPILER_FLAGS).toBe(isLong);
});

it('asks for nothing that V8 does not know', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 1e7 });
  for (const flag of [...compilerFlags(['soak']), ...compilerFlags(['run'])]) {
    expect(known).toMatch(new RegExp(`^ +${flag.split('=')[0]} `, 'm'));
  }
});
