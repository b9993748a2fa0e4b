/** proof/judge/matrix: the checks that fail for each mutant through the clause that it breaks. */
import type { Check } from '../../conformance/check.ts';
import type { Counterexample } from '../../conformance/counterexample.ts';
import type { Lease } from '../../lease/work.ts';
import { FEW, tryAll } from './campaign.ts';
import type { VariantWork } from './program.ts';
import { newJudge, type Trial } from './trial.ts';
import type { Mutant } from './variant.ts';

export type MatrixRow = Pick<Mutant, 'id' | 'title' | 'route' | 'family' | 'world'> & {
  readonly clause: string;
  /** Checks that failed through the clause; empty for a survivor. */
  readonly killedBy: readonly string[];
  /** The drawn case of the first check, if that is a property. */
  readonly drawn?: Counterexample;
};

export type Matrix = {
  /** Part of the mutants that were killed, 0 to 1. */
  readonly score: number;
  readonly killed: number;
  readonly total: number;
  readonly survivors: readonly string[];
  readonly rows: readonly MatrixRow[];
};

export type MatrixOptions = {
  readonly mutants: readonly Mutant[];
  /** Judges every mutant on this world; by default each on the smallest world that shows it. */
  readonly world?: Mutant['world'];
  /** Seed of worlds and checks; default 1. */
  readonly seed?: number;
  /** The suite; by default all checks. */
  readonly checks?: readonly Check[];
  /** The profile of the service; by default that of the interface. */
  readonly profile?: string;
  /** Workers judge by the properties alone, with about this many requests of each. */
  readonly requests?: VariantWork['requests'] | undefined;
  /** `seconds`: the time of the trial, if it was leased. */
  readonly onRow?: (row: MatrixRow, seconds?: number) => void;
  /** Judges mutants of the catalog by workers, until it is interrupted; by default any mutants in this thread. */
  readonly on?: { readonly lease: Lease; readonly interruption: AbortSignal };
};

export async function killMatrix({ mutants, seed = 1, requests, onRow, on, ...lab }: MatrixOptions): Promise<Matrix> {
  const rows: MatrixRow[] = [];
  const world = lab.world === undefined ? {} : { world: lab.world };
  const profile = lab.profile === undefined ? {} : { profile: lab.profile };
  const onTrial = ({ complaints, seconds }: Trial & { readonly seconds?: number }): void => {
    const mutant = mutants[rows.length];
    if (mutant === undefined) return;
    const { id, title, breaks, route, family } = mutant;
    const killedBy = [...new Set(complaints.map(({ check }) => check))];
    const drawn = complaints[0]?.drawn;
    const part = { world: mutant.world, ...world, ...(drawn === undefined ? {} : { drawn }) };
    const row = { id, title, clause: breaks, route, family, ...part, killedBy };
    rows.push(row);
    onRow?.(row, seconds);
  };
  if (on !== undefined)
    await tryAll({ variants: mutants, from: seed, seeds: 1, requests, ...world, ...profile, ...on, onTrial });
  else {
    const judge = newJudge({ ...lab, hasFew: mutants.length <= FEW });
    for (const mutant of mutants) onTrial(await judge(mutant, String(seed)));
  }
  const survivors = rows.filter(({ killedBy }) => killedBy.length === 0).map(({ id }) => id);
  const killed = rows.length - survivors.length;
  return { score: rows.length === 0 ? 0 : killed / rows.length, killed, total: rows.length, survivors, rows };
}
