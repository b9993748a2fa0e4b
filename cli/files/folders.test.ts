/** cli/files/folders.test: folders are made with missing parents, or refused, in a process, which can be ended. */
import { spawnSync } from 'node:child_process';
import { statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';

const { folder: root, file } = testFolder('folders');

const MODULE = new URL('./folders.ts', import.meta.url).href;
const TIMEOUT_MS = 20_000;

/** Returns an empty text, or the code of the error. */
function making(folder: string): string {
  const program = `const { makeFolders } = await import(process.argv[1]);
    try { makeFolders(process.argv[2]); } catch ({ code }) { process.stdout.write(code); }`;
  const args = ['--input-type=module', '-e', program, MODULE, folder];
  const { stdout, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  return signal === null ? stdout : signal;
}

describe('makeFolders', () => {
  it('makes what is missing and takes what is there', () => {
    const folder = join(root, 'one', 'two', 'three');
    expect([making(folder), making(folder)]).toEqual(['', '']);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('takes a path as it is given, with steps back over what is missing or a link', () => {
    symlinkSync(join(root, 'one', 'two'), join(root, 'link'));
    expect([making(`${root}/missing/../beside`), making(`${root}/link/../behind`), making('')]).toEqual([
      '',
      '',
      'ENOENT',
    ]);
    expect(['beside', 'one/behind'].map((folder) => statSync(join(root, folder)).isDirectory())).toEqual([true, true]);
  });

  it('throws for a file in the way', () => {
    expect([making(file('file', '')), making(file('file/below'))]).toEqual(['EEXIST', 'ENOTDIR']);
  });

  it.runIf(process.platform === 'linux')('ends where no folder can be made', () => {
    expect(making('/proc/none/below')).toBe('ENOENT');
  });
});
