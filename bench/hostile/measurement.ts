/** bench/hostile/measurement: the cost of `touchstone check` against a hostile server: memory, time, text. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MAIN, withChild } from '../machine.ts';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const SAMPLE_MS = 10;
/** The unit of `/proc/PID/stat`. */
const TICKS_A_SECOND = 100;

export type Cost = Readonly<{
  peakMiB: number;
  seconds: number;
  /** Seconds of processor time, which does not depend on other work of the machine. */
  cpuSeconds: number;
  /** On both streams together. */
  printedBytes: number;
  exitCode: number | null;
  out: string;
  err: string;
}>;

/** The cost of `touchstone check URL` with `flags` against a server of `kind` that is honest for `after` responses. */
export function costOf(kind: string, after = 0, flags: readonly string[] = [], limitMs = 120_000): Promise<Cost> {
  return withChild([SERVER, kind, String(after)], (url) => measured([MAIN, 'check', '--full', url, ...flags], limitMs));
}

async function measured(args: readonly string[], limitMs: number): Promise<Cost> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let peakKiB = 0;
  let ticks = 0;
  const sample = setInterval(() => {
    peakKiB = Math.max(peakKiB, peakKiBOf(child.pid ?? 0));
    ticks = Math.max(ticks, ticksOf(child.pid ?? 0));
  }, SAMPLE_MS);
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => err.push(piece));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearInterval(sample);
  clearTimeout(limit);
  const [printed, complained] = [Buffer.concat(out), Buffer.concat(err)];
  return {
    peakMiB: Math.round(peakKiB / 1024),
    seconds: (performance.now() - start) / 1_000,
    cpuSeconds: ticks / TICKS_A_SECOND,
    printedBytes: printed.length + complained.length,
    exitCode,
    out: printed.toString(),
    err: complained.toString(),
  };
}

/** The most memory a process ever had, as the kernel counts it; 0 once it has ended. */
function peakKiBOf(pid: number) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Processor time of a process in user and system mode; 0 once it has ended. */
function ticksOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
