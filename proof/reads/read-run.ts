/** proof/reads/read-run: checks the reads of a run, as soon as all its markets and wallets exist. */

import { createCatalog } from '../../sim/catalog/catalog.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Service } from '../../sim/service.ts';
import { createViews } from '../../sim/views/views.ts';
import { loadProfile } from '../../spec/profile.ts';
import type { ClaimedRun } from '../oracle/claim.ts';
import { plainWorld } from './plain-world.ts';

/** Returns what is wrong with the reads. */
type Check = (service: Service) => string | undefined;

/** Checks after each command. */
export function checkAfterEach({ given, make }: ClaimedRun, look: Check): string | undefined {
  const venue = make();
  const cast = populationOf(given);
  let service: Service | undefined;
  for (const [index, { command, now }] of given.entries()) {
    venue.step(command, now);
    if (service === undefined && isWhole(venue, cast)) service = serviceOver(venue, cast);
    const wrong = service && look(service);
    if (wrong !== undefined) return `command ${index}: ${wrong}`;
  }
  return undefined;
}

/** Checks once, after the last command. */
export function checkAtEnd({ given, venue }: ClaimedRun, look: Check): string | undefined {
  const cast = populationOf(given);
  return isWhole(venue, cast) ? look(serviceOver(venue, cast)) : undefined;
}

type Population = { readonly markets: number; readonly wallets: number };

/** The markets and wallets that the commands create, if none is refused. */
function populationOf(given: ClaimedRun['given']): Population {
  const count = (kind: string): number => given.filter(({ command }) => command.kind === kind).length;
  return { markets: count('list-market'), wallets: count('open-wallet') };
}

function isWhole(venue: Venue, { markets, wallets }: Population): boolean {
  if (markets === 0 || wallets === 0 || venue.market(markets - 1) === undefined) return false;
  return venue.log.filter(({ kind }) => kind === 'wallet-opened').length === wallets;
}

function serviceOver(venue: Venue, { markets, wallets }: Population): Service {
  const world = plainWorld(venue, markets, wallets, venue.now);
  return { world, catalog: createCatalog(world), views: createViews(world), profile: loadProfile('document') };
}
