/** proof/determinism/main.test: invalid arguments are refused before anything runs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'main.ts');
const outputOf = (words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const usage = expect.stringMatching(/^usage: npm run determinism .*\n$/);

describe('npm run determinism', () => {
  it.each([[['planted']], [['7', 'palnted']], [['7', 'planted', 'x']], [['-1']], [['1e3']], [['7', '--help']]])(
    '%j ends with 2 and one line',
    (words) => expect(outputOf(words)).toEqual({ status: 2, stdout: '', stderr: usage }),
  );

  it('prints its usage', () => {
    expect(outputOf(['--help'])).toEqual({ status: 0, stdout: usage, stderr: '' });
  });
});
