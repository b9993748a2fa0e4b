/**
 * bench/core: the figures of the venue core. Each part runs in a separate process, so that compilation and garbage collection of
 * one part do not affect another, with the published form of the core and the V8 options of the `touchstone` command.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILER_FLAGS, compilerFlags } from '../cli/v8-flags.ts';
import { writePlain } from './plain.ts';

/** Runs parts by name. */
export async function benchCore(names: Iterable<string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const program = await writePlain(folder);
    for (const name of names) {
      const flags = name.startsWith('core-soak') ? compilerFlags(['soak']) : COMPILER_FLAGS;
      const { status } = spawnSync(process.execPath, [...flags, program, name], { stdio: 'inherit' });
      if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
