/** proof/judge/campaign: many variants with many seeds on a lease. The number of workers affects only the time. */
import type { ItemEnd, Lease, ProgramName, Work } from '../../lease/work.ts';
import { type TrialDone, type VariantWork, variantProgram } from './program.ts';
import type { LabOptions } from './trial.ts';
import type { Variant } from './variant.ts';

export type CampaignSettings = {
  readonly variants: readonly Variant[];
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  readonly world?: LabOptions['world'];
  readonly requests?: VariantWork['requests'] | undefined;
  readonly profile?: string;
  readonly lease: Lease;
  /** Ends the campaign; the trials before the first missing one are kept. */
  readonly interruption: AbortSignal;
  /** Called in order: every variant with the first seed, then with the next. */
  readonly onTrial: (trial: TrialDone) => void;
  /** Tests plant a wrong check. */
  readonly program?: ProgramName;
};

/** Far more milliseconds than a trial takes. */
const SILENCE_MS = 1_800_000;
/** From this many variants on, one run of all checks on the faithful service is faster than one after each variant. */
export const FEW = 40;

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
  const onOutcome = (item: number, outcome: ItemEnd<TrialDone>): void => {
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
    settings: {
      ids,
      from,
      hasFew,
      ...(requests && { requests }),
      ...(world && { world }),
      ...(profile && { profile }),
    },
    items: Array.from({ length: variants.length * seeds }, (_, item) => item),
    rangeSize: hasFew || variants.some(({ lawful }) => lawful === true) ? 1 : 4,
    silenceMs: SILENCE_MS,
  };
  await lease.run(work, { onOutcome, interruption });
}
