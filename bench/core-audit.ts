/** bench/core-audit: the exchange under judgement: with the auditor that reads its log, or beside the naive exchange. */

import { type AuditLevel, createAuditor } from '../proof/oracle/auditor.ts';
import { isSame } from '../proof/oracle/differential.ts';
import { createNaive, type Port } from '../proof/oracle/port.ts';
import { PATIENCE } from '../proof/soak/seed-run.ts';
import type { Command } from '../sim/core/command.ts';
import { createExchange, type Exchange } from '../sim/core/exchange.ts';
import { DOCUMENT_RULES } from '../sim/core/rules.ts';
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

/** The state is judged now and then; until then events may wait, as many as in a soak, for the auditor's turn. */
const JUDGE_EVERY = 1_000;

function audited(level: AuditLevel, commands: readonly Command[]): Contestant {
  const ready = (): (() => Times) => {
    const exchange = createExchange();
    fund(exchange);
    const auditor = createAuditor(DOCUMENT_RULES, level);
    let seen = 0;
    const takeNew = (): void => {
      for (; seen < exchange.eventCount; seen += 1) {
        const event = exchange.eventAt(seen);
        if (event !== undefined) auditor.take(event);
      }
    };
    takeNew();
    return clockedInParts(commands.length, JUDGE_EVERY, (from, to) => {
      for (let at = from; at < to; at += 1) {
        mustDo(exchange, commands[at] as Command, momentOf(at));
        if (exchange.eventCount - seen > PATIENCE) takeNew();
      }
      takeNew();
      auditor.judgeState(exchange);
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
    const [exchange, naive]: readonly [Exchange, Port] = [createExchange(), createNaive()];
    for (const each of [exchange, naive]) fund(each);
    let seen = exchange.eventCount;
    return clocked(() => {
      commands.forEach((command, at) => {
        const reply = exchange.step(command, momentOf(at));
        if (!isSame(reply, naive.step(command, momentOf(at)))) throw new Error(`replies differ at command ${at}`);
        for (; seen < exchange.eventCount; seen += 1) {
          if (!isSame(exchange.eventAt(seen), naive.log[seen])) throw new Error(`event ${seen} differs`);
        }
      });
    });
  };
  return { name: 'beside the naive exchange', operations: commands.length, ready };
}

/** The exchange with the auditor: lines for the figures; throws where the auditor finds anything. */
export function benchAudit(level: AuditLevel, { commands, rounds }: AuditBench): readonly Line[] {
  const [rates] = race([audited(level, commandsOf(drawStream(commands)))], rounds);
  return [
    [`with the auditor, ${level}, ${commands} commands`, inMillions(rates, 'M/s', 3), 'goal: 0.300 M/s'],
    ['  undisturbed', undisturbedInMillions(rates, 3), ''],
  ];
}

/** The exchange beside the naive one, step by step; throws where they differ. */
export function benchNaive({ commands, rounds }: AuditBench): readonly Line[] {
  const [rates] = race([besideNaive(commandsOf(drawStream(commands)))], rounds);
  return [[`beside the naive exchange, ${commands} commands`, inMillions(rates, 'M/s', 3), 'goal: 0.030 M/s']];
}
