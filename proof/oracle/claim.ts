/**
 * proof/oracle/claim: what is claimed of a run, whatever its commands: how it relates to a run of other commands, or what is
 * read of it. A claim has a name and says what is wrong, so that the run of a failing property can be judged again.
 */
import { createExchange, type Exchange } from '../../sim/core/exchange.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { finish } from './relating.ts';
import { type Given, replayOn } from './runs.ts';

/** What a claim leaves open, drawn beside the commands: plain values by name. */
export type Choices = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/** A run that something is claimed of. */
export type ClaimedRun = {
  readonly rules: VenueRules;
  readonly given: readonly Given[];
  readonly choices: Choices;
  /** The exchange that the run made, with all done that has become due. It belongs to the claim. */
  readonly exchange: Exchange;
  /** Changes each exchange that is judged; leaves it as it is unless a fault is wanted. */
  wrap(exchange: Exchange): Exchange;
  /** A new exchange under the rules of the run. */
  make(): Exchange;
  /** Hears of what makes the run worth its while, kinds of events among it: a claim about nothing holds always. */
  note(what: string): void;
};

/** Says what is wrong; undefined where nothing is. */
export type Claim = (run: ClaimedRun) => string | undefined;

type JudgedRun = Pick<ClaimedRun, 'rules' | 'given' | 'choices'> & Partial<Pick<ClaimedRun, 'wrap' | 'note'>>;

/** What is wrong with the run. Throws what an exchange throws. */
export function judgeClaim(claim: Claim, { wrap = (own) => own, note, ...run }: JudgedRun): string | undefined {
  const make = (): Exchange => wrap(createExchange(run.rules));
  const exchange = finish(replayOn(make(), run.given));
  if (note !== undefined) for (const { kind } of exchange.log) note(kind);
  return claim({ ...run, wrap, make, note: note ?? (() => undefined), exchange });
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
