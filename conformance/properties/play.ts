/**
 * conformance/properties/play: draws cases of a property, judges them, shrinks the first that fails, and sends the
 * smallest one again alone. The cases follow from the seed and, for one counterexample, the path of fast-check.
 */
import fc from 'fast-check';
import type { CheckContext, Trial } from '../check.ts';
import type { Counterexample } from '../counterexample.ts';
import type { OpenProperty } from './property.ts';

export type Plan = Readonly<{
  seed: number;
  /** Cases to draw. */
  runs: number;
  /** Repeats one counterexample: the path that its finding states. */
  path?: string | undefined;
  /** Real milliseconds after which no further case is drawn. */
  timeMs?: number | undefined;
  /** Cases that shrinking may judge. */
  shrinkMax: number;
}>;

/** A failing case that was shrunk as far as the plan allows, and the last trial of it that failed. */
type Failure = { readonly counterexample: Counterexample; readonly trial: Trial };

export type Played = { readonly runs: number; readonly failure: Failure | undefined };

/** How often the smallest case is sent again before it counts. */
const REPETITIONS = 3;

export const WRONG_PATH = 'the path leads to no case of this seed and property';

class Failed extends Error {}

export type Watch<Case> = {
  /** Faults that are reported already. */
  readonly known: ReadonlySet<string>;
  readonly onCase?: ((drawn: Case) => void) | undefined;
};

/** Judges cases until one has a fault that is not in `known`. Evidence of passing cases is kept in `context`. */
export async function play<Case>(
  context: CheckContext,
  { arbitrary, judge, inTurn }: OpenProperty<Case>,
  plan: Plan,
  { known, onCase }: Watch<Case>,
): Promise<Played> {
  let judged = 0;
  let first: { original: Case; runs: number; faults: readonly string[] } | undefined;
  let worst: Trial | undefined;
  const isNew = (fault: string) => !known.has(fault);
  const trialOf = (drawn: Case) => context.attempt((trial) => judge(trial, drawn));
  let trouble: { readonly error: unknown } | undefined;
  const end = plan.timeMs === undefined ? undefined : performance.now() + plan.timeMs;
  const judgeOne = async (drawn: Case) => {
    // The time limits of fast-check leave a case behind that goes on beside the next property.
    if (end !== undefined && judged > 0 && performance.now() >= end) throw new fc.PreconditionFailure(true);
    if (trouble !== undefined || (first !== undefined && judged - first.runs >= plan.shrinkMax)) return;
    judged += 1;
    onCase?.(drawn);
    const trial = await trialOf(drawn).catch((error: unknown) => {
      trouble = { error };
      throw error;
    });
    const faults = trial.faults.filter(isNew);
    if (faults.length === 0) return trial.keep();
    // Shrinking must not wander from one fault to another.
    if (first !== undefined && !faults.some((fault) => first?.faults.includes(fault))) return;
    first ??= { original: drawn, runs: judged, faults };
    worst = trial;
    throw new Failed(faults[0]);
  };
  const details = await check(fc.asyncProperty(arbitrary, judgeOne), plan);
  // Trouble of the target, or an error of the property, ends the check.
  if (trouble !== undefined) throw (trouble as { readonly error: unknown }).error;
  if (details === undefined || (plan.path !== undefined && judged === 0))
    context.notTestable(WRONG_PATH, 'copy --seed, --path and --only from one finding');
  const [drawn] = details.counterexample ?? [];
  if (first === undefined || worst === undefined || drawn === undefined) return { runs: judged, failure: undefined };
  const { faults } = first;
  const isSame = (trial: Trial) => trial.faults.some((fault) => faults.includes(fault));
  // The state that a case leaves may move its fault: sent again, it may show at another place of the route, even at one
  // of an earlier finding. A contest leaves its outcome to timing.
  const routes = new Set(faults.map(routeOf));
  const isOfState = (trial: Trial) => trial.faults.some((fault) => isNew(fault) || routes.has(routeOf(fault)));
  const hasFailed = inTurn === undefined ? isOfState : isSame;
  const alone = await repeat(() => trialOf(drawn), hasFailed);
  const sequence = inTurn?.(drawn);
  const turns = sequence && (await repeat(() => trialOf(sequence), isSame));
  const counterexample = {
    seed: plan.seed,
    path: details.counterexamplePath ?? '',
    runs: first.runs,
    shrinks: judged - first.runs,
    repeated: alone.length,
    repetitions: REPETITIONS,
    ...(turns === undefined ? {} : { repeatedInTurn: turns.length }),
    sizes: [sizeOf(first.original), sizeOf(drawn)] satisfies [number, number],
  };
  return { runs: judged, failure: { counterexample, trial: alone.findLast(isSame) ?? worst } };
}

/** The method and the route at the end of the text of a fault. */
function routeOf(fault: string) {
  return fault.split(' ').slice(-2).join(' ');
}

/** Undefined for a path that leads to no case. */
async function check<Case>(cases: fc.IAsyncProperty<[Case]>, { seed, runs, path }: Plan) {
  try {
    return await fc.check(cases, { seed, numRuns: runs, ...(path !== undefined && { path }) });
  } catch (error) {
    if (path !== undefined && error instanceof Error && error.message.startsWith('Unable to replay')) return undefined;
    throw error;
  }
}

/** The trials, of `REPETITIONS`, that fail again. */
async function repeat(again: () => Promise<Trial>, hasFailed: (trial: Trial) => boolean): Promise<readonly Trial[]> {
  const failed: Trial[] = [];
  for (let turn = 0; turn < REPETITIONS; turn += 1) {
    const trial = await again();
    if (hasFailed(trial)) failed.push(trial);
  }
  return failed;
}

/** A list of requests or commands has its length, anything else that of its JSON. */
function sizeOf(drawn: unknown) {
  return Array.isArray(drawn) ? drawn.length : JSON.stringify(drawn).length;
}
