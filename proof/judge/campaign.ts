/** proof/judge/campaign: many variants with many seeds on a lease. The number of workers affects only the time. */
import { omitUndefined } from '../../base/record.ts';
import type { Check } from '../../conformance/check.ts';
import type { Counterexample } from '../../conformance/counterexample.ts';
import type { ItemEnd, Lease, ProgramName, Work } from '../../lease/work.ts';
import { type TrialDone, type VariantWork, variantProgram } from './program.ts';
import { type LabOptions, newJudge, type Trial } from './trial.ts';
import type { Mutant, Variant } from './variant.ts';

type CampaignSettings = Readonly<{
  variants: readonly Variant[];
  /** The first seed, and how many. */
  from: number;
  seeds: number;
  world?: LabOptions['world'];
  requests?: VariantWork['requests'] | undefined;
  profile?: string;
  lease: Lease;
  /** Ends the campaign; the trials before the first missing one are kept. */
  interruption: AbortSignal;
  /** Called in order: every variant with the first seed, then with the next. */
  onTrial: (trial: TrialDone) => void;
  /** Tests plant a wrong check. */
  program?: ProgramName;
}>;

/** Far more milliseconds than a trial takes. */
const SILENCE_MS = 1_800_000;
/** From this many variants on, one run of all checks on the faithful service is faster than one after each variant. */
const FEW = 40;

/** Rejects if a trial hangs, or ends its thread. */
export async function tryAll(settings: CampaignSettings): Promise<void> {
  const {
    variants,
    from,
    seeds,
    world,
    requests,
    profile,
    lease,
    interruption,
    onTrial,
    program = variantProgram,
  } = settings;
  const early = new Map<number, TrialDone>();
  let next = 0;
  const onOutcome = (item: number, outcome: ItemEnd<TrialDone>) => {
    const id = variants[item % variants.length]?.id;
    if (outcome.kind !== 'done')
      throw new Error(`${id} was not tried: ${outcome.kind === 'lost' ? outcome.why : outcome.message}`);
    early.set(item, outcome.result);
    for (let trial = early.get(next); trial !== undefined; trial = early.get(next)) {
      next += 1;
      onTrial(trial);
    }
  };
  const ids = variants.map(({ id }) => id);
  const hasFew = variants.length <= FEW;
  const work: Work<VariantWork> = {
    program,
    settings: omitUndefined({ ids, from, hasFew, requests, world, profile }),
    items: Array.from({ length: variants.length * seeds }, (_, item) => item),
    rangeSize: hasFew || variants.some(({ lawful }) => lawful === true) ? 1 : 4,
    silenceMs: SILENCE_MS,
  };
  await lease.run(work, { onOutcome, interruption });
}

export type MatrixRow = Pick<Mutant, 'id' | 'title' | 'route' | 'family' | 'world'> & {
  readonly clause: string;
  /** Checks that failed through the clause; empty for a survivor. */
  readonly killedBy: readonly string[];
  /** The drawn case of the first check, if that is a property. */
  readonly drawn?: Counterexample;
};

export type Matrix = Readonly<{
  /** Part of the mutants that were killed, 0 to 1. */
  score: number;
  killed: number;
  total: number;
  survivors: readonly string[];
  rows: readonly MatrixRow[];
}>;

export type MatrixOptions = Readonly<{
  mutants: readonly Mutant[];
  /** Judges every mutant on this world; by default each on the smallest world that shows it. */
  world?: Mutant['world'];
  /** Seed of worlds and checks; default 1. */
  seed?: number;
  /** The suite; by default all checks. */
  checks?: readonly Check[];
  /** The profile of the service; by default that of the interface. */
  profile?: string;
  /** Workers judge by the properties alone, with about this many requests of each. */
  requests?: VariantWork['requests'] | undefined;
  /** `seconds`: the time of the trial, if it was leased. */
  onRow?: (row: MatrixRow, seconds?: number) => void;
  /** Judges mutants of the catalog by workers, until it is interrupted; by default any mutants in this thread. */
  on?: { readonly lease: Lease; readonly interruption: AbortSignal };
}>;

export async function killMatrix({ mutants, seed = 1, requests, onRow, on, ...lab }: MatrixOptions): Promise<Matrix> {
  const rows: MatrixRow[] = [];
  const { world, profile } = lab;
  const onTrial = ({ complaints, seconds }: Trial & { readonly seconds?: number }) => {
    const mutant = mutants[rows.length];
    if (mutant === undefined) return;
    const { id, title, breaks, route, family } = mutant;
    const killedBy = [...new Set(complaints.map(({ check }) => check))];
    const place = { route, family, world: world ?? mutant.world };
    const row = omitUndefined({ id, title, clause: breaks, ...place, drawn: complaints[0]?.drawn, killedBy });
    rows.push(row);
    onRow?.(row, seconds);
  };
  if (on !== undefined)
    await tryAll(omitUndefined({ variants: mutants, from: seed, seeds: 1, requests, world, profile, ...on, onTrial }));
  else {
    const judge = newJudge({ ...lab, hasFew: mutants.length <= FEW });
    for (const mutant of mutants) onTrial(await judge(mutant, String(seed)));
  }
  const survivors = rows.filter(({ killedBy }) => killedBy.length === 0).map(({ id }) => id);
  const killed = rows.length - survivors.length;
  return { score: rows.length === 0 ? 0 : killed / rows.length, killed, total: rows.length, survivors, rows };
}
