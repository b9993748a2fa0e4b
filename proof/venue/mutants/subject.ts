/** proof/venue/mutants/subject: loads the core and the folds again, with one patched module (`?mutant=ID`). */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { createVenue, restoreVenue } from '../../../sim/core/venue.ts';
import type { createViews } from '../../../sim/views/views.ts';
import { type CoreMutant, mutate } from './mutant.ts';

export type Subject = {
  readonly createVenue: typeof createVenue;
  readonly restoreVenue: typeof restoreVenue;
  readonly createViews: typeof createViews;
};

export const ROOT = join(import.meta.dirname, '../../..');
const RELOADED = ['sim/core/', 'sim/views/'].map((folder) => pathToFileURL(join(ROOT, folder)).href);

const planted = new Map<string, CoreMutant>();
let isHooked = false;

/** The sound venue and folds without a mutant. */
export async function loadSubject(mutant: CoreMutant | undefined): Promise<Subject> {
  if (mutant === undefined) return importAll('');
  hook();
  planted.set(mutant.id, mutant);
  return importAll(`?mutant=${mutant.id}`);
}

async function importAll(query: string): Promise<Subject> {
  const load = (path: string): Promise<Subject> => import(`${pathToFileURL(join(ROOT, path)).href}${query}`);
  const venue = await load('sim/core/venue.ts');
  const views = await load('sim/views/views.ts');
  const { createVenue, restoreVenue } = venue;
  return { createVenue, restoreVenue, createViews: views.createViews };
}

function hook() {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const id = mutantOf(context.parentURL);
      const isAnew = RELOADED.some((folder) => found.url.startsWith(folder));
      return id === undefined || !isAnew || mutantOf(found.url) !== undefined
        ? found
        : { ...found, url: `${found.url}?mutant=${id}` };
    },
    load(url, context, next) {
      const mutant = planted.get(mutantOf(url) ?? '');
      const path = mutant === undefined ? '' : pathToFileURL(join(ROOT, mutant.file)).href;
      if (mutant === undefined || !url.startsWith(`${path}?`)) return next(url, context);
      const source = mutate(readFileSync(fileURLToPath(path), 'utf8'), mutant);
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}

function mutantOf(url: string | undefined) {
  return url?.split('?mutant=')[1];
}
