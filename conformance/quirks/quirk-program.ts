/** conformance/quirks/quirk-program: a campaign as leased work. An item is a bundle of quirks with one seed. */
import { z } from 'zod';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../lease/work.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { invariant } from '../../spec/result.ts';
import type { Check } from '../check.ts';
import { allChecks } from '../suite.ts';
import { bundlesOf } from './bundle.ts';
import { tryBundle } from './bundle-trial.ts';
import { allQuirks } from './catalog.ts';
import type { Quirk } from './quirk.ts';
import type { QuirkTrial } from './trial.ts';

const CampaignWork = z.strictObject({
  /** Quirks by id. */
  ids: z.array(z.string()).min(1).max(10_000).readonly(),
  /** The first seed. */
  from: z.int().nonnegative(),
  /** Maximum number of quirks in one service. */
  together: z.int().min(1).max(1_000),
});
export type CampaignWork = z.infer<typeof CampaignWork>;

/** `seconds` is the share of the quirk in the time of its bundle. */
export type TrialDone = QuirkTrial & { readonly seconds: number };

export const quirkProgram: ProgramName = { name: 'quirks', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program = campaignWith(allChecks);

export function campaignWith(suite: () => readonly Check[]): LeasedProgram<CampaignWork, readonly TrialDone[]> {
  return {
    open(settings) {
      const { ids, from, together } = parseSettings(CampaignWork, settings);
      const quirks = allQuirks.filter(({ id }) => ids.includes(id));
      const [checks, register] = [suite(), loadRegister()];
      return {
        async run(item) {
          const seed = String(from + Math.floor(item / quirks.length));
          const bundle = bundlesOf(quirks, together, seed)[item % quirks.length];
          invariant(bundle !== undefined, `the campaign has no bundle ${item}`);
          const start = performance.now();
          const trials = await tryBundle(bundle, { checks, register, seed });
          const seconds = (performance.now() - start) / 1_000 / trials.length;
          return trials.map((trial) => ({ ...trial, seconds }));
        },
        close: () => undefined,
      };
    },
  };
}

/** The items of all bundles: of the first seed, then of the next. */
export function* itemsOf(quirks: readonly Quirk[], from: number, seeds: number, together: number): Generator<number> {
  for (let index = 0; index < seeds; index += 1) {
    const { length } = bundlesOf(quirks, together, String(from + index));
    for (let place = 0; place < length; place += 1) yield index * quirks.length + place;
  }
}
