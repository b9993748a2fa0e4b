/**
 * bench/core: the venue core's figures. Each part runs in a process of its own, so that none is compiled or collected
 * under the load of another, with the core as it is published and V8 as the `touchstone` command sets it.
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
