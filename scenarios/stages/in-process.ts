/**
 * scenarios/stages/in-process: every scenario gets a simulator of its own, on virtual time: nothing is left of one when the
 * next begins, and everything can be asked of it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../../sim/simulator.ts';
import type { Handler } from '../../wire/message.ts';
import type { Target } from '../../wire/target.ts';
import { Capability, type Scenario } from '../language/scenario.ts';
import type { Scene, Stage, StageMarket } from '../stage.ts';
import { asking } from './asking.ts';
import { type Ask, findPlaces, placesIn } from './finding.ts';
import { marketOf, namedMarkets, namedWallets } from './naming.ts';

export type InProcessOptions = {
  /** Seed of the world; default 1. */
  readonly worldSeed?: number;
  readonly profile?: string;
  /** Puts something between the scenario and the service, such as a mutant. */
  readonly wrap?: (handler: Handler, simulator: Simulator) => Handler;
};

/** A stage of simulators. */
export function inProcessStage({ worldSeed = 1, profile = 'document', wrap }: InProcessOptions = {}): Stage {
  return {
    label: 'in-process simulator',
    capabilities: new Set(Capability.options),
    async open(scenario) {
      const directory = usesRestart(scenario) ? mkdtempSync(join(tmpdir(), 'touchstone-scenario-')) : undefined;
      const options: SimulatorOptions = {
        seed: worldSeed,
        profile,
        world: scenario.world ?? 'small',
        ...(directory === undefined ? {} : { journal: { directory } }),
      };
      return openScene(scenario, options, wrap, () => {
        if (directory !== undefined) rmSync(directory, { recursive: true });
      });
    },
    close: async () => undefined,
  };
}

function usesRestart(scenario: Scenario): boolean {
  return JSON.stringify([scenario.steps, scenario.macros, scenario.finally]).includes('"restart":true');
}

/** Names of the written world, or of the wallets and markets set aside for writes. */
async function namesOf(simulator: Simulator, ask: Ask): Promise<Pick<Scene, 'wallets' | 'markets'>> {
  const { named, credentials } = simulator;
  if (named === undefined) {
    return { wallets: namedWallets(credentials.wallets), markets: await namedMarkets(ask, credentials.markets ?? []) };
  }
  const markets: [string, StageMarket][] = [];
  for (const [name, conditionId] of Object.entries(named.markets)) {
    const market = await marketOf(ask, conditionId);
    if (market !== undefined) markets.push([name, market]);
  }
  return { wallets: named.wallets, markets: Object.fromEntries(markets) };
}

async function openScene(
  scenario: Scenario,
  options: SimulatorOptions,
  wrap: InProcessOptions['wrap'],
  cleanUp: () => void,
): Promise<Scene> {
  let simulator = createSimulator(options);
  const targetOf = (): Target => {
    const own = simulator;
    return inProcessTarget(wrap === undefined ? own : { ...own, handle: wrap(own.handle, own) });
  };
  let target = targetOf();
  const began = simulator.log.length;
  // What a scenario finds must not use up its limits, nor be changed by what stands between.
  const ask = asking(inProcessTarget(createSimulator({ ...options, limits: 'off' })).send);
  const { wallets, markets } = await namesOf(simulator, ask);
  return {
    wallets,
    markets,
    found: await findPlaces(ask, placesIn(scenario)),
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
      simulator = createSimulator(options);
      target = targetOf();
    },
    log: () => simulator.log.slice(began),
    async close() {
      simulator.close();
      cleanUp();
    },
  };
}
