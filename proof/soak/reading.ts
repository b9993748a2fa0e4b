/**
 * proof/soak/reading: what is read of the log of a run: positions, activity, holders, orders, trades, books. Looked at
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
import type { Cast, Reading } from './cast.ts';

/** The readers of a venue that everybody is there in when they are first asked. */
export function readingOf(venue: Venue, cast: Cast): Reading {
  let made: Service | undefined;
  const service = (): Service => {
    made ??= serviceOf(venue, cast);
    return made;
  };
  return {
    cast,
    look: () => void everything(service()),
    wrong() {
      for (const [oracle, judge] of Object.entries(FOLD_ORACLES)) {
        const what = judge(service(), createViews);
        if (what !== undefined) return { oracle, what };
      }
      return undefined;
    },
  };
}

function serviceOf(venue: Venue, { markets, wallets }: Cast): Service {
  const world = plainWorld(venue, markets, wallets, venue.now);
  return { world, catalog: createCatalog(world), views: createViews(world), profile: loadProfile('document') };
}
