/**
 * tidy/mutants/matrix: the kill matrix: every mutant before its oracles, spread over processes. Before them comes the sound
 * exchange, whom no oracle may accuse: an oracle that always speaks proves nothing.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Category, type CoreMutant, withFault } from './mutant.ts';
import type { Kill } from './oracle.ts';
import { ROOT } from './subject.ts';
import type { Order, Report } from './worker.ts';

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
  /** Accusations of the sound exchange; none where all is well. */
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
  /** Hears of each mutant as it is judged. */
  readonly onRow?: (row: Row) => void;
};

/** Longest time without a word about one mutant, and once an oracle has spoken; what takes longer hangs. */
const PATIENCE_MS = 120_000;
const SPOKEN_PATIENCE_MS = 20_000;
const MEMORY_MB = 1_024;
/** Mutants a process judges before another takes its place: modules once loaded are never given back. */
const JUDGED_MAX = 15;

/**
 * Judges all of them. Rows stand in the order of the mutants, whatever process was faster. Throws where a row does not fit
 * its source.
 */
export async function coreMatrix({ mutants, seed, reach, jobs, onRow }: MatrixSettings): Promise<CoreMatrix> {
  for (const mutant of mutants) withFault(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant);
  const tasks: readonly (CoreMutant | undefined)[] = [undefined, ...mutants];
  const kills: (readonly Kill[])[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const bench = newBench();
    while (next < tasks.length) {
      const index = next;
      next += 1;
      const mutant = tasks[index];
      const categories =
        mutant === undefined ? [...new Set(mutants.map(({ category }) => category))] : [mutant.category];
      const found = await bench.judge({ id: mutant?.id, categories, seed, reach });
      kills[index] = found;
      if (mutant !== undefined) onRow?.(rowOf(mutant, found));
    }
    bench.close();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
  const [canary = [], ...others] = kills;
  const rows = mutants.map((mutant, index) => rowOf(mutant, others[index] ?? []));
  const survivors = rows.filter(({ verdict }) => verdict === 'survived').map(({ id }) => id);
  const misjudged = mutants
    .filter(({ survives }, index) => survives !== undefined && rows[index]?.verdict === 'killed')
    .map(({ id }) => id);
  const killed = rows.filter(({ verdict }) => verdict === 'killed').length;
  return { seed, canary, killed, total: rows.length, survivors, misjudged, rows };
}

function rowOf({ id, category, file, why, survives }: CoreMutant, kills: readonly Kill[]): Row {
  const [first] = kills.toSorted((a, b) => a.after - b.after);
  const row = { id, category, file, why, kills };
  if (first !== undefined) return { ...row, verdict: 'killed', first };
  return survives === undefined ? { ...row, verdict: 'survived' } : { ...row, verdict: 'equivalent', reason: survives };
}

type Bench = { judge(order: Order): Promise<readonly Kill[]>; close(): void };
type Judge = { readonly child: ChildProcess; onReport: (report: Report) => void; onBreak: (what: string) => void };

/** A place where one mutant is judged at a time; its process is replaced where one hangs or breaks. */
function newBench(): Bench {
  let present: Judge | undefined;
  let judged = 0;
  const close = (): void => {
    present?.child.removeAllListeners('exit');
    present?.child.kill('SIGKILL');
    present = undefined;
  };
  return {
    close,
    judge: (order) =>
      new Promise((resolve) => {
        const kills: Kill[] = [];
        judged += 1;
        if (judged % JUDGED_MAX === 0) close();
        present ??= hire();
        const { child } = present;
        const finish = (): void => {
          clearTimeout(timer);
          resolve(kills);
        };
        const replace = (what: string): void => {
          kills.push({ oracle: 'ending', after: Number.MAX_SAFE_INTEGER, what });
          close();
          finish();
        };
        const hangs = (): void => replace('does not end');
        let timer = setTimeout(hangs, PATIENCE_MS);
        present.onReport = (report) => {
          if ('done' in report) return finish();
          kills.push(report.kill);
          clearTimeout(timer);
          timer = setTimeout(hangs, SPOKEN_PATIENCE_MS);
        };
        present.onBreak = replace;
        child.send(order);
      }),
  };
}

function hire(): Judge {
  const execArgv = [`--max-old-space-size=${MEMORY_MB}`];
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const judge: Judge = { child, onReport: () => undefined, onBreak: () => undefined };
  child.on('message', (report) => judge.onReport(report as Report));
  child.on('exit', () => judge.onBreak('ends its process: it throws out of turn or takes all memory'));
  return judge;
}
