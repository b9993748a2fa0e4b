/**
 * proof/judge/campaign: many quirks with many seeds on a lease. The result is sorted, so the number of workers affects
 * only the time.
 */
import type { ItemEnd, Lease, ProgramName, Work } from '../../lease/work.ts';
import type { Quirk } from './quirk.ts';
import { type CampaignWork, quirkProgram, type TrialDone } from './quirk-program.ts';
import type { QuirkTrial } from './trial.ts';

export type CampaignSettings = {
  /** In the order of the catalog. */
  readonly quirks: readonly Quirk[];
  /** The first seed, and how many. */
  readonly from: number;
  readonly seeds: number;
  readonly lease: Lease;
  /** Ends the campaign; the trials done by then are kept. */
  readonly interruption: AbortSignal;
  readonly onTrial: (trial: QuirkTrial) => void;
  /** Tests plant a wrong check. */
  readonly program?: ProgramName;
};

/** All trials of one quirk. */
export type QuirkRow = {
  readonly quirk: Quirk;
  readonly trials: readonly TrialDone[];
};

/** Far more milliseconds than a quirk takes. */
const SILENCE_MS = 1_800_000;

/** Tries every quirk with every seed: all quirks with the first seed, then with the next. Rejects if one hangs, or ends its thread. */
export async function tryAll(settings: CampaignSettings): Promise<readonly QuirkRow[]> {
  const { quirks, from, seeds, lease, interruption, onTrial, program = quirkProgram } = settings;
  const done = new Map(quirks.map(({ id }): [string, TrialDone[]] => [id, []]));
  const onOutcome = (_: number, outcome: ItemEnd<TrialDone>): void => {
    if (outcome.kind !== 'done') throw new Error(outcome.kind === 'lost' ? outcome.why : outcome.message);
    done.get(outcome.result.id)?.push(outcome.result);
    onTrial(outcome.result);
  };
  const work: Work<CampaignWork> = {
    program,
    settings: { ids: quirks.map(({ id }) => id), from },
    items: Array.from({ length: quirks.length * seeds }, (_, item) => item),
    rangeSize: 1,
    silenceMs: SILENCE_MS,
  };
  await lease.run(work, { onOutcome, interruption });
  return quirks.map((quirk) => ({
    quirk,
    trials: (done.get(quirk.id) ?? []).toSorted((one, other) => Number(one.seed) - Number(other.seed)),
  }));
}
