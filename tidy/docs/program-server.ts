/** tidy/docs/program-server: a server program of a document, as a process of its own on a free port. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { vi } from 'vitest';
import type { Block } from '../blocks.ts';

export type ProgramServer = {
  /** The address in the document, and the actual one. */
  readonly shown: string;
  readonly url: string;
  stop(): Promise<void>;
};

/** Starts a program that listens on the port in its text, and prints its address once it does. */
export async function startProgram({ text, line }: Block, cwd: string): Promise<ProgramServer> {
  const port = /listen\((\d+)/.exec(text)?.[1] ?? '';
  const file = join(cwd, `server-${line}.mjs`);
  const anyPort = text
    .replace(`listen(${port}`, 'listen(0')
    .replace(`'http://127.0.0.1:${port}'`, "'http://127.0.0.1:' + server.address().port");
  writeFileSync(file, anyPort);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as readonly string[];
  return {
    shown: `http://127.0.0.1:${port}`,
    url: url ?? '',
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

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
