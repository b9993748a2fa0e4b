#!/usr/bin/env node
/** cli/main: the entry point. It loads nothing before the compile cache is on; only it ends the process. */
import module from 'node:module';
import { dirname } from 'node:path';
import { tooOldNode } from '../wire/node-version.ts';
import { v8Flags } from './v8-flags.ts';

const tooOld = tooOldNode(process.version);
if (tooOld !== undefined) {
  console.error(`touchstone: ${tooOld}`);
  process.exit(2);
}

module.enableCompileCache();
// Threads and processes of a command reuse its compiled code: Node keeps a folder for each of its versions in this one.
const cache = module.getCompileCacheDir();
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= dirname(cache);

// A process that replaces this one keeps its number, terminal and signals. Windows runs with V8's defaults.
const missing = v8Flags(process.argv.slice(2)).filter((flag) => !process.execArgv.includes(flag));
if (missing.length > 0 && typeof process.execve === 'function' && process.platform !== 'win32')
  process.execve(process.execPath, [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)]);

const { complain, run } = await import('./program.ts');

const { lost, writeWhole } = await import('./terminal/output.ts');

process.on('uncaughtException', (error) => process.exit(complain(error)));
writeWhole(process.stdout);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const [command = ''] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const code = lost(error, command, process.exitCode !== undefined);
  process.exit(code instanceof Error ? complain(code) : (code ?? process.exitCode));
});
// Progress without a reader is no error.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2));

// Idle connections would hold the process open; what was written has to reach the reader first.
process.stdout.write('', (error) => {
  if (error == null) process.exit();
});
