/** sim/commands/grow: gives a running service the additions that its event log has gained. */
import { createCatalog } from '../catalog/catalog.ts';
import type { Service } from '../service.ts';
import { createViews } from '../views/views.ts';
import { withAdditions } from './additions.ts';

/** Gives the service what the events from `from` on have added to its world. */
export function grow(service: Service, from: number): void {
  const { world: before, catalog, views, profile } = service;
  const world = withAdditions(before, from);
  if (world === before) return;
  if (world.markets === before.markets && world.comments === before.comments) {
    // Accounts join often, and nothing else depends on their number.
    for (const account of world.accounts.slice(before.accounts.length)) {
      views.people.add(account);
      catalog.addAccount(account);
    }
    Object.assign(service, { world });
  } else {
    Object.assign(service, {
      world,
      catalog: createCatalog(world),
      views: createViews(world, profile, views.rotations),
    });
  }
}
