/**
 * scenarios/stages/in-process: every scenario gets a simulator of its own, on virtual time: nothing is left of one when the
 * next begins, and everything can be asked of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator, type SimulatorOptions, simulatorFactory } from '../../sim/simulator.ts';
import type { Handler } from '../../wire/message.ts';
import type { Target } from '../../wire/target.ts';
import { Capability, type Scenario } from '../language/scenario.ts';
import type { Scene, Stage } from '../stage.ts';
import { asking } from './asking.ts';
import { findPlaces, missingPlaces, placesIn } from './finding.ts';

export type InProcessOptions = {
  /** Seed of the world; default 1. */
  readonly worldSeed?: number;
  readonly profile?: string;
  /** Puts something between the scenario and the service, such as a mutant. */
  readonly wrap?: (handler: Handler, simulator: Simulator) => Handler;
};

/** A stage of simulators. */
export function inProcessStage({ worldSeed = 1, profile = 'document', wrap }: InProcessOptions = {}): Stage {
  const finder = createFinder();
  const factories = new Map<string, () => Simulator>();
  /** Generated worlds are built once; a written one is used by its own scenario alone. */
  const makerOf = (options: SimulatorOptions): (() => Simulator) => {
    if (typeof options.world !== 'string') return simulatorFactory(options);
    const known = factories.get(options.world) ?? simulatorFactory(options);
    factories.set(options.world, known);
    return known;
  };
  return {
    label: 'in-process simulator',
    capabilities: new Set(Capability.options),
    async open(scenario) {
      const options: SimulatorOptions = { seed: worldSeed, profile, world: scenario.world ?? 'small' };
      const found = await finder(scenario, options);
      const missing = missingPlaces(placesIn(scenario), (place) => Object.hasOwn(found, place));
      if (missing.length > 0) return { missing };
      if (!usesRestart(scenario)) return sceneOf(makerOf(options), found, wrap, () => undefined);
      const directory = mkdtempSync(join(tmpdir(), 'touchstone-scenario-'));
      const make = (): Simulator => createSimulator({ ...options, journal: { directory } });
      return sceneOf(make, found, wrap, () => rmSync(directory, { recursive: true }));
    },
    close: async () => undefined,
  };
}

function usesRestart(scenario: Scenario): boolean {
  return JSON.stringify([scenario.steps, scenario.macros, scenario.finally]).includes('"restart":true');
}

/** Finds what scenarios name, once for each world: the same world has the same things. */
function createFinder(): (scenario: Scenario, options: SimulatorOptions) => Promise<Scene['found']> {
  const known = new Map<string, Map<string, unknown>>();
  return async (scenario, options) => {
    const places = placesIn(scenario);
    if (places.length === 0) return {};
    const world = JSON.stringify(options.world);
    const things = known.get(world) ?? new Map<string, unknown>();
    known.set(world, things);
    const unknown = places.filter((place) => !things.has(place));
    // On a service of its own: what a scenario finds must not use up its limits, nor be changed by what stands between.
    const ask =
      unknown.length === 0 ? undefined : asking(inProcessTarget(createSimulator({ ...options, limits: 'off' })).send);
    const found = ask === undefined ? {} : await findPlaces(ask, unknown);
    for (const place of unknown) things.set(place, found[place]);
    return Object.fromEntries([...things].filter(([, thing]) => thing !== undefined));
  };
}

function sceneOf(
  make: () => Simulator,
  found: Scene['found'],
  wrap: InProcessOptions['wrap'],
  cleanUp: () => void,
): Scene {
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
