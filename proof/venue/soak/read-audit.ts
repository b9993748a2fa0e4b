/** proof/venue/soak/read-audit: reads everything during a run, so that caches are filled before they become stale. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Service } from '../../../sim/service.ts';
import { createViews } from '../../../sim/views/views.ts';
import { FOLD_ORACLES } from '../reads/fold-oracles.ts';
import { type Population, serviceOf } from '../reads/read-run.ts';
import { everything } from '../reads/reads.ts';

export type ReadAudit = ReturnType<typeof createReadAudit>;

/** Creates an audit. The caller of a replay passes it, because it loads the routes. */
export type ReadAuditFactory = (venue: Venue, population: Population) => ReadAudit;

/** Creates an audit of a venue whose markets and wallets exist before the first read. */
export function createReadAudit(venue: Venue, population: Population) {
  let made: Service | undefined;
  const service = (): Service => {
    made ??= serviceOf(venue, population);
    return made;
  };
  return {
    population,
    readAll: () => void everything(service()),
    /** The first oracle with a finding, and its message. */
    finding() {
      for (const [oracle, judge] of Object.entries(FOLD_ORACLES)) {
        const what = judge(service(), createViews);
        if (what !== undefined) return { oracle, what };
      }
      return undefined;
    },
  };
}
