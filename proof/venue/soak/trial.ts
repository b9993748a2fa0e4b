/** proof/venue/soak/trial: a venue under judgement, its auditor, watch and twin, and the first failure. */
import type { Result } from '../../../base/result.ts';
import { createNaive } from '../../../model/create-naive.ts';
import { Registry } from '../../../model/registry.ts';
import { createVenue, type Venue } from '../../../sim/core/venue.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import type { Event } from '../../../spec/venue/event.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import { type Auditor, createAuditor } from '../oracle/auditor.ts';
import { isSame, stateDifference } from '../oracle/differential.ts';
import type { TimedCommand } from '../oracle/runs.ts';
import { type Marks, newMarks } from './marks.ts';
import type { ReadAudit } from './read-audit.ts';
import { Watch } from './watch-state.ts';

/** The thoroughness of judgements; `naive` also runs the naive venue. */
export type Audit = 'light' | 'full' | 'naive';

/** The violated invariant, and the number of commands so far. */
export type Failure = { readonly invariant: string; readonly message: string; readonly step: number };

/** A command, its reply, and the length of the log before and after it, without due work. */
export type PendingReply = Readonly<{
  command: Command;
  isHostile: boolean;
  reply: Result<Reply, Refusal>;
  now: number;
  before: number;
  after: number;
}>;

export type Trial = {
  readonly audit: Audit;
  venue: Venue;
  readonly wrap: Wrap;
  readonly auditor: Auditor;
  readonly watch: Watch;
  readonly twin: Twin | undefined;
  readonly registry: Registry;
  /** Replies that are not judged yet, and how many may wait between two steps. */
  readonly replies: PendingReply[];
  readonly maxBacklog: number;
  readonly unseen: Event[];
  seen: number;
  readAudit: ReadAudit | undefined;
  readonly openReadAudit: TrialSettings['openReadAudit'];
  now: number;
  steps: number;
  failure: Failure | undefined;
  /** The commands and their moments, if requested. */
  readonly given: TimedCommand[] | undefined;
};

export type Wrap = (venue: Venue) => Venue;

export type TrialSettings = Readonly<{
  rules: VenueRules;
  audit: Audit;
  marks?: Marks | undefined;
  wrap?: Wrap | undefined;
  /** Learns the objects that the run creates. */
  registry?: Registry;
  keepsCommands?: boolean;
  /** Number of replies that may wait; faster, but failures are reported at a later step. */
  maxBacklog?: number | undefined;
  /** Opens the audit of reads, if reads are judged. */
  openReadAudit?: ((venue: Venue) => ReadAudit) | undefined;
}>;

/** The first moment of every run, milliseconds. */
export const START = 1_000_000;

export function openTrial({
  rules,
  audit,
  marks,
  wrap = (own) => own,
  registry = new Registry(),
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
    watch: new Watch(rules, marks ?? newMarks()),
    twin: audit === 'naive' ? newTwin(rules, registry) : undefined,
    registry,
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

export function fail(trial: Trial, invariant: string, message: string): void {
  trial.failure ??= { invariant, message, step: trial.steps };
}

export function failThrown(trial: Trial, error: unknown): void {
  fail(trial, 'neverThrows', error instanceof Error ? error.message : String(error));
}

/** Whether all markets and wallets exist whose reads are judged. */
export function isPopulated({ readAudit, watch }: Trial): boolean {
  const { markets = 0, wallets = 0 } = readAudit?.population ?? {};
  return markets > 0 && watch.markets.length === markets && watch.wallets === wallets;
}

/** Each function returns the difference. */
type Twin = ReturnType<typeof newTwin>;

function newTwin(rules: VenueRules, registry: Registry) {
  const naive = createNaive(rules);
  return {
    advanceTo: (now: number) => naive.advanceTo(now),
    step(command: Command, now: number, reply: Result<Reply, Refusal>) {
      const own = naive.step(command, now);
      return isSame(own, reply) ? undefined : `${shown(reply)}, the naive venue replies ${shown(own)}`;
    },
    eventDiffers(event: Event, index: number) {
      const own = naive.log[index];
      return isSame(own, event) ? undefined : `event ${index}: ${shown(event)}, the naive venue has ${shown(own)}`;
    },
    differs(venue: Venue) {
      if (venue.eventCount !== naive.log.length) {
        return `${venue.eventCount} events, the naive venue has ${naive.log.length}`;
      }
      const [what, value, own] = stateDifference(venue, naive, registry) ?? [];
      return what && `${what}: ${shown(value)}, the naive venue has ${shown(own)}`;
    },
  };
}

function shown(value: unknown) {
  return JSON.stringify(value);
}
