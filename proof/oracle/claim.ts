/**
 * proof/oracle/claim: what is claimed of a run, whatever its commands: how it relates to a run of other commands, or what is
 * read of it. A claim has a name and says what is wrong, so that the run of a failing property can be judged again.
 */

import type { VenueRules } from '../../sim/core/rules.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { finish } from './run-comparison.ts';
import { applyAll, type TimedCommand } from './runs.ts';

/** What a claim leaves open, drawn beside the commands: plain values by name. */
export type Choices = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/** A run that something is claimed of. */
export type ClaimedRun = {
  readonly rules: VenueRules;
  readonly given: readonly TimedCommand[];
  readonly choices: Choices;
  /** The venue that the run made, with all done that has become due. It belongs to the claim. */
  readonly venue: Venue;
  /** Changes each venue that is judged; leaves it as it is unless a fault is wanted. */
  wrap(venue: Venue): Venue;
  /** A new venue under the rules of the run. */
  make(): Venue;
  /** Hears of what makes the run worth its while, kinds of events among it: a claim about nothing holds always. */
  note(what: string): void;
};

/** Says what is wrong; undefined where nothing is. */
export type Claim = (run: ClaimedRun) => string | undefined;

type JudgedRun = Pick<ClaimedRun, 'rules' | 'given' | 'choices'> & Partial<Pick<ClaimedRun, 'wrap' | 'note'>>;

/** What is wrong with the run. Throws what a venue throws. */
export function judgeClaim(claim: Claim, { wrap = (own) => own, note, ...run }: JudgedRun): string | undefined {
  const make = (): Venue => wrap(createVenue(run.rules));
  const venue = finish(applyAll(make(), run.given));
  if (note !== undefined) for (const { kind } of venue.log) note(kind);
  return claim({ ...run, wrap, make, note: note ?? (() => undefined), venue });
}

/** A number that was drawn; 0 where there is none. */
export function numberOf(choices: Choices, name: string): number {
  const value = choices[name];
  return typeof value === 'number' ? value : 0;
}

/** A text that was drawn; empty where there is none. */
export function textOf(choices: Choices, name: string): string {
  const value = choices[name];
  return typeof value === 'string' ? value : '';
}

/** The members of a list that was drawn. */
export function listOf(choices: Choices, name: string): readonly (string | number)[] {
  const value = choices[name];
  return Array.isArray(value) ? (value as readonly (string | number)[]) : [];
}
