/** tidy/docs/client-tests: the test files of docs/client-tests.md, and the test runners that the document names. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedBlocks } from '../blocks.ts';
import { kindOf } from './sample.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/client-tests.md'), 'utf8');

/** Every file has its name in the first line. */
export const shownFiles: readonly { readonly name: string; readonly text: string }[] = fencedBlocks(document)
  .filter((block) => ['js file', 'python file'].includes(kindOf(block) ?? ''))
  .map(({ text }) => ({ name: /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1] ?? '', text }));

export type Runner = { readonly name: string; readonly module: string; readonly command: string };

/** The rows of the table of runners. */
export const runners: readonly Runner[] = [
  { name: 'node', module: 'node:test' },
  { name: 'vitest', module: 'vitest' },
  { name: 'jest', module: '@jest/globals' },
].map(({ name, module }) => {
  const row = document.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? '';
  return { name, module, command: /`([^`]+)` \|$/.exec(row)?.[1] ?? '' };
});

/** Writes the client and the tests of one runner to a folder; returns the number of tests. */
export function writeSuite(folder: string, { name, module }: Runner): number {
  const names = ['client.js', 'start.js', 'client.test.js', `fake-timers-${name}.test.js`];
  const files = shownFiles.filter((file) => names.includes(file.name));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  for (const file of files) writeFileSync(join(folder, file.name), file.text.replace("'node:test'", `'${module}'`));
  return files.map(({ text }) => text.match(/^test\(/gm)?.length ?? 0).reduce((sum, count) => sum + count);
}
