/** proof/venue/soak/given-run: judges a run of given commands like the run of a seed, and records its failure. */
import type { Venue } from '../../../sim/core/venue.ts';
import type { Command } from '../../../spec/venue/command.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import type { Choices } from '../oracle/claim.ts';
import type { TimedCommand } from '../oracle/runs.ts';
import { CLAIMS, type ClaimName } from '../reads/claims.ts';
import { populationOf } from '../reads/read-run.ts';
import { endTrial } from './apply-command.ts';
import { type Canary, canaryWrap } from './canary.ts';
import { type ClaimedRun, judgeClaimed, recordClaimed } from './claimed-run.ts';
import { createReadAudit } from './read-audit.ts';
import type { Trace, TraceStep } from './trace.ts';
import { applyRecorded, newTrace } from './trace-names.ts';
import { type Audit, failThrown, openTrial, type Wrap } from './trial.ts';

export type GivenRun = Readonly<{
  rules: VenueRules;
  /** Moments in milliseconds; one that is earlier than the previous one is that of a slow clock. */
  given: readonly TimedCommand[];
  /** Default: `naive`. */
  audit?: Audit;
  /** Also judges reads, as soon as all markets and wallets exist. */
  reads?: true;
  /** Judges only this claim. */
  claim?: { readonly name: ClaimName; readonly choices?: Choices };
  /** Counts what makes the run meaningful for its claim. */
  note?: (what: string) => void;
  canary?: Canary | undefined;
  /** Wraps the venue; the record does not contain it. */
  wrap?: Wrap | undefined;
}>;

/** Judges the run and returns a failing one as a trace. `origin`: its seed or property. */
export function judgeRun(run: GivenRun, origin: Pick<Trace, 'seed' | 'property'>): Trace | undefined {
  const { rules, given, audit = 'naive', reads, canary, wrap = canaryWrap(canary) } = run;
  if (run.claim !== undefined) return judgeClaim({ ...run, wrap, claim: { choices: {}, ...run.claim } }, origin);
  const population = populationOf(given.map(({ command }) => command));
  const openReadAudit = reads && ((venue: Venue) => createReadAudit(venue, population));
  const trial = openTrial({ rules, audit, wrap, openReadAudit });
  const steps: TraceStep[] = [];
  // The clock of a trial has its own beginning.
  const later = trial.now - (given[0]?.now ?? trial.now);
  try {
    for (const { command, now } of given) {
      applyRecorded(trial, { wait: now + later - trial.now, command: moved(command, later) }, steps);
      if (trial.failure !== undefined) break;
    }
    if (trial.failure === undefined) endTrial(trial);
  } catch (error) {
    failThrown(trial, error);
  }
  return trial.failure && newTrace(trial.failure, { ...origin, audit, rules, settles: false, reads, canary, steps });
}

function judgeClaim(
  run: ClaimedRun & Pick<GivenRun, 'canary'>,
  origin: Pick<Trace, 'seed' | 'property'>,
): Trace | undefined {
  const { rules, claim, canary } = run;
  const failure = judgeClaimed(run, CLAIMS);
  if (failure === undefined) return undefined;
  const { from, steps } = recordClaimed(run);
  const judged = { claim: { ...claim, from }, canary };
  return newTrace(failure, { ...origin, audit: 'light', rules, settles: false, ...judged, steps });
}

function moved(command: Command, later: number): Command {
  if (command.kind !== 'place' || command.expiresAt === undefined) return command;
  return { ...command, expiresAt: command.expiresAt + later };
}
