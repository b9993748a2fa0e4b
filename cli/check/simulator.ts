/** cli/check/simulator: the built-in simulator as the target of a run. A run against a deployment does not load it. */
import { visible } from '../../reports/untrusted.ts';
import { startServer } from '../../sim/http/server.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import { WorldError } from '../../sim/world/world-error.ts';
import { withControl } from '../../wire/http-control.ts';
import { httpTarget } from '../../wire/http-target.ts';
import { worldFault } from '../deployment/world-fault.ts';
import { withBuildingLine } from '../terminal/building-line.ts';
import { type OpenTarget, SIMULATOR } from './target.ts';

export type SimulatorChoice = Readonly<{
  seed: number;
  world: string;
  skipInvalidMarkets?: true;
  profile: string | undefined;
  isInProcess: boolean;
  timeoutMs: number;
  /** Says nothing about a world that takes long to make. */
  isQuiet: boolean;
}>;

/** A simulator on virtual time with control, by default behind HTTP on a free loopback port. */
export async function openSimulator(choice: SimulatorChoice): Promise<OpenTarget> {
  const simulator = build(choice);
  const label = `${SIMULATOR}${choice.world}`;
  const common = {
    share: 1,
    isUp: true,
    routes: [],
    ownCredentials: simulator.credentials,
    bugs: () => simulator.bugs.length,
  };
  if (choice.isInProcess) {
    const target = { ...inProcessTarget(simulator), label };
    return { ...common, target, close: () => target.close() };
  }
  const server = await startServer(simulator.handle, { control: simulator });
  const http = httpTarget(new URL(server.url), { timeoutMs: choice.timeoutMs });
  return {
    ...common,
    // The port differs from run to run; the report must not.
    target: { ...(await withControl(http)), label },
    async close() {
      await http.close();
      await server.close();
    },
  };
}

function build({ world, profile, isQuiet, isInProcess: _, timeoutMs: __, ...own }: SimulatorChoice): Simulator {
  const options = { ...own, world, ...(profile !== undefined && { profile }) };
  try {
    if (isQuiet) return createSimulator(options);
    const simulator = withBuildingLine(world, (onProgress) => createSimulator({ ...options, onProgress }));
    const [leftOut] = simulator.warnings;
    if (own.skipInvalidMarkets && leftOut !== undefined) console.error(`touchstone: ${visible(leftOut)}`);
    return simulator;
  } catch (error) {
    throw error instanceof WorldError ? worldFault(error) : error;
  }
}
