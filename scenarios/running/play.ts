/** scenarios/running/play: what a scenario knows and counts while it is played. */
import type { Rng } from '../../sim/world/rng.ts';
import type { Difference } from '../../wire/pattern/matcher.ts';
import type { Scope } from '../expression/expression.ts';
import type { Macro } from '../language/scenario.ts';
import type { Scene } from '../stage.ts';
import type { Shown, TraceLine } from './result.ts';

/** Variables by name; loops and macros have their own in front of those around them. */
export type Variables = Record<string, unknown>;

export type Play = {
  readonly scene: Scene;
  readonly macros: Readonly<Record<string, Macro>>;
  readonly rng: Rng;
  /** Salts of orders: others in each run where the deployment remembers those of the runs before. */
  readonly saltRng: Rng;
  readonly always: readonly string[];
  readonly startedAt: number;
  /** The service clock as last seen, milliseconds. */
  clock: number;
  /** Hears each line of the trace. */
  readonly trace: ((line: TraceLine) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  steps: number;
  /** Steps that were looked at, taken or not. */
  turns: number;
  requests: number;
  /** Times something could have failed: a scenario that expects nothing has not passed. */
  judged: number;
  /** The last steps are taken, which an interruption does not stop: they clean up. */
  isEnding: boolean;
  /** The last exchange, for failures of steps that have none of their own. */
  shown: Shown | undefined;
};

/** A step did not hold. Caught by `until` and by the runner. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly at: string;
  readonly title: string;
  readonly differences: readonly Difference[];
  readonly shown: Shown | undefined;
  constructor(at: string, title: string, differences: readonly Difference[], shown?: Shown) {
    super(`${at}: ${title}`);
    this.at = at;
    this.title = title;
    this.differences = differences;
    this.shown = shown;
  }
}

/** The scenario cannot be played as it is written: its author's mistake, not the deployment's. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** The deployment lacks what the scenario needs, as the message says: nothing can be said of it. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** More steps than this are no scenario any more. */
export const STEPS_MAX = 1_000_000;

/** The variables inside a loop or a macro: those around it, and its own. */
export function inner(around: Variables, own: Readonly<Record<string, unknown>>): Variables {
  return Object.assign(Object.create(around) as Variables, own);
}

/** The variables that expressions can use, by name. */
export function scopeOf(variables: Variables): Scope {
  if (Object.getPrototypeOf(variables) === null) return variables;
  const scope: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name in variables) scope[name] = variables[name];
  return scope;
}
