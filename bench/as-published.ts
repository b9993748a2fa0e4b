/**
 * bench/as-published: loaded before a bench (`node --import`): whoever imports the exchange core gets it as it is published,
 * in the one file that `TOUCHSTONE_CORE` names.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { TOUCHSTONE_CORE: published } = process.env;
if (published === undefined) throw new Error('TOUCHSTONE_CORE has to name the bundled core');
const core = pathToFileURL(published).href;
const source = new URL('../sim/core/exchange.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return resolved.url === source ? { ...resolved, url: core, format: 'module' } : resolved;
  },
});
