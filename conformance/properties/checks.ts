/** conformance/properties/checks: each property as a check: with few cases in `check`, with many in `explore`. */
import type { Check, CheckContext } from '../check.ts';
import { check } from '../checks/definition.ts';
import { play } from './play.ts';
import type { Extent, Property } from './property.ts';

/** How a run explores its properties. */
export type Exploration = Readonly<{
  /** The seed of all draws; by default it follows from the seed of the run and the id of the property. */
  seed?: number | undefined;
  /** Repeats the counterexample of one property: the path that its finding states. */
  path?: string | undefined;
  /** Cases of each property; by default those of the property. */
  runs?: number | undefined;
  /** Real milliseconds for the next property, read when it begins. */
  timeMs?: (() => number) | undefined;
  extent: Extent;
  /** Cases that shrinking may judge. */
  shrinkMax: number;
  /** Called with each case: the parts of the parameter space that it covers, and the number of all parts. */
  onCase?: ((id: string, features: readonly string[], space: number) => void) | undefined;
  onFound?: ((id: string, found: Found) => void) | undefined;
}>;

/** A counterexample: `faults` has a text for each finding. */
export type Found = { readonly seed: number; readonly path: string; readonly faults: readonly string[] };

/** Within the budget of `check`: a longer list is narrowed by a filter. */
export const BRIEF: Exploration = { extent: { pagesMax: 2, isBrief: true }, shrinkMax: 20 };

/** Whole lists of any deployment that a run can read. */
export const THOROUGH: Exploration = { extent: { pagesMax: 1_000, isBrief: false }, shrinkMax: 200 };

/** Different causes that one property reports before it ends. */
const CAUSES_MAX = 5;

export function propertyCheck(property: Property, exploration: Exploration = BRIEF): Check {
  const { id, cost, runs: _, open: __, ...settings } = property;
  return check('property', id, {
    ...settings,
    kind: 'property',
    cost: costOf(property),
    run: (context) => explore(context, property, exploration),
  });
}

async function explore(context: CheckContext, property: Property, exploration: Exploration) {
  const opened = await property.open(context, exploration.extent);
  const { shrinkMax, path, timeMs, onCase, onFound } = exploration;
  const drawnSeed = Math.floor(context.random() * 2 ** 31);
  const known = new Set<string>();
  let left = exploration.runs ?? property.runs ?? 0;
  let seed = exploration.seed ?? drawnSeed;
  const end = timeMs === undefined ? undefined : performance.now() + timeMs();
  for (let causes = 0; left > 0 && causes < CAUSES_MAX; causes += 1) {
    const timeLeft = end === undefined ? undefined : Math.max(1, end - performance.now());
    const plan = { seed, runs: left, path, timeMs: timeLeft, shrinkMax };
    const { runs, failure } = await play(context, opened, plan, {
      known,
      onCase: onCase && ((drawn) => onCase(property.id, opened.features?.(drawn) ?? [], opened.space?.length ?? 0)),
    });
    if (failure === undefined) return;
    const { counterexample, trial } = failure;
    trial.keep(counterexample);
    for (const fault of trial.faults) known.add(fault);
    onFound?.(property.id, { ...counterexample, faults: trial.faults });
    if (path !== undefined) return;
    left -= runs;
    seed += 1;
  }
}

/** That of the few cases of `check`: a run cannot reserve requests for the thousands of an exploration. */
function costOf({ cost, runs = 0 }: Property): Check['cost'] {
  const total = new Map(Object.entries(cost.once ?? {}));
  for (const [route, count] of Object.entries(cost.perCase)) total.set(route, (total.get(route) ?? 0) + count * runs);
  return Object.fromEntries(total);
}
