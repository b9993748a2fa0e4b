/** tidy/endings/lost-target: a run against a target that is killed, stopped, paused or restarted, and its faults. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');
/** A child that runs longer counts as hanging. */
const LONGEST_MS = 300_000;

type Child = ReturnType<typeof startChild>;

function startChild(...argv: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stderr.on('data', (bytes: Buffer) => {
    printed.err += bytes.toString();
  });
  const shown = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (printed.err.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      child.once('close', () => resolve());
      look();
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  const ended = new Promise<number | null | 'hangs'>((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isLate ? 'hangs' : code);
    });
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      printed.out += bytes.toString();
      const end = printed.out.indexOf('\n');
      if (end >= 0) resolve(printed.out.slice(0, end));
    });
    child.once('close', () => reject(new Error(`ended without a line: ${printed.err}`)));
  });
  // Some callers do not await the first line.
  firstLine.catch(() => undefined);
  return {
    process: child,
    /** Standard output so far. */
    output: () => printed.out,
    /** The first line of standard output; rejects if the child ends before it. */
    firstLine,
    /** Settles when standard error has this text, or when the child has ended. */
    shown,
    /** The exit code; null if a signal ended the child, and `hangs` if it had to be killed after five minutes. */
    ended,
  };
}

/** Ends a child, even a stopped one, and waits for its exit. */
async function endChild(child: Child): Promise<void> {
  if (child.process.exitCode === null && child.process.signalCode === null) child.process.kill('SIGKILL');
  await child.ended;
}

/** `kill`: SIGKILL. `stop`: SIGSTOP. `pause`: SIGSTOP, SIGCONT before a timeout. `restart`: SIGKILL, a new start. */
export const MISHAPS = ['kill', 'stop', 'pause', 'restart'] as const;

/** A command and its target. */
export type Setting = Readonly<{
  command: 'check' | 'run';
  hasControl: boolean;
  writes: boolean;
  /** `--timeout` of the command. */
  timeoutMs: number;
}>;

/** A mishap, and its moment in milliseconds after the first check or scenario. */
export type Moment = { readonly mishap: (typeof MISHAPS)[number]; readonly atMs: number; readonly pauseMs: number };

export type Ended = Readonly<{
  code: number | null | 'hangs';
  /** Milliseconds from the mishap to the end of the run; undefined if the run had ended before. */
  afterMs: number | undefined;
  /** Milliseconds from the first check or scenario to the end. */
  wholeMs: number;
  hasReport: boolean;
}>;

/** Longest time from the loss to the end of the run, beyond the timeout of a request. */
const GRACE_MS = 15_000;
/** Standard error has this text when the first check or scenario begins. */
const BEGUN = { check: 'running checks', run: 'playing ' } as const;

const SANDBOX = 'sandbox.json';
const REPORT = 'report.json';

const FirstLine = z.object({ url: z.url() });
const Report = z.object({ complete: z.boolean() });

/** Runs the command; without a moment, the deployment is left alone. */
export async function playMoment(setting: Setting, moment: Moment | undefined): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-endings-'));
  const file = join(folder, REPORT);
  const served: Child[] = [];
  const serve = (port: string): Child => {
    const flags = setting.hasControl ? ['--clock', 'virtual', '--control'] : [];
    const child = startChild('serve', '--port', port, '--json', '--credentials-out', join(folder, SANDBOX), ...flags);
    served.push(child);
    return child;
  };
  try {
    const first = serve('0');
    const { url } = FirstLine.parse(JSON.parse(await first.firstLine));
    const run = startChild(...argvOf(setting, url, folder));
    await run.shown(BEGUN[setting.command]);
    const startedAt = performance.now();
    const mishap = moment && beset(moment, first, () => serve(new URL(url).port), run.ended);
    const code = await run.ended;
    const endedAt = performance.now();
    const besetAt = await mishap;
    const text = setting.command === 'check' && existsSync(file) ? readFileSync(file, 'utf8') : run.output();
    return {
      code,
      afterMs: besetAt === undefined ? undefined : Math.round(endedAt - besetAt),
      wholeMs: Math.round(endedAt - startedAt),
      hasReport: isReport(text),
    };
  } finally {
    await Promise.all(served.map(endChild));
    rmSync(folder, { recursive: true });
  }
}

function argvOf({ command, writes, timeoutMs }: Setting, url: string, folder: string): readonly string[] {
  const pace = ['--timeout', String(timeoutMs / 1_000)];
  const keys = ['--credentials', join(folder, SANDBOX), '--journal', join(folder, 'orders.jsonl')];
  const write = writes ? ['--allow-writes', ...keys] : [];
  return command === 'check'
    ? ['check', url, '--report', `json=${join(folder, REPORT)}`, ...pace, ...write]
    : ['run', '--library', '--target', url, '--json', ...pace, ...write];
}

/** Waits for the moment and causes the mishap; returns its time, or undefined if the run ended first. */
async function beset(
  { mishap, atMs, pauseMs }: Moment,
  { process: target }: Child,
  restart: () => Child,
  ended: Promise<unknown>,
): Promise<number | undefined> {
  if (await Promise.race([wait(atMs, false), ended.then(() => true)])) return undefined;
  const at = performance.now();
  target.kill(mishap === 'kill' || mishap === 'restart' ? 'SIGKILL' : 'SIGSTOP');
  if (mishap === 'restart') await restart().firstLine;
  if (mishap === 'pause') {
    await wait(pauseMs);
    target.kill('SIGCONT');
  }
  return at;
}

function isReport(text: string) {
  try {
    return Report.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const UNREACHABLE = 3;
/** A run may take longer after a pause, up to this limit. */
const WHOLE_MS = 240_000;

/** The faults of the end of a run, in phrases. `right`: the exit code without a mishap. */
export function faultsOf(
  { timeoutMs }: Setting,
  right: number,
  { mishap }: Moment,
  { code, afterMs, hasReport }: Ended,
): readonly string[] {
  const limit = mishap === 'kill' || mishap === 'stop' ? timeoutMs + GRACE_MS : WHOLE_MS;
  return [
    ...(code === right || code === UNREACHABLE ? [] : [`exit code ${code}`]),
    ...(afterMs === undefined || afterMs <= limit ? [] : [`ended ${afterMs} ms after the ${mishap}`]),
    ...(hasReport ? [] : ['no report']),
  ];
}
