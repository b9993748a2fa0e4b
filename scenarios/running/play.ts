/** scenarios/running/play: the state of a scenario while it is played. */

import type { Rng } from '../../base/rng.ts';
import type { Difference } from '../../wire/pattern/matcher.ts';
import type { Scope } from '../expression/expression.ts';
import type { OpenStage } from '../stage.ts';
import type { Macros } from './mentions.ts';
import type { Shown, StepFailure, StepTraceLine } from './result.ts';

/** Variables by name; those of loops and macros shadow the outer ones. */
export type Variables = Record<string, unknown>;

export type Play = {
  readonly stage: OpenStage;
  readonly macros: Macros;
  readonly rng: Rng;
  /** Salts of orders: they differ in each run if the deployment remembers earlier runs. */
  readonly saltRng: Rng;
  readonly always: readonly string[];
  readonly startedAt: number;
  /** The service clock as last seen, milliseconds. */
  clock: number;
  readonly onStepTrace: ((line: StepTraceLine) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  steps: number;
  /** Steps that were visited, including skipped ones. */
  turns: number;
  requests: number;
  /** The number of judgements: a scenario without any has not passed. */
  judged: number;
  /** The steps of `finally` run. An interruption does not stop them, because they clean up. */
  isEnding: boolean;
  /** The last exchange, for failures of steps that do not send. */
  shown: Shown | undefined;
};

/** A step did not hold. Caught by `until` and by the runner. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly failure: StepFailure;
  constructor(at: string, title: string, differences: readonly Difference[], shown?: Shown) {
    super(`${at}: ${title}`);
    this.failure = { at, title, differences, ...(shown && { exchange: shown }) };
  }
}

/** The failure of a step whose value at no place of a body differs. */
export function unmet(at: string, title: string, expected: string, actual: string, shown?: Shown): StepFailed {
  return new StepFailed(at, title, [{ pointer: '', expected, actual }], shown);
}

/** The scenario cannot be played as it is written: its author's mistake, not the deployment's. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** The deployment lacks something that the scenario needs, which the message names: there is no verdict. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** A scenario with more steps is rejected. */
export const STEPS_MAX = 1_000_000;

/** The variables inside a loop or a macro: the outer ones, and its own. */
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
