/** proof/judge/scenario-matrix: the mutants with which a scenario fails that passes on the unbroken service. */
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import type { Stage } from '../../scenarios/stage.ts';
import { inProcessStage } from '../../scenarios/stages/in-process.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { internalsOf } from './mutated.ts';
import type { Mutant } from './variant.ts';

/** `cited`: mutants of the clauses that a scenario cites. `asked`: also all mutants of the routes that it requests. */
export type Reach = 'cited' | 'asked';

type MutantTrial = { readonly id: string; readonly clause: string; readonly isKilled: boolean };

export type ScenarioRow = Readonly<{
  file: string;
  scenario: string;
  /** The reason why nothing was tried: the scenario does not pass on the unbroken service. */
  unfit?: string;
  trials: readonly MutantTrial[];
}>;

export type ScenarioMatrix = Readonly<{
  rows: readonly ScenarioRow[];
  /** Scenarios that kill at least one mutant, and those that were tried on any. */
  killers: number;
  tried: number;
  /** Mutants that at least one scenario kills, and all that were tried. */
  mutantsKilled: number;
  mutantsTried: number;
}>;

export type ScenarioMatrixOptions = Readonly<{
  scenarios: readonly Loaded[];
  mutants: readonly Mutant[];
  seed: number;
  reach?: Reach;
  onRow?: (row: ScenarioRow) => void;
  signal?: AbortSignal;
}>;

export async function scenarioMatrix(options: ScenarioMatrixOptions): Promise<ScenarioMatrix> {
  const rows: ScenarioRow[] = [];
  for (const loaded of options.scenarios) {
    if (options.signal?.aborted === true) break;
    const row = await judgeScenario(loaded, options);
    rows.push(row);
    options.onRow?.(row);
  }
  const trials = rows.flatMap((row) => row.trials);
  return {
    rows,
    killers: rows.filter((row) => row.trials.some(({ isKilled }) => isKilled)).length,
    tried: rows.filter((row) => row.trials.length > 0).length,
    mutantsKilled: new Set(trials.filter(({ isKilled }) => isKilled).map(({ id }) => id)).size,
    mutantsTried: new Set(trials.map(({ id }) => id)).size,
  };
}

async function judgeScenario(loaded: Loaded, options: ScenarioMatrixOptions): Promise<ScenarioRow> {
  const { mutants, seed, reach = 'cited', signal } = options;
  const { file, name } = loaded;
  const requested = new Set<string>();
  const unfit = await firstThatFails(loaded, inProcessStage(), seed, requested);
  if (unfit !== undefined) return { file, scenario: name, unfit: whyUnfit(unfit), trials: [] };
  const { clauses } = loaded.scenario;
  const near = mutants.filter(
    ({ breaks, route }) => clauses.includes(breaks) || (reach === 'asked' && requested.has(route)),
  );
  const trials: MutantTrial[] = [];
  for (const { id, breaks: clause, wrap } of near) {
    if (signal?.aborted === true) break;
    const stage = inProcessStage({
      wrap: (handle, simulator) => wrap(handle, internalsOf(simulator)),
    });
    const failed = await firstThatFails(loaded, stage, seed);
    trials.push({ id, clause, isKilled: failed?.verdict === 'fail' });
  }
  return { file, scenario: name, trials };
}

/** The first case that does not pass, undefined if all do. Requested routes are added to `requested`. */
async function firstThatFails(
  loaded: Loaded,
  stage: Stage,
  seed: number,
  requested?: Set<string>,
): Promise<ScenarioResult | undefined> {
  for (const one of loaded.cases) {
    const result = await runScenario(loaded, one, stage, {
      seed,
      ...(requested === undefined ? {} : { onStepTrace: ({ exchange }) => noteRoute(requested, exchange?.request) }),
    });
    if (result.verdict !== 'pass') return result;
  }
  return undefined;
}

function noteRoute(requested: Set<string>, request: { readonly method: string; readonly target: string } | undefined) {
  if (request === undefined) return;
  const [path = ''] = request.target.split('?');
  const route = matchRoute({ method: request.method, path, query: '', headers: {} });
  if (route !== undefined) requested.add(route.id);
}

function whyUnfit({ verdict, missing, failures }: ScenarioResult): string {
  const [failure] = failures;
  return `${verdict}: ${missing[0] ?? (failure === undefined ? 'no reason given' : `${failure.at} ${failure.title}`)}`;
}
