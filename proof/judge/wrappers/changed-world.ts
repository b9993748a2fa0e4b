/** proof/judge/wrappers/changed-world: simulators with other options, or a catalog that is changed before the start. */
import { createCatalog } from '../../../sim/catalog/catalog.ts';
import type { Service } from '../../../sim/service.ts';
import { createSimulator, runService, type Simulator } from '../../../sim/simulator.ts';
import { type SimulatorOptions, venueRules } from '../../../sim/simulator-options.ts';
import { createViews } from '../../../sim/views/views.ts';
import { buildWorld } from '../../../sim/world/build.ts';
import { worldSource } from '../../../sim/world/source.ts';
import type { World, WorldEvent, WorldMarket } from '../../../sim/world/world.ts';
import { loadProfile } from '../../../spec/profile.ts';

/** The options of `createSimulator`, and a change of the built world. */
export type WorldOptions = Omit<SimulatorOptions, 'seed' | 'journal' | 'tape'> & {
  readonly remake?: (world: World) => World;
};

export function simulatorOf({ remake, ...options }: WorldOptions, seed: string): Simulator {
  if (remake === undefined) return createSimulator({ ...options, seed });
  const { world: name = 'small', profile = 'document' } = options;
  const acts = typeof profile === 'string' ? loadProfile(profile) : profile;
  const begin = worldSource(() => buildWorld({ seed, world: name, rules: venueRules(acts) }));
  const build = (): Service => {
    const world = remake(begin());
    return { world, catalog: createCatalog(world), views: createViews(world, acts), profile: acts };
  };
  return runService(build, options);
}

/** Changes of an event or market alone; the links between them are kept. */
export type CatalogChange = {
  readonly event?: (event: WorldEvent) => WorldEvent;
  readonly market?: (market: WorldMarket) => WorldMarket;
};

export function withCatalog(world: World, { event = same, market = same }: CatalogChange): World {
  const events = world.events.map((old) => ({ ...event(old), markets: [] as WorldMarket[] }));
  const renewed = new Map(world.events.map((old, index) => [old, events[index] ?? old]));
  const markets = world.markets.map((old) => ({ ...market(old), event: renewed.get(old.event) ?? old.event }));
  world.events.forEach((old, index) => {
    events[index]?.markets.push(...old.markets.flatMap((member) => markets[member.index] ?? []));
  });
  return { ...world, events, markets };
}

/** The quirk of a catalog with these changes. */
export function recatalogued(change: CatalogChange): { readonly world: WorldOptions } {
  return { world: { remake: (world) => withCatalog(world, change) } };
}

function same<Item>(item: Item) {
  return item;
}
