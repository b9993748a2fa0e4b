/** bench/core: the figures of the published form of the venue core, each part in a separate process. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { bundleCore } from '../tidy/core-bundle.ts';

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

/** The modules that are bundled into one file of constants each: the core, and the book alone. */
const OF_CONSTANTS: Readonly<Record<string, string>> = {
  [sourceOf('../sim/core/venue.ts')]: 'venue.mjs',
  [sourceOf('./our-book.ts')]: 'our-book.mjs',
};

function sourceOf(path: string) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Resolves those files beside the bench, and packages where they are installed. */
function whereThingsAre(folder: string): Plugin {
  return {
    name: 'where-things-are',
    async resolveId(id, importer) {
      if (importer === undefined || id.startsWith('node:')) return null;
      if (!id.startsWith('.')) return { id: import.meta.resolve(id), external: true };
      const file = OF_CONSTANTS[join(importer, '..', id)];
      return file === undefined ? null : { id: pathToFileURL(join(folder, file)).href, external: true };
    },
  };
}

/** Writes them into the folder. Returns the file that runs a part by its name. */
export async function writePlain(folder: string): Promise<string> {
  for (const [source, name] of Object.entries(OF_CONSTANTS)) await bundleCore(source, join(folder, name));
  const input = fileURLToPath(new URL('./core-part.ts', import.meta.url));
  const bundle = await rolldown({ input, platform: 'node', plugins: [whereThingsAre(folder)] });
  const file = join(folder, 'core-part.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}
