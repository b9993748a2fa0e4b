#!/usr/bin/env node
/**
 * cli/main: the door of the `touchstone` command. It loads nothing before the compile cache is on, so that `--help`
 * stays quick, and it is the only file that ends the process.
 */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { compilerFlags } from './tuning.ts';

const OLDEST_NODE = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(`touchstone: needs Node ${OLDEST_NODE.join('.')} or newer, this is ${process.version}`);
  process.exit(2);
}

for (const flag of compilerFlags(process.argv.slice(2))) setFlagsFromString(flag);
module.enableCompileCache();

const { complain, run } = await import('./program.ts');

process.on('uncaughtException', (error) => process.exit(complain(error)));
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`touchstone spec clauses | head`) is no error.
  process.exit(error.code === 'EPIPE' ? process.exitCode : complain(error));
});

process.exitCode = await run(process.argv.slice(2));

// Idle connections would hold the process open; what was written has to reach the reader first.
process.stdout.write('', () => process.exit());
