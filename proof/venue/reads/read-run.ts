/** proof/venue/reads/read-run: checks the reads of a run, as soon as all its markets and wallets exist. */

import { createCatalog } from '../../../sim/catalog/catalog.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import type { Service } from '../../../sim/service.ts';
import { createViews } from '../../../sim/views/views.ts';
import { loadProfile } from '../../../spec/profile.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { ClaimedRun } from '../oracle/claim.ts';
import { plainWorld } from './plain-world.ts';

type Check = (service: Service) => string | undefined;

export function checkAfterEach({ given, make }: ClaimedRun, check: Check): string | undefined {
  const venue = make();
  const population = populationOf(given.map(({ command }) => command));
  let service: Service | undefined;
  for (const [index, { command, now }] of given.entries()) {
    venue.step(command, now);
    if (service === undefined && isWhole(venue, population)) service = serviceOf(venue, population);
    const wrong = service && check(service);
    if (wrong !== undefined) return `command ${index}: ${wrong}`;
  }
  return undefined;
}

export function checkAtEnd({ given, venue }: ClaimedRun, check: Check): string | undefined {
  const population = populationOf(given.map(({ command }) => command));
  return isWhole(venue, population) ? check(serviceOf(venue, population)) : undefined;
}

function isWhole(venue: Venue, { markets, wallets }: Population) {
  if (markets === 0 || wallets === 0 || venue.market(markets - 1) === undefined) return false;
  return venue.log.filter(({ kind }) => kind === 'wallet-opened').length === wallets;
}

/** The service over a venue with so many markets and wallets. */
export function serviceOf(venue: Venue, { markets, wallets }: Population): Service {
  const world = plainWorld(venue, markets, wallets, venue.now);
  return { world, catalog: createCatalog(world), views: createViews(world), profile: loadProfile('document') };
}

export type Population = { readonly markets: number; readonly wallets: number };

/** The markets and wallets that the commands create, if none is refused. */
export function populationOf(commands: readonly unknown[]): Population {
  const count = (kind: Command['kind']) => commands.filter((command) => kindOf(command) === kind).length;
  return { markets: count('list-market'), wallets: count('open-wallet') };
}

function kindOf(command: unknown) {
  return typeof command === 'object' && command !== null && 'kind' in command ? command.kind : undefined;
}
