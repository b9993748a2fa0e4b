/** scenarios/stages/in-process: every scenario gets its own simulator on virtual time, with every capability. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTo, getOrAdd } from '../../base/record.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { type Simulator, type SimulatorFactory, simulatorFactory } from '../../sim/simulator.ts';
import type { SimulatorOptions } from '../../sim/simulator-options.ts';
import { WorldError } from '../../sim/world/world-error.ts';
import type { Handler, Target } from '../../wire/message.ts';
import { Capability, type Scenario } from '../language/scenario.ts';
import { allSteps } from '../running/mentions.ts';
import type { OpenStage, Stage } from '../stage.ts';
import { readerOf } from './deployment.ts';
import { findPlaces, missingPlaces, placesIn } from './found-values.ts';

export type InProcessOptions = {
  /** Seed of the world; default 1. */
  readonly worldSeed?: number;
  readonly profile?: string;
  /** Puts something between the scenario and the service, such as a mutant. */
  readonly wrap?: (handler: Handler, simulator: Simulator) => Handler;
};

export function inProcessStage({ worldSeed = 1, profile = 'document', wrap }: InProcessOptions = {}): Stage {
  const factoryOf = createFactories({ seed: worldSeed, profile });
  const simulators = createSimulators(factoryOf);
  const finder = createFinder(factoryOf);
  return {
    label: 'in-process simulator',
    capabilities: new Set(Capability.options),
    async open(scenario) {
      const { world = 'small' } = scenario;
      const found = await finder(scenario, world);
      const missing = missingPlaces(placesIn(scenario), (place) => Object.hasOwn(found, place));
      if (missing.length > 0) return { missing };
      if (!allSteps(scenario, scenario.macros).some((step) => 'restart' in step)) {
        const simulator = simulators.take(world);
        const release = () => simulators.release(world, simulator);
        return openStage(() => simulator, found, wrap, release);
      }
      const directory = mkdtempSync(join(tmpdir(), 'touchstone-scenario-'));
      const make = () => factoryOf(world)({ journal: { directory } });
      return openStage(make, found, wrap, () => rmSync(directory, { recursive: true }));
    },
    close: async () => undefined,
  };
}

type WorldOf = NonNullable<Scenario['world']>;
type Factories = (world: WorldOf) => SimulatorFactory;

/** Worlds are built once: generated ones, and the last written one, which the cases of a scenario share. */
function createFactories(options: Pick<SimulatorOptions, 'seed' | 'profile'>): Factories {
  const generated = new Map<WorldOf, SimulatorFactory>();
  let written: { readonly world: WorldOf; readonly factory: SimulatorFactory } | undefined;
  return (world) => {
    const known = typeof world === 'string' ? generated.get(world) : written?.world === world && written.factory;
    if (known) return known;
    const factory = simulatorFactory({ ...options, world });
    if (typeof world === 'string') generated.set(world, factory);
    else written = { world, factory };
    return factory;
  };
}

/** Later scenarios reuse the simulators of earlier ones. */
function createSimulators(factoryOf: Factories) {
  const idle = new Map<SimulatorFactory, Simulator[]>();
  return {
    take(world: WorldOf): Simulator {
      const free = idle.get(factoryOf(world))?.pop();
      if (free === undefined) return factoryOf(world)();
      free.reset();
      return free;
    },
    release(world: WorldOf, simulator: Simulator): void {
      addTo(idle, factoryOf(world), simulator);
    },
  };
}

/** Finds the `found.*` of scenarios, once for each world. */
function createFinder(factoryOf: Factories): (scenario: Scenario, world: WorldOf) => Promise<OpenStage['found']> {
  const known = new Map<string, Map<string, unknown>>();
  return async (scenario, world) => {
    const places = placesIn(scenario);
    if (places.length === 0) return {};
    const things = getOrAdd(known, JSON.stringify(world), () => new Map<string, unknown>());
    const unknown = places.filter((place) => !things.has(place));
    if (unknown.length > 0) {
      // On a separate service, so that the search neither uses up limits nor depends on a mutant.
      const found = await findPlaces(readerOf(inProcessTarget(factoryOf(world)({ limits: 'off' })).send), unknown);
      for (const place of unknown) things.set(place, found[place]);
    }
    return Object.fromEntries([...things].filter(([, thing]) => thing !== undefined));
  };
}

function openStage(
  make: () => Simulator,
  found: OpenStage['found'],
  wrap: InProcessOptions['wrap'],
  cleanUp: () => void,
): OpenStage {
  let simulator = make();
  const targetOf = (): Target => {
    const own = simulator;
    return inProcessTarget(wrap === undefined ? own : { ...own, handle: wrap(own.handle, own) });
  };
  let target = targetOf();
  const began = simulator.eventCount;
  const { wallets, markets } = simulator.named;
  return {
    wallets,
    markets,
    found,
    run: '',
    send: (request) => target.send(request),
    now: async () => simulator.now(),
    async advance(ms) {
      simulator.advance(ms);
      return true;
    },
    async fault(fault) {
      simulator.fault(fault);
      return true;
    },
    async faultRules(rules) {
      simulator.faults(rules);
      return true;
    },
    async command(words) {
      try {
        simulator.command(words);
        Object.assign(markets, simulator.named.markets);
        return {};
      } catch (error) {
        if (error instanceof WorldError) return { error: error.message };
        throw error;
      }
    },
    async reset() {
      simulator.reset();
      target = targetOf();
      return true;
    },
    async restart() {
      simulator.close();
      simulator = make();
      target = targetOf();
    },
    log: () => simulator.log.slice(began),
    async close() {
      simulator.close();
      cleanUp();
    },
  };
}
