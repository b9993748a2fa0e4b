/** proof/venue/mutants/engine-oracles: the oracles that judge single runs: naive, auditor, state, swarm. */
import { invariant } from '../../../base/result.ts';
import { GENES, rulesFrom } from '../../../model/commands.ts';
import { createNaive } from '../../../model/create-naive.ts';
import type { Venue } from '../../../sim/core/venue.ts';
import { type Auditor, createAuditor } from '../oracle/auditor.ts';
import { differenceText, runBoth } from '../oracle/differential.ts';
import { runGenes } from '../oracle/runs.ts';
import { newMarks } from '../soak/marks.ts';
import { drawOptions } from '../soak/options.ts';
import { runSeed } from '../soak/seed-run.ts';
import { drawsOf, type Oracle, oracleOf } from './oracle.ts';

const NAIVE_COMMANDS = 500;
const AUDITED_COMMANDS = 300;
const SWARM_COMMANDS = 400;
/** Commands between two judgements of the whole state. */
const STATE_EVERY = 10;

const naive = oracleOf('naive', ({ createVenue }, draws, index, tick) => {
  const draw = drawsOf(draws);
  const rules = rulesFrom([index, index + 1]);
  const steps = function* (): Generator<readonly number[]> {
    for (let step = 0; step < NAIVE_COMMANDS; step += 1) {
      tick();
      yield Array.from({ length: GENES }, draw);
    }
  };
  const difference = runBoth(createVenue(rules), createNaive(rules), steps(), 5);
  return difference && differenceText(difference);
});

const auditor = oracleOf('auditor', ({ createVenue }, draws, index, tick) => {
  const rules = rulesFrom([index, index + 1]);
  const follower = follow(createVenue(rules), createAuditor(rules, 'full'));
  until(draws, follower.venue, () => {
    tick();
    follower.catchUp();
    return follower.auditor.findings.length > 0;
  });
  return findingOf(follower.auditor, 0);
});

const state = oracleOf('state', ({ createVenue }, draws, index, tick) => {
  const rules = rulesFrom([index, index + 1]);
  const follower = follow(createVenue(rules), createAuditor(rules, 'light'));
  let steps = 0;
  let finding: string | undefined;
  until(draws, follower.venue, () => {
    tick();
    steps += 1;
    if (steps % STATE_EVERY !== 0) return false;
    follower.venue.advanceTo(follower.venue.now);
    follower.catchUp();
    const known = follower.auditor.findings.length;
    follower.auditor.judgeState(follower.venue);
    finding = findingOf(follower.auditor, known);
    return finding !== undefined;
  });
  return finding;
});

/** A drawn swarm with faults, restores, a second run of its commands, and the liveness phase. */
const swarm = oracleOf('swarm', (subject, draws, _index, tick) => {
  const seed = 1 + (drawsOf(draws)() % 1_000_000);
  const { rules } = drawOptions(seed);
  // The subject replaces every venue that the swarm creates or restores.
  const wrap = (own: Venue): Venue => {
    if (own.eventCount === 0) return subject.createVenue(rules);
    const restored = subject.restoreVenue(own.snapshot());
    invariant(restored.ok, 'a snapshot can be restored');
    return restored.value;
  };
  const { failure, commands } = runSeed({ seed, commands: SWARM_COMMANDS, audit: 'full', wrap }, newMarks());
  for (let step = 0; step < (failure?.step ?? commands); step += 1) tick();
  return failure && `${failure.invariant}: ${failure.message}`;
});

type Follower = { readonly venue: Venue; readonly auditor: Auditor; catchUp(): void };

function follow(venue: Venue, reader: Auditor): Follower {
  let taken = 0;
  return {
    venue,
    auditor: reader,
    catchUp() {
      const { log } = venue;
      for (const event of log.slice(taken)) reader.add(event);
      taken = log.length;
    },
  };
}

function findingOf({ findings }: Auditor, from: number): string | undefined {
  const finding = findings[from];
  return finding && `${finding.invariant}: ${finding.message}`;
}

const ENOUGH = new Error('the run has shown enough');

function until(draws: string, venue: Venue, isEnough: () => boolean) {
  try {
    runGenes(venue, AUDITED_COMMANDS, drawsOf(draws), () => {
      if (isEnough()) throw ENOUGH;
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
}

export const ENGINE_ORACLES: readonly Oracle[] = [naive, auditor, state, swarm];
