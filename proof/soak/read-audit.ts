/**
 * proof/soak/read-audit: what is read of the log of a run: positions, activity, holders, orders, trades, books. Looked at
 * while the run goes on, so that whatever is remembered has been read before it changes, and judged at its end.
 */
import { createCatalog } from '../../sim/catalog/catalog.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Service } from '../../sim/service.ts';
import { createViews } from '../../sim/views/views.ts';
import { loadProfile } from '../../spec/profile.ts';
import { FOLD_ORACLES } from '../reads/fold-oracles.ts';
import { plainWorld } from '../reads/plain-world.ts';
import { everything } from '../reads/reads.ts';
import type { Population, ReadAudit } from './population.ts';

/** The readers of a venue that everybody is there in when they are first asked. */
export function createReadAudit(venue: Venue, population: Population): ReadAudit {
  let made: Service | undefined;
  const service = (): Service => {
    made ??= serviceOf(venue, population);
    return made;
  };
  return {
    population,
    readAll: () => void everything(service()),
    finding() {
      for (const [oracle, judge] of Object.entries(FOLD_ORACLES)) {
        const what = judge(service(), createViews);
        if (what !== undefined) return { oracle, what };
      }
      return undefined;
    },
  };
}

function serviceOf(venue: Venue, { markets, wallets }: Population): Service {
  const world = plainWorld(venue, markets, wallets, venue.now);
  return { world, catalog: createCatalog(world), views: createViews(world), profile: loadProfile('document') };
}
