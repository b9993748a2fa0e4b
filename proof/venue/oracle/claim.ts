/** proof/venue/oracle/claim: a named statement about all runs, which can be judged again from a file. */
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { finish } from './run-comparison.ts';
import { applyAll, type TimedCommand } from './runs.ts';

/** Parameters of a claim, drawn beside the commands. */
export type Choices = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

export type ClaimedRun = {
  readonly rules: VenueRules;
  readonly given: readonly TimedCommand[];
  readonly choices: Choices;
  /** The venue after the run, with all due work done. The claim may change it. */
  readonly venue: Venue;
  /** Wraps each venue that is judged, to plant a fault in tests. */
  wrap(venue: Venue): Venue;
  make(): Venue;
  /** Counts what makes a run meaningful, event kinds included, because a claim about nothing always holds. */
  note(what: string): void;
};

/** Returns what is wrong. */
export type Claim = (run: ClaimedRun) => string | undefined;

type JudgedRun = Pick<ClaimedRun, 'rules' | 'given' | 'choices'> & Partial<Pick<ClaimedRun, 'wrap' | 'note'>>;

/** Judges the run. Throws what the venue throws. */
export function judgeClaim(claim: Claim, { wrap = (own) => own, note, ...run }: JudgedRun): string | undefined {
  const make = (): Venue => wrap(createVenue(run.rules));
  const venue = finish(applyAll(make(), run.given));
  if (note !== undefined) for (const { kind } of venue.log) note(kind);
  return claim({ ...run, wrap, make, note: note ?? (() => undefined), venue });
}

/** The number of this name, or 0. */
export function numberOf(choices: Choices, name: string): number {
  const value = choices[name];
  return typeof value === 'number' ? value : 0;
}

/** The text of this name, or an empty text. */
export function textOf(choices: Choices, name: string): string {
  const value = choices[name];
  return typeof value === 'string' ? value : '';
}

export function listOf(choices: Choices, name: string): readonly (string | number)[] {
  const value = choices[name];
  return Array.isArray(value) ? (value as readonly (string | number)[]) : [];
}
