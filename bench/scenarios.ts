/** bench/scenarios: the cost of a step of a scenario without its request, and the whole library. */
import { filesUnder } from '../scenarios/reading/files.ts';
import { type Loaded, scenarioOf } from '../scenarios/reading/read-scenario.ts';
import { parseSource } from '../scenarios/reading/source.ts';
import { runScenario } from '../scenarios/running/run-scenario.ts';
import { inProcessStage } from '../scenarios/stages/in-process.ts';
import { createSimulator } from '../sim/simulator.ts';
import { get } from '../wire/message.ts';
import { inRounds, MAIN, mustRun, print, withSpread } from './machine.ts';

const STEPS = 10_000;
const ROUNDS = 5;

/** A scenario with thousands of requests of one kind, each with its expectation, inside the limits of the service. */
function loaded(conditionId: string, steps: number): Loaded {
  const text = `
scenario: many steps
steps:
  - repeat:
      times: ${steps / 1_000}
      do:
        - repeat:
            times: 1000
            do: [{get: /clob-markets/${conditionId}, expect: {status: 200, at: {/c: '${conditionId}'}}}]
        - {advance: 10s}
`;
  const source = parseSource(text, 'many-steps.yaml');
  const scenario = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  if (!scenario.ok) throw new Error(scenario.refusal[0]?.message);
  return scenario.value;
}

/** Microseconds of a step of each of these scenarios, without the request itself. */
async function stepCosts(steps: number): Promise<readonly number[]> {
  const simulator = createSimulator({ limits: 'off' });
  const [conditionId = ''] = simulator.credentials.markets ?? [];
  const scenario = loaded(conditionId, steps);
  const [only] = scenario.cases;
  const stage = inProcessStage();
  const costOfRound = async () => {
    const bareStart = performance.now();
    for (let step = 0; step < steps; step += 1) simulator.handle(get(`/clob-markets/${conditionId}`));
    const bare = performance.now() - bareStart;
    const start = performance.now();
    const result = only === undefined ? undefined : await runScenario(scenario, only, stage, { seed: 1 });
    const whole = performance.now() - start;
    if (result?.verdict !== 'pass') throw new Error('the scenario did not pass');
    return ((whole - bare) * 1_000) / steps;
  };
  return inRounds(ROUNDS, costOfRound, 1);
}

export async function benchScenarios(): Promise<void> {
  for (const steps of [STEPS / 10, STEPS]) {
    const costs = await stepCosts(steps);
    print(`a step of a scenario of ${steps}, over its request`, withSpread(costs, 'us', 1), 'goal: under 100 us');
  }
  const walls = await inRounds(3, async () => (await mustRun([MAIN, 'run', 'scenarios'])).ms);
  print('the library of scenarios, in process', withSpread(walls, 'ms', 0), 'goal: under 5,000 ms');
}
