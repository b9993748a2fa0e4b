/**
 * bench/as-published: loaded before a bench (`node --import`): whoever imports the exchange core, or the book alone, gets it
 * as it is published: one file, in the folder that `TOUCHSTONE_CORE` names.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleCore } from '../tidy/core-bundle.ts';

/** What is bundled: sources, and the names of their files. */
const BUNDLED = { '../sim/core/exchange.ts': 'exchange.mjs', './our-book.ts': 'our-book.mjs' };

const { TOUCHSTONE_CORE: folder = '' } = process.env;
const published = new Map<string, string>();
for (const [source, name] of Object.entries(BUNDLED)) {
  const url = new URL(source, import.meta.url);
  const file = join(folder, name);
  await bundleCore(fileURLToPath(url), file);
  published.set(url.href, pathToFileURL(file).href);
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const url = published.get(resolved.url);
    return url === undefined ? resolved : { ...resolved, url, format: 'module' };
  },
});
