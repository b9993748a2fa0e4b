/** tidy/mutants/worker: a thread that judges one mutant after the other; one that never ends is ended from outside. */
import { parentPort } from 'node:worker_threads';
import { invariant } from '../../spec/result.ts';
import { mutantById } from './catalogue.ts';
import { judge } from './judging.ts';
import type { Category } from './mutant.ts';
import type { Kill } from './oracle.ts';

/** `id`: a mutant, or undefined for the sound exchange and folds. */
export type Order = {
  readonly id: string | undefined;
  readonly categories: readonly Category[];
  readonly seed: string;
  readonly reach: number;
};
export type Report = { readonly kill: Kill } | { readonly done: true };

invariant(parentPort !== null, 'runs as a thread');
const port = parentPort;

port.on('message', ({ id, categories, ...settings }: Order) => {
  const mutant = id === undefined ? undefined : mutantById(id);
  const tell = (report: Report): void => port.postMessage(report);
  void judge(mutant, new Set(categories), settings, (kill) => tell({ kill })).then(
    () => tell({ done: true }),
    (error: unknown) => {
      throw error;
    },
  );
});
