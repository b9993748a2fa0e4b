/**
 * proof/mutants/judge-process: a place where one mutant after the other is judged, in a process of its own, which is replaced where
 * one hangs or breaks.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Kill } from './oracle.ts';
import type { JudgeReport, JudgeRequest } from './worker.ts';

/** What speaks where a mutant does not end, or ends its process. */
export const ENDING = 'ending';

/** Longest time without a word about one mutant, and once an oracle has spoken; what takes longer hangs. */
const PATIENCE_MS = 120_000;
const SPOKEN_PATIENCE_MS = 20_000;
const MEMORY_MB = 1_024;
/** Mutants a process judges before another takes its place: modules once loaded are never given back. */
const JUDGED_MAX = 15;
/** No venue does these to itself: a process without memory aborts. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'];

export type JudgeProcess = {
  /** Everything said of a mutant. Rejects, in words, where it could not be judged. */
  judge(order: JudgeRequest): Promise<readonly Kill[]>;
  /** Ends the process; what it judges is never answered. */
  close(): void;
};

type Judge = { readonly child: ChildProcess; onReport: (report: JudgeReport) => void; onExit: (what: Exit) => void };
type Exit = { readonly signal: NodeJS.Signals | null };

export function newJudgeProcess(patienceMs = PATIENCE_MS): JudgeProcess {
  let present: Judge | undefined;
  let timer: NodeJS.Timeout | undefined;
  let judged = 0;
  const close = (): void => {
    clearTimeout(timer);
    present?.child.removeAllListeners();
    present?.child.kill('SIGKILL');
    present = undefined;
  };
  const judge = (
    order: JudgeRequest,
    resolve: (kills: readonly Kill[]) => void,
    reject: (error: Error) => void,
  ): void => {
    const kills: Kill[] = [];
    const replace = (what: string): void => {
      close();
      resolve([...kills, { oracle: ENDING, after: Number.MAX_SAFE_INTEGER, what }]);
    };
    const refuse = (what: string): void => {
      close();
      reject(new Error(`${nameOf(order)}: ${what}`));
    };
    const wait = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => replace('does not end'), milliseconds);
    };
    const judging = present ?? startChild();
    present = judging;
    judging.onReport = (report) => {
      if ('broken' in report) return refuse(`cannot be judged: ${report.broken}`);
      if ('kill' in report) {
        kills.push(report.kill);
        return wait(Math.min(patienceMs, SPOKEN_PATIENCE_MS));
      }
      clearTimeout(timer);
      resolve(kills);
    };
    judging.onExit = ({ signal }) => {
      if (FROM_OUTSIDE.includes(signal)) refuse(`its judge was ended by ${signal}: run it again`);
      else replace('ends its process: it throws out of turn or takes all memory');
    };
    wait(patienceMs);
    // One that has just died cannot be sent anything; its exit tells.
    judging.child.send(order, () => undefined);
  };
  return {
    close,
    judge: (order) => {
      judged += 1;
      if (judged % JUDGED_MAX === 0) close();
      return new Promise((resolve, reject) => judge(order, resolve, reject));
    },
  };
}

function nameOf({ mutant }: JudgeRequest): string {
  return mutant === undefined ? 'the sound venue' : `mutant ${mutant.id} (${mutant.file})`;
}

function startChild(): Judge {
  const execArgv = [`--max-old-space-size=${MEMORY_MB}`];
  const child = fork(new URL('./worker.ts', import.meta.url), {
    execArgv,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const judge: Judge = { child, onReport: () => undefined, onExit: () => undefined };
  child.on('message', (report) => judge.onReport(report as JudgeReport));
  child.on('exit', (_, signal) => judge.onExit({ signal }));
  return judge;
}
