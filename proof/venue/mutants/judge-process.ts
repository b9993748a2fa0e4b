/** proof/venue/mutants/judge-process: judges mutants in a process that is replaced if a mutant hangs or breaks it. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Kill } from './oracle.ts';
import type { JudgeReport, JudgeRequest } from './worker.ts';

/** The oracle that is named if a mutant hangs, or ends its process. */
export const ENDING = 'ending';

/** Silence before a mutant counts as hanging: before and after the first finding. */
const PATIENCE_MS = 120_000;
const SPOKEN_PATIENCE_MS = 20_000;
const MEMORY_MB = 1_024;
/** Mutants of one process; loaded modules are never released. */
const JUDGED_MAX = 15;
/** Signals that come from outside: a process without memory aborts instead. */
const FROM_OUTSIDE: readonly Signal[] = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGTERM'];

export type JudgeProcess = {
  judge(order: JudgeRequest): Promise<readonly Kill[]>;
  /** Ends the process; a pending judgement never settles. */
  close(): void;
};

type Signal = NodeJS.Signals | null;
type Judge = { readonly child: ChildProcess; onReport(report: JudgeReport): void; onExit(signal: Signal): void };

export function newJudgeProcess(patienceMs = PATIENCE_MS): JudgeProcess {
  let present: Judge | undefined;
  let timer: NodeJS.Timeout | undefined;
  let judged = 0;
  const close = () => {
    clearTimeout(timer);
    present?.child.removeAllListeners();
    present?.child.kill('SIGKILL');
    present = undefined;
  };
  const judge = (order: JudgeRequest, resolve: (kills: readonly Kill[]) => void, reject: (error: Error) => void) => {
    const kills: Kill[] = [];
    const replace = (what: string) => {
      close();
      resolve([...kills, { oracle: ENDING, after: Number.MAX_SAFE_INTEGER, what }]);
    };
    const refuse = (what: string) => {
      close();
      reject(new Error(`${nameOf(order)}: ${what}`));
    };
    const wait = (milliseconds: number) => {
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
    judging.onExit = (signal) => {
      if (FROM_OUTSIDE.includes(signal)) refuse(`its judge was ended by ${signal}: run it again`);
      else replace('ends its process: it throws outside a call, or takes all memory');
    };
    wait(patienceMs);
    // A process that has just ended cannot receive messages; its exit is reported.
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

function nameOf({ mutant }: JudgeRequest) {
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
  child.on('exit', (_, signal) => judge.onExit(signal));
  return judge;
}
