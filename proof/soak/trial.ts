/**
 * proof/soak/trial: a venue under judgement, what is known of it, and the first thing that was found wrong. Commands
 * are given to it in `apply-command.ts`; what it answers and tells is judged in `batch-audit.ts`.
 */
import type { Command, Refusal, Reply } from '../../sim/core/command.ts';
import type { Event } from '../../sim/core/event.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import type { Result } from '../../spec/result.ts';
import { type Auditor, createAuditor } from '../oracle/auditor.ts';
import { type Marks, newMarks } from './marks.ts';
import type { ReadAudit } from './read-audit.ts';
import { newTwin, type Twin } from './twin.ts';
import { newWatch, type Watch } from './watch.ts';

/** How closely a run is looked at: `naive` steps a second, plain venue beside. */
export type Audit = 'light' | 'full' | 'naive';

/** What was found wrong, and after how many commands. */
export type Failure = { readonly invariant: string; readonly message: string; readonly step: number };

/** A command and its answer, and where the log stood before and after it, once what was due by then was done. */
export type PendingReply = {
  readonly command: Command;
  readonly isHostile: boolean;
  readonly reply: Result<Reply, Refusal>;
  /** Where the clock was moved to. */
  readonly now: number;
  readonly before: number;
  readonly after: number;
};

export type Trial = {
  readonly audit: Audit;
  venue: Venue;
  readonly wrap: Wrap;
  readonly auditor: Auditor;
  readonly watch: Watch;
  readonly twin: Twin | undefined;
  /** What was answered and is still to be judged, and how much of it may wait between two steps. */
  readonly replies: PendingReply[];
  readonly maxBacklog: number;
  /** Events that were read, and are still to be judged. */
  readonly unseen: Event[];
  /** Events judged so far. */
  seen: number;
  /** What reads the log while it grows, where that is judged too. */
  readAudit: ReadAudit | undefined;
  readonly openReadAudit: TrialSettings['openReadAudit'];
  /** Where the clock was moved to. */
  now: number;
  /** Commands so far. */
  steps: number;
  failure: Failure | undefined;
  /** What was given and when, where it is wanted. */
  readonly given: { readonly command: Command; readonly now: number }[] | undefined;
};

/** Changes something about each venue that is judged; nothing where it is left out. */
export type Wrap = (venue: Venue) => Venue;

export type TrialSettings = {
  readonly rules: VenueRules;
  readonly audit: Audit;
  readonly marks?: Marks | undefined;
  readonly wrap?: Wrap | undefined;
  readonly keepsCommands?: boolean;
  /** Lets so many answers wait for their judgement, which is quicker, and tells too late a step what was found. */
  readonly maxBacklog?: number | undefined;
  /** Makes what reads the log, where that is judged too. */
  readonly openReadAudit?: ((venue: Venue) => ReadAudit) | undefined;
};

/** The clock of every run begins here, milliseconds. */
export const START = 1_000_000;

export function openTrial({
  rules,
  audit,
  marks,
  wrap = (own) => own,
  maxBacklog = 0,
  ...settings
}: TrialSettings): Trial {
  const venue = wrap(createVenue(rules));
  const { keepsCommands, openReadAudit } = settings;
  return {
    audit,
    venue,
    wrap,
    auditor: createAuditor(rules, audit === 'full' ? 'full' : 'light'),
    watch: newWatch(rules, marks ?? newMarks()),
    twin: audit === 'naive' ? newTwin(rules) : undefined,
    replies: [],
    maxBacklog,
    unseen: [],
    seen: 0,
    readAudit: openReadAudit?.(venue),
    openReadAudit,
    now: START,
    steps: 0,
    failure: undefined,
    given: keepsCommands === true ? [] : undefined,
  };
}

/** Keeps the first failure. */
export function fail(trial: Trial, invariant: string, message: string): void {
  trial.failure ??= { invariant, message, step: trial.steps };
}

/** A venue that throws has failed, whatever it was asked. */
export function failThrown(trial: Trial, error: unknown): void {
  fail(trial, 'neverThrows', error instanceof Error ? error.message : String(error));
}

/** Whether everybody is there whose accounts are read. */
export function isPopulated({ readAudit, watch }: Trial): boolean {
  const { markets = 0, wallets = 0 } = readAudit?.population ?? {};
  return markets > 0 && watch.markets.length === markets && watch.wallets === wallets;
}
