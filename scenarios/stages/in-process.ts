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
  const simulators = createSimulators();
  return {
    label: 'in-process simulator',
    capabilities: new Set(Capability.options),
    async open(scenario) {
      const options: SimulatorOptions = { seed: worldSeed, profile, world: scenario.world ?? 'small' };
      const found = await finder(scenario, options);
      const missing = missingPlaces(placesIn(scenario), (place) => Object.hasOwn(found, place));
      if (missing.length > 0) return { missing };
      if (!usesRestart(scenario)) {
        const simulator = simulators.take(options);
        return sceneOf(
          () => simulator,
          found,
          wrap,
          () => simulators.giveBack(options, simulator),
        );
      }
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

type Simulators = {
  /** A simulator as it began. */
  take(options: SimulatorOptions): Simulator;
  /** For the next scenario on the same world. */
  giveBack(options: SimulatorOptions, simulator: Simulator): void;
};

/** Worlds are built once: the generated ones, and of the written ones the last, which the cases of one scenario share. */
function createSimulators(): Simulators {
  const makers = new Map<SimulatorOptions['world'], () => Simulator>();
  const idle = new Map<SimulatorOptions['world'], Simulator[]>();
  const forgetWritten = (): void => {
    for (const world of makers.keys()) {
      if (typeof world === 'string') continue;
      makers.delete(world);
      idle.delete(world);
    }
  };
  return {
    take(options) {
      const { world } = options;
      const free = idle.get(world)?.pop();
      if (free !== undefined) {
        free.reset();
        return free;
      }
      const known = makers.get(world);
      if (known !== undefined) return known();
      if (typeof world !== 'string') forgetWritten();
      const make = simulatorFactory(options);
      makers.set(world, make);
      return make();
    },
    giveBack({ world }, simulator) {
      if (makers.has(world)) idle.set(world, [...(idle.get(world) ?? []), simulator]);
    },
  };
}

/** Finds what scenarios name, once for each world: the same world has the same things. */
function createFinder(): (scenario: Scenario, options: SimulatorOptions) => Promise<Scene['found']> {
  const known = new Map<string, Map<string, unknown>>();
  const simulators = createSimulators();
  return async (scenario, options) => {
    const places = placesIn(scenario);
    if (places.length === 0) return {};
    const world = JSON.stringify(options.world);
    const things = known.get(world) ?? new Map<string, unknown>();
    known.set(world, things);
    const unknown = places.filter((place) => !things.has(place));
    if (unknown.length > 0) {
      // On a service of its own: what a scenario finds must not use up its limits, nor be changed by what stands between.
      const unlimited: SimulatorOptions = { ...options, limits: 'off' };
      const simulator = simulators.take(unlimited);
      const found = await findPlaces(asking(inProcessTarget(simulator).send), unknown);
      for (const place of unknown) things.set(place, found[place]);
      simulators.giveBack(unlimited, simulator);
    }
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
