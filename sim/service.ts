/** sim/service: everything a route function may read or change: the world, the folds over its log, profile and ids. */
import type { Profile } from '../spec/profile.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { JournaledRun } from './journal/journal.ts';
import type { Views } from './views/views.ts';
import type { World } from './world/world.ts';

export type Service = Readonly<{
  world: World;
  catalog: Catalog;
  views: Views;
  profile: Profile;
  journal?: JournaledRun;
  /** The assets of a wallet that joins. */
  funding?: Funding;
  /** Whether signed timestamps are compared with the service clock; default true. */
  judgesFreshness?: boolean;
}>;

/** Dollars, and shares of each outcome of every open market. */
type Funding = { readonly dollars: number; readonly shares: number };

export const DEFAULT_FUNDING: Funding = { dollars: 10_000, shares: 0 };
