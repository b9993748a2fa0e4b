/** proof/venue/mutants/worker: judges one mutant after the other in a process of their own. */
import { invariant } from '../../../base/result.ts';
import { EDGES_ORACLE } from './edges.ts';
import { ENGINE_ORACLES } from './engine-oracles.ts';
import { FOLD_ORACLE } from './fold-oracles.ts';
import type { Category, CoreMutant } from './mutant.ts';
import type { Kill, Oracle } from './oracle.ts';
import { RELATION_ORACLES } from './relations.ts';
import { loadSubject } from './subject.ts';

/** Without a mutant: the sound venue and folds. */
export type JudgeRequest = Readonly<{
  mutant: CoreMutant | undefined;
  categories: readonly Category[];
  seed: string;
  reach: number;
}>;
/** `broken`: the mutant cannot be loaded, or an oracle fails. */
export type JudgeReport = { readonly kill: Kill } | { readonly done: true } | { readonly broken: string };

process.on('message', ({ mutant, categories, ...settings }: JudgeRequest) => {
  const report = (report: JudgeReport) => {
    invariant(process.send !== undefined, 'runs as a child');
    process.send(report);
  };
  void judge(mutant, new Set(categories), settings, (kill) => report({ kill })).then(
    () => report({ done: true }),
    (error: unknown) => report({ broken: error instanceof Error ? error.message : String(error) }),
  );
});

const EXCERPT = 300;

function oraclesFor(categories: ReadonlySet<Category>): readonly Oracle[] {
  const readsOnly = categories.size === 1 && categories.has('read folds');
  return [
    ...(readsOnly ? [] : [...ENGINE_ORACLES, EDGES_ORACLE, ...RELATION_ORACLES]),
    ...(categories.has('read folds') ? [FOLD_ORACLE] : []),
  ];
}

/** The oracles judge independently; `onKill` receives each finding at once. */
async function judge(
  mutant: CoreMutant | undefined,
  categories: ReadonlySet<Category>,
  { seed, reach }: { readonly seed: string; readonly reach: number },
  onKill: (kill: Kill) => void,
): Promise<void> {
  const subject = await loadSubject(mutant);
  for (const oracle of oraclesFor(categories)) {
    oracle.judge(subject, seed, reach, (kill) => onKill({ ...kill, what: kill.what.slice(0, EXCERPT) }));
  }
}
