/** proof/mutants/judge: lets all oracles for its category judge a mutant. */
import { EDGES_ORACLE } from './edges.ts';
import { ENGINE_ORACLES } from './engine-oracles.ts';
import { FOLD_ORACLE } from './fold-oracles.ts';
import type { Category, CoreMutant } from './mutant.ts';
import type { Kill, Oracle } from './oracle.ts';
import { RELATION_ORACLES } from './relations.ts';
import { loadSubject } from './subject.ts';

const EXCERPT = 300;

function oraclesFor(categories: ReadonlySet<Category>): readonly Oracle[] {
  const readsOnly = categories.size === 1 && categories.has('read folds');
  return [
    ...(readsOnly ? [] : [...ENGINE_ORACLES, EDGES_ORACLE, ...RELATION_ORACLES]),
    ...(categories.has('read folds') ? [FOLD_ORACLE] : []),
  ];
}

/** The oracles judge independently; `onKill` receives each finding at once. */
export async function judge(
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
