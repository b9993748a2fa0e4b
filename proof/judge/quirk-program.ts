/** proof/judge/quirk-program: a campaign as leased work. An item is a quirk with one seed. */
import { z } from 'zod';
import type { Check } from '../../conformance/check.ts';
import { allChecks } from '../../conformance/suite.ts';
import { type LeasedProgram, type ProgramName, parseSettings } from '../../lease/work.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { invariant } from '../../spec/result.ts';
import { allQuirks } from './quirk-catalog.ts';
import { type QuirkTrial, tryQuirk } from './trial.ts';

const CampaignWork = z.strictObject({
  /** Quirks by id. */
  ids: z.array(z.string()).min(1).max(10_000).readonly(),
  /** The first seed. */
  from: z.int().nonnegative(),
});
export type CampaignWork = z.infer<typeof CampaignWork>;

export type TrialDone = QuirkTrial & { readonly seconds: number };

export const quirkProgram: ProgramName = { name: 'quirks', module: new URL(import.meta.url) };

/** @public Workers import it by this name. */
export const program = campaignWith(allChecks);

export function campaignWith(suite: () => readonly Check[]): LeasedProgram<CampaignWork, TrialDone> {
  return {
    open(settings) {
      const { ids, from } = parseSettings(CampaignWork, settings);
      const quirks = allQuirks.filter(({ id }) => ids.includes(id));
      const [checks, register] = [suite(), loadRegister()];
      return {
        async run(item) {
          const seed = String(from + Math.floor(item / quirks.length));
          const quirk = quirks[item % quirks.length];
          invariant(quirk !== undefined, `the campaign has no quirk ${item}`);
          const start = performance.now();
          const trial = await tryQuirk(quirk, { checks, register, seed });
          return { ...trial, seconds: (performance.now() - start) / 1_000 };
        },
        close: () => undefined,
      };
    },
  };
}
