/** bench/core: the figures of the published form of the venue core, each part in a separate process. */
import { spawnSync } from 'node:child_process';
import { withFolder } from '../backtest/fixtures/folder.ts';
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
  await withFolder(async (folder) => {
    const program = await writePlain(folder);
    for (const name of names) {
      const flags = name.startsWith('core-soak') ? [] : VENUE_FLAGS;
      const { status } = spawnSync(process.execPath, [...flags, program, name], { stdio: 'inherit' });
      if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
    }
  });
}
