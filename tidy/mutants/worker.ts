/**
 * tidy/mutants/worker: a process that judges one mutant after the other. One that never ends, or takes all memory, harms
 * nobody else.
 */
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

process.on('message', ({ id, categories, ...settings }: Order) => {
  const mutant = id === undefined ? undefined : mutantById(id);
  const tell = (report: Report): void => {
    invariant(process.send !== undefined, 'runs as a child');
    process.send(report);
  };
  void judge(mutant, new Set(categories), settings, (kill) => tell({ kill })).then(
    () => tell({ done: true }),
    (error: unknown) => {
      throw error;
    },
  );
});
