/**
 * conformance/properties/concurrency/linearizable: decides whether some order of concurrent operations, which respects
 * their real times, explains their outcomes. The search is that of Wing and Gong, memoised by the set of operations
 * that are done and the state. Pure.
 */

/** An operation with its observed outcome, and the moments between which it took effect. */
export type Operation<Input> = Readonly<{
  input: Input;
  /** Moments of one logical counter: when it was sent, and when its response arrived. */
  invoked: number;
  /** Infinity if no response arrived. */
  returned: number;
  /** It may have had no effect at all, because its response was lost. */
  isOptional?: boolean;
}>;

/** The states that an object can have, one operation at a time. */
export type Specification<State, Input> = {
  readonly initial: State;
  /** The state after an operation; undefined if the operation cannot have this outcome in this state. */
  step(state: State, input: Input): State | undefined;
  /** Equal for equal states. */
  digest(state: State): string;
};

/** `undecided`: the search ended at its bound. */
export type Explanation = 'explained' | 'unexplained' | 'undecided';

const STEPS_MAX = 200_000;

/** Searches at most `stepsMax` steps of the specification. */
export function explain<State, Input>(
  operations: readonly Operation<Input>[],
  { initial, step, digest }: Specification<State, Input>,
  stepsMax = STEPS_MAX,
): Explanation {
  const visited = new Set<string>();
  let steps = 0;
  const search = (state: State, done: ReadonlySet<number>) => {
    const open = operations.flatMap((operation, index) => (done.has(index) ? [] : [{ ...operation, index }]));
    if (open.every(({ isOptional }) => isOptional === true)) return true;
    const key = `${[...done].sort((one, other) => one - other).join(',')}|${digest(state)}`;
    if (visited.has(key)) return false;
    visited.add(key);
    // An operation comes after each one whose response arrived before it was sent.
    const earliest = Math.min(...open.map(({ returned }) => returned));
    for (const { index, input, invoked } of open) {
      if (invoked > earliest) continue;
      if (steps >= stepsMax) return false;
      steps += 1;
      const next = step(state, input);
      if (next !== undefined && search(next, new Set([...done, index]))) return true;
    }
    return false;
  };
  if (search(initial, new Set())) return 'explained';
  return steps >= stepsMax ? 'undecided' : 'unexplained';
}
