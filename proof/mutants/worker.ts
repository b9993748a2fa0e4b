/** proof/mutants/worker: a process that judges one mutant after the other, so that a mutant that hangs harms no other. */
import { invariant } from '../../spec/result.ts';
import { judge } from './judge.ts';
import type { Category, CoreMutant } from './mutant.ts';
import type { Kill } from './oracle.ts';

/** Without a mutant: the sound venue and folds. */
export type JudgeRequest = {
  readonly mutant: CoreMutant | undefined;
  readonly categories: readonly Category[];
  readonly seed: string;
  readonly reach: number;
};
/** `broken`: the mutant cannot be loaded, or an oracle fails. */
export type JudgeReport = { readonly kill: Kill } | { readonly done: true } | { readonly broken: string };

process.on('message', ({ mutant, categories, ...settings }: JudgeRequest) => {
  const report = (report: JudgeReport): void => {
    invariant(process.send !== undefined, 'runs as a child');
    process.send(report);
  };
  void judge(mutant, new Set(categories), settings, (kill) => report({ kill })).then(
    () => report({ done: true }),
    (error: unknown) => report({ broken: error instanceof Error ? error.message : String(error) }),
  );
});
