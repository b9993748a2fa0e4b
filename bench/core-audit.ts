/** bench/core-audit: the speed of the venue with its auditor, by level of the audit, and beside the naive venue. */

import { createNaive } from '../model/create-naive.ts';
import { type AuditLevel, createAuditor } from '../proof/venue/oracle/auditor.ts';
import { isSame } from '../proof/venue/oracle/differential.ts';
import type { Port } from '../proof/venue/oracle/port.ts';
import { newMarks } from '../proof/venue/soak/marks.ts';
import { MAX_BACKLOG, runSeed } from '../proof/venue/soak/seed-run.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import type { Command } from '../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../spec/venue/rules.ts';
import { withSpread } from './machine.ts';
import {
  type Contestant,
  clocked,
  clockedInParts,
  inMillions,
  type Line,
  race,
  type Times,
  undisturbedInMillions,
} from './race.ts';
import { drawStream } from './stream.ts';
import { commandsOf, fund, momentOf, mustDo } from './venue-orders.ts';

type AuditBench = { readonly commands: number; readonly rounds: number };

export const AUDIT_BENCH: AuditBench = { commands: 200_000, rounds: 5 };
export const NAIVE_BENCH: AuditBench = { commands: 10_000, rounds: 5 };

/** As in a soak, the state is judged at intervals, and events wait for the auditor until then. */
const JUDGE_EVERY = 1_000;

function audited(level: AuditLevel, commands: readonly Command[]): Contestant {
  const ready = (): (() => Times) => {
    const venue = createVenue();
    fund(venue);
    const auditor = createAuditor(DOCUMENT_RULES, level);
    let seen = 0;
    const takeNew = () => {
      for (; seen < venue.eventCount; seen += 1) {
        const event = venue.eventAt(seen);
        if (event !== undefined) auditor.add(event);
      }
    };
    takeNew();
    return clockedInParts(commands.length, JUDGE_EVERY, (from, to) => {
      for (let at = from; at < to; at += 1) {
        mustDo(venue, commands[at] as Command, momentOf(at));
        if (venue.eventCount - seen > MAX_BACKLOG) takeNew();
      }
      takeNew();
      auditor.judgeState(venue);
      if (to === commands.length) auditor.end();
      const [finding] = auditor.findings;
      if (finding !== undefined) throw new Error(`${finding.invariant}: ${finding.message}`);
    });
  };
  return { name: `audited, ${level}`, operations: commands.length, ready };
}

/** Replies and events are compared after every command. */
function besideNaive(commands: readonly Command[]): Contestant {
  const ready = (): (() => Times) => {
    const [venue, naive]: readonly [Venue, Port] = [createVenue(), createNaive()];
    for (const each of [venue, naive]) fund(each);
    let seen = venue.eventCount;
    return clocked(() => {
      commands.forEach((command, at) => {
        const reply = venue.step(command, momentOf(at));
        if (!isSame(reply, naive.step(command, momentOf(at)))) throw new Error(`replies differ at command ${at}`);
        for (; seen < venue.eventCount; seen += 1) {
          if (!isSame(venue.eventAt(seen), naive.log[seen])) throw new Error(`event ${seen} differs`);
        }
      });
    });
  };
  return { name: 'beside the naive venue', operations: commands.length, ready };
}

/** The lines of the venue with the auditor. Throws if the auditor has a finding. */
export function benchAudit(level: AuditLevel, { commands, rounds }: AuditBench): readonly Line[] {
  const [rates] = race([audited(level, commandsOf(drawStream(commands)))], rounds);
  return [
    [`with the auditor, ${level}, ${commands} commands`, inMillions(rates, 'M/s', 3), 'goal: 0.300 M/s'],
    ['  undisturbed', undisturbedInMillions(rates, 3), ''],
  ];
}

/** The lines of the venue beside the naive one, step by step. Throws if they differ. */
export function benchNaive({ commands, rounds }: AuditBench): readonly Line[] {
  const [rates] = race([besideNaive(commandsOf(drawStream(commands)))], rounds);
  return [[`beside the naive venue, ${commands} commands`, inMillions(rates, 'M/s', 3), 'goal: 0.030 M/s']];
}

type SoakBench = { readonly seeds: number; readonly commands: number; readonly rounds: number };

export const SOAK_BENCH: Readonly<Record<AuditLevel, SoakBench>> = {
  light: { seeds: 200, commands: 1_000, rounds: 9 },
  full: { seeds: 100, commands: 1_000, rounds: 5 },
};
/** Rounds until V8 has compiled the code of a seed: some two thousand seeds, the first seconds of a soak. */
const WARM_UPS: Readonly<Record<AuditLevel, number>> = { light: 12, full: 4 };
/** Seeds a second of a thousand commands each, including those of the liveness phase. */
const GOALS: Readonly<Record<AuditLevel, number>> = { light: 500, full: 50 };

type Given = { seeds: number; commands: number };

function contestant(audit: AuditLevel, { seeds, commands }: SoakBench, given: Given): Contestant {
  const marks = newMarks();
  const run = (before: number) => {
    const seed = before + 1;
    const ended = runSeed({ seed, commands, audit }, marks);
    const { failure } = ended;
    if (failure !== undefined) throw new Error(`seed ${seed}: ${failure.invariant}: ${failure.message}`);
    given.seeds += 1;
    given.commands += ended.commands;
  };
  return { name: `soak, ${audit}`, operations: seeds, ready: () => clockedInParts(seeds, 1, run) };
}

/** The lines of seeds a second. Throws if a seed fails. `warmUps`: rounds before those that count. */
export function benchSoak(audit: AuditLevel, bench: SoakBench, warmUps = WARM_UPS[audit]): readonly Line[] {
  const given: Given = { seeds: 0, commands: 0 };
  const [{ byRound, undisturbed }] = race([contestant(audit, bench, given)], bench.rounds, warmUps);
  const each = given.commands / given.seeds;
  const thousands = (seeds: number) => (seeds * each) / 1_000;
  return [
    [
      `soak, ${audit}, ${Math.round(each)} commands a seed`,
      withSpread(byRound, 'seeds/s', 1),
      `goal: ${GOALS[audit]} seeds of 1000 commands`,
    ],
    ['  thousands of commands', withSpread(byRound.map(thousands), '/s', 1), ''],
    [
      '  undisturbed',
      `${undisturbed.toFixed(1)} seeds/s, ${thousands(undisturbed).toFixed(1)} thousand commands/s`,
      '',
    ],
  ];
}
