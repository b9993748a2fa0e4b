/** tidy/docs/snippets: runs the programs of a document in this process, which has loaded the library. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { vi } from 'vitest';
import type { Block } from '../blocks.ts';

const root = pathToFileURL(join(import.meta.dirname, '../..')).href;

/** Runs a program and returns what it prints. The modules of this project are those of the clone. */
export async function printedBy({ text, line }: Block, cwd: string): Promise<string> {
  const file = join(cwd, `snippet-${line}.ts`);
  const own = text
    .replaceAll("'touchstone'", `'${root}/index.ts'`)
    .replaceAll("'touchstone/properties'", `'${root}/conformance/properties/index.ts'`);
  writeFileSync(file, own.replaceAll(/(?<=from ')\.\//g, `${root}/`));
  let printed = '';
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed += `${format(...values)}\n`;
  });
  try {
    await import(pathToFileURL(file).href);
    return printed;
  } finally {
    log.mockRestore();
  }
}
