/** proof/venue/mutants/matrix: oracles judge every mutant, and first the sound venue, which none may accuse. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDING, type JudgeProcess, newJudgeProcess } from './judge-process.ts';
import { type Category, type CoreMutant, mutate } from './mutant.ts';
import type { Kill } from './oracle.ts';
import { ROOT } from './subject.ts';

/** `equivalent`: no oracle found it, and the row explains why. */
type Verdict = 'killed' | 'equivalent' | 'survived';

export type Row = Readonly<{
  id: string;
  category: Category;
  file: string;
  why: string;
  verdict: Verdict;
  reason?: string;
  /** The oracle that needed the fewest commands. */
  first?: Kill;
  kills: readonly Kill[];
}>;

export type CoreMatrix = Readonly<{
  seed: string;
  /** Findings about the sound venue; must be empty. */
  canary: readonly Kill[];
  killed: number;
  total: number;
  survivors: readonly string[];
  /** Killed, although their rows call them equivalent. */
  misjudged: readonly string[];
  rows: readonly Row[];
}>;

export type MatrixSettings = Readonly<{
  mutants: readonly CoreMutant[];
  seed: string;
  reach: number;
  jobs: number;
  /** Milliseconds of silence after which a mutant counts as hanging. */
  patienceMs?: number;
  onRow?: (row: Row) => void;
}>;

/** Throws if a row does not fit its source, its module cannot be loaded, or a judge is killed from outside. */
export async function coreMatrix({
  mutants,
  seed,
  reach,
  jobs,
  patienceMs,
  onRow,
}: MatrixSettings): Promise<CoreMatrix> {
  for (const mutant of mutants) mutate(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant);
  const tasks: readonly (CoreMutant | undefined)[] = [undefined, ...mutants];
  const kills: (readonly Kill[])[] = [];
  let next = 0;
  const benches = Array.from({ length: Math.min(jobs, tasks.length) }, () => newJudgeProcess(patienceMs));
  const work = async (bench: JudgeProcess): Promise<void> => {
    while (next < tasks.length) {
      const index = next;
      next += 1;
      const mutant = tasks[index];
      const categories =
        mutant === undefined ? [...new Set(mutants.map(({ category }) => category))] : [mutant.category];
      const found = await bench.judge({ mutant, categories, seed, reach });
      kills[index] = found;
      if (mutant !== undefined) onRow?.(rowOf(mutant, found));
    }
  };
  const close = () => {
    for (const bench of benches) bench.close();
  };
  // A judge does not notice that this process has ended until it sends its next message.
  process.once('exit', close);
  try {
    await Promise.all(benches.map(work));
  } finally {
    process.off('exit', close);
    close();
  }
  const [canary = [], ...others] = kills;
  const rows = mutants.map((mutant, index) => rowOf(mutant, others[index] ?? []));
  const survivors = rows.filter(({ verdict }) => verdict === 'survived').map(({ id }) => id);
  const misjudged = mutants
    .filter(({ survives }, index) => survives !== undefined && rows[index]?.verdict === 'killed')
    .map(({ id }) => id);
  const killed = rows.filter(({ verdict }) => verdict === 'killed').length;
  return { seed, canary, killed, total: rows.length, survivors, misjudged, rows };
}

/** A process that was slow or died is no proof, so the findings of oracles decide. */
function rowOf({ id, category, file, why, survives }: CoreMutant, kills: readonly Kill[]): Row {
  const [first] = kills.filter(({ oracle }) => oracle !== ENDING).toSorted((a, b) => a.after - b.after);
  const row = { id, category, file, why, kills };
  if (first !== undefined) return { ...row, verdict: 'killed', first };
  if (survives === undefined || kills.length > 0) return { ...row, verdict: 'survived' };
  return { ...row, verdict: 'equivalent', reason: survives };
}
