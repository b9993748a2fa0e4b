/**
 * proof/mutants/matrix: the kill matrix: every mutant before its oracles, spread over processes. Before them comes the sound
 * venue, whom no oracle may accuse: an oracle that always speaks proves nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDING, type JudgeProcess, newJudgeProcess } from './judge-process.ts';
import { type Category, type CoreMutant, mutate } from './mutant.ts';
import type { Kill } from './oracle.ts';
import { ROOT } from './subject.ts';

/** `equivalent`: nothing was found and the row says why nothing can be. */
type Verdict = 'killed' | 'equivalent' | 'survived';

export type Row = {
  readonly id: string;
  readonly category: Category;
  readonly file: string;
  readonly why: string;
  readonly verdict: Verdict;
  /** Why no oracle can see it. */
  readonly reason?: string;
  /** The oracle that needed the fewest commands. */
  readonly first?: Kill;
  /** Every oracle that spoke. */
  readonly kills: readonly Kill[];
};

export type CoreMatrix = {
  readonly seed: string;
  /** Accusations of the sound venue; none where all is well. */
  readonly canary: readonly Kill[];
  readonly killed: number;
  readonly total: number;
  readonly survivors: readonly string[];
  /** Killed, although their rows say why nobody can. */
  readonly misjudged: readonly string[];
  readonly rows: readonly Row[];
};

export type MatrixSettings = {
  readonly mutants: readonly CoreMutant[];
  readonly seed: string;
  readonly reach: number;
  readonly jobs: number;
  /** Milliseconds without a word about one mutant, after which it hangs. */
  readonly patienceMs?: number;
  /** Hears of each mutant as it is judged. */
  readonly onRow?: (row: Row) => void;
};

/**
 * Judges all of them. Rows stand in the order of the mutants, whatever process was faster. Throws where a row does not fit
 * its source, where what it makes cannot be loaded, and where a judge is killed by somebody else.
 */
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
  const close = (): void => {
    for (const bench of benches) bench.close();
  };
  // One who judges hears of nothing until it is done, or never is.
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

/** A process that was slow or died proves nothing: it counts beside what an oracle says. */
function rowOf({ id, category, file, why, survives }: CoreMutant, kills: readonly Kill[]): Row {
  const [first] = kills.filter(({ oracle }) => oracle !== ENDING).toSorted((a, b) => a.after - b.after);
  const row = { id, category, file, why, kills };
  if (first !== undefined) return { ...row, verdict: 'killed', first };
  if (survives === undefined || kills.length > 0) return { ...row, verdict: 'survived' };
  return { ...row, verdict: 'equivalent', reason: survives };
}
