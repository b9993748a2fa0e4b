/** conformance/scenarios/run-stage: the target, wallets and markets of a run as a stage, looked up when first needed */
import type { Case, Loaded } from '../../scenarios/reading/read-scenario.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { deploymentStage } from '../../scenarios/stages/deployment.ts';
import type { Control } from '../../wire/target.ts';
import type { CheckContext } from '../check.ts';
import { createLine, type Line } from './line.ts';

export type RunStage = {
  /** Plays one case over the line. Never throws. */
  play(loaded: Loaded, one: Case, line: Line, seed: number): Promise<ScenarioResult>;
  /** Called before orders are placed: waits, once, until no heartbeat of a check can cancel them. */
  calm(): Promise<void>;
};

/** A key whose heartbeats stop loses its orders after ten seconds. */
const LAPSE_MS = 11_000;

/** The stage of the run of `context`. Without permission to write it has no markets for writes. */
export function createRunStage(context: CheckContext): RunStage {
  const { control, wallets, bindings } = context;
  let line = createLine(context);
  // A target that is reset has no heartbeats left either.
  let isCalm = control !== undefined;
  const stage = deploymentStage({
    target: {
      label: '$TARGET',
      send: (request) => line.send(request),
      ...(control === undefined ? {} : { control: controlOf(() => line.control ?? control) }),
      close: async () => undefined,
    },
    wallets,
    markets: bindings.writeMarkets.map(({ conditionId }) => conditionId),
    sleep: (milliseconds) => line.pause(milliseconds),
  });
  return {
    play(loaded, one, own, seed) {
      line = own;
      return runScenario(loaded, one, stage, { seed });
    },
    async calm() {
      if (!isCalm) await context.pause(LAPSE_MS);
      isCalm = true;
    },
  };
}

/** The control of the current line. */
function controlOf(current: () => Control): Control {
  return {
    advance: (ms) => current().advance(ms),
    reset: () => current().reset(),
    faults: (fault) => current().faults(fault),
    now: () => current().now(),
    hash: () => current().hash(),
  };
}
