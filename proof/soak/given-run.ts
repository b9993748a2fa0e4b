/**
 * proof/soak/given-run: a run whose commands somebody else has drawn, say a property of a test: judged as the run of a
 * seed is, and written down where it fails.
 */
import type { Command } from '../../sim/core/command.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import type { Venue } from '../../sim/core/venue.ts';
import type { Choices } from '../oracle/claim.ts';
import { CLAIMS, type ClaimName } from '../reads/claims.ts';
import { populationOf } from '../reads/population.ts';
import { endTrial } from './apply-command.ts';
import { type Canary, canaryWrap } from './canary.ts';
import { type ClaimedRun, judgeClaimed, recordClaimed } from './claimed-run.ts';
import { createReadAudit } from './read-audit.ts';
import type { Trace, TraceStep } from './trace.ts';
import { applyRecorded, newTrace } from './trace-recorder.ts';
import { type Audit, failThrown, openTrial, type Trial, type Wrap } from './trial.ts';

export type GivenRun = {
  readonly rules: VenueRules;
  /** Each with the moment at which it is given, milliseconds; a moment before the last one is that of a clock that is behind. */
  readonly given: readonly { readonly command: Command; readonly now: number }[];
  /** Default: beside the plain venue. */
  readonly audit?: Audit;
  /** Also judges what is read of the log; reading begins as soon as all markets and wallets are there. */
  readonly reads?: true;
  /** Judges this claim, and nothing else. */
  readonly claim?: { readonly name: ClaimName; readonly choices?: Choices };
  /** Hears of what makes the run worth its while, if something is claimed. */
  readonly note?: (what: string) => void;
  readonly canary?: Canary | undefined;
  /** As for a seed: another venue, which no record tells. */
  readonly wrap?: Wrap | undefined;
};

/** The run, written down with what went wrong; undefined where nothing did. `origin`: whose run it is. */
export function judgeRun(run: GivenRun, origin: Pick<Trace, 'seed' | 'property'>): Trace | undefined {
  const { rules, given, audit = 'naive', reads, canary, wrap = canaryWrap(canary) } = run;
  if (run.claim !== undefined) return judgeClaim({ ...run, wrap, claim: { choices: {}, ...run.claim } }, origin);
  const population = populationOf(given.map(({ command }) => command));
  const openReadAudit = reads && ((venue: Venue) => createReadAudit(venue, population));
  const trial = openTrial({ rules, audit, wrap, openReadAudit });
  const steps: TraceStep[] = [];
  // A trial begins at a moment of its own.
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
  return trial.failure === undefined ? undefined : traceOf(trial, steps, { ...origin, audit, reads, canary });
}

/** The same of a run of which something is claimed. */
function judgeClaim(
  run: ClaimedRun & Pick<GivenRun, 'canary'>,
  origin: Pick<Trace, 'seed' | 'property'>,
): Trace | undefined {
  const { rules, claim, canary } = run;
  const failure = judgeClaimed(run, CLAIMS);
  if (failure === undefined) return undefined;
  const { from, steps } = recordClaimed(run);
  const judged = { claim: { ...claim, from }, ...(canary && { canary }) };
  return newTrace(failure, { ...origin, audit: 'light', rules, settles: false, ...judged, steps });
}

/** The same command in a run that begins so much later. */
function moved(command: Command, later: number): Command {
  if (command.kind !== 'place' || command.expiresAt === undefined) return command;
  return { ...command, expiresAt: command.expiresAt + later };
}

function traceOf(
  { failure, watch }: Trial,
  steps: readonly TraceStep[],
  { canary, reads, ...origin }: Pick<Trace, 'seed' | 'property' | 'audit' | 'reads' | 'canary'>,
): Trace | undefined {
  const judged = { ...(reads && { reads }), ...(canary && { canary }) };
  return failure && newTrace(failure, { ...origin, rules: watch.rules, settles: false, ...judged, steps: [...steps] });
}
