import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Runs a tool of the project. */
function tool(path: string, ...args: string[]): { status: number | null; output: string } {
  const bin = join(root, 'node_modules', path);
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: root, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

/** `tidy/bans.ts` judges the core by the rule of the plugin and by more. */
const LINT = ['ci', '--colors=off', '--threads=1', '--skip=plugin', '.'];

/** One thread: each further one computes the same types again. Declarations of dependencies take a third. */
const TYPES = ['--noEmit', '--checkers', '1', '--skipLibCheck'];

/** The compiler judges unchanged files once, which leaves two of nine seconds in a clone that has run this before. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/touchstone.tsbuildinfo')];

describe('the code', { timeout: 240_000 }, () => {
  it('is formatted and passes the linter', () => {
    const { status, output } = tool('@biomejs/biome/bin/biome', ...LINT);
    expect(status, output).toBe(0);
  });

  it('passes the type checker', () => {
    const { status, output } = tool('typescript/bin/tsc', ...TYPES, ...INCREMENTAL);
    expect(status, output).toBe(0);
  });

  it('passes the type checker in the scripts of pages, which run in a browser', () => {
    const { status, output } = tool('typescript/bin/tsc', ...TYPES, '-p', 'reports/browser');
    expect(status, output).toBe(0);
  });

  it('has no unused files, exports or dependencies', () => {
    const { status, output } = tool('knip/bin/knip.js', '--no-config-hints');
    expect(status, output).toBe(0);
  });
});
