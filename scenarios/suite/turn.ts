/** scenarios/suite/turn: one run of a suite: a case of a scenario, and its outcome. */
import type { Case, Loaded } from '../reading/read-scenario.ts';
import type { ScenarioResult, StepTraceLine } from '../running/result.ts';
import { runScenario } from '../running/run-scenario.ts';
import type { Stage } from '../stage.ts';

export type Turn = { readonly loaded: Loaded; readonly one: Case };

/** The outcome of a turn. The trace is empty unless it was requested. */
export type Ran = { readonly result: ScenarioResult; readonly stepTrace: readonly StepTraceLine[] };

export type TurnOptions = {
  readonly seed: number;
  /** Keeps the trace of every turn, not only of those with a golden one. */
  readonly keepsStepTraces: boolean;
  readonly signal?: AbortSignal;
};

/** True if its trace must equal the one on file, which has a fixed seed. */
export function isGolden({ scenario }: Loaded): boolean {
  return scenario.tags.includes('golden');
}

export function turnsOf(scenarios: readonly Loaded[]): readonly Turn[] {
  return scenarios.flatMap((loaded) => loaded.cases.map((one) => ({ loaded, one })));
}

/** The numbers below `count` that no other thread has taken from `next`. */
export function* takenFrom(next: Int32Array, count: number): Generator<number> {
  for (let index = Atomics.add(next, 0, 1); index < count; index = Atomics.add(next, 0, 1)) yield index;
}

export async function playTurn({ loaded, one }: Turn, stage: Stage, options: TurnOptions): Promise<Ran> {
  const stepTrace: StepTraceLine[] = [];
  const result = await runScenario(loaded, one, stage, {
    seed: isGolden(loaded) ? 1 : options.seed,
    ...(options.keepsStepTraces || isGolden(loaded)
      ? { onStepTrace: (line: StepTraceLine) => stepTrace.push(line) }
      : {}),
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  return { result, stepTrace };
}
