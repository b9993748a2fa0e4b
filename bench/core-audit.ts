/** bench/core-audit: the speed of the venue with the auditor that reads its log, and beside the naive venue. */
import { createNaive } from '../model/create-naive.ts';
import { type AuditLevel, createAuditor } from '../proof/venue/oracle/auditor.ts';
import { isSame } from '../proof/venue/oracle/differential.ts';
import type { Port } from '../proof/venue/oracle/port.ts';
import { MAX_BACKLOG } from '../proof/venue/soak/seed-run.ts';
import { createVenue, type Venue } from '../sim/core/venue.ts';
import type { Command } from '../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../spec/venue/rules.ts';
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

export type AuditBench = { readonly commands: number; readonly rounds: number };

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
    const takeNew = (): void => {
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
