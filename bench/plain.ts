/** bench/plain: the benches of the core as plain JavaScript, since stripping types costs a command a fifteenth. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { bundleCore } from '../tidy/core-bundle.ts';

/** The modules that are bundled into one file of constants each: the core, and the book alone. */
const OF_CONSTANTS: Readonly<Record<string, string>> = {
  [sourceOf('../sim/core/venue.ts')]: 'venue.mjs',
  [sourceOf('./our-book.ts')]: 'our-book.mjs',
};

function sourceOf(path: string): string {
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
