/**
 * bench/core: the figures of the venue core. Each part runs in a separate process, so that compilation and garbage
 * collection of one part do not affect another, with the published form of the core and the options of V8 that
 * docs/simulator.md names.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlain } from './plain.ts';

/**
 * The venue calls many small functions for each command. V8 stops inlining at 920 bytes of bytecode, and at 4,600 for
 * any first limit. With room for all of them a command takes a quarter less.
 */
const VENUE_FLAGS: readonly string[] = [
  '--max-inlined-bytecode-size-cumulative=7000',
  '--max-inlined-bytecode-size-absolute=20000',
];

export async function benchCore(names: Iterable<string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const program = await writePlain(folder);
    for (const name of names) {
      const flags = name.startsWith('core-soak') ? [] : VENUE_FLAGS;
      const { status } = spawnSync(process.execPath, [...flags, program, name], { stdio: 'inherit' });
      if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
