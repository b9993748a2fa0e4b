/** bench/machine: the description of the machine, the format of figures, and whole commands timed from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { do_not_optimize, measure } from 'mitata';

export function machineLine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} x ${cpu?.model ?? 'unknown CPU'}, ${memory} GiB, Node ${process.version}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** `12.3 ms (11.9 to 14.0)`. */
export function withSpread(values: readonly number[], unit: string, digits = 1): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} ${unit} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

const NS = { us: 1_000, ms: 1_000_000 };

/** `12.3 ms (11.9 to 14.0)`: the median and the quartiles of a call that can be repeated as often as mitata wants. */
export async function timeOf(call: () => unknown, unit: keyof typeof NS, digits = 1): Promise<string> {
  const { p25, p50, p75 } = await measure(() => do_not_optimize(call()));
  const text = (ns: number) => (ns / NS[unit]).toFixed(digits);
  return `${text(p50)} ${unit} (${text(p25)} to ${text(p75)})`;
}

export function print(what: string, figure: string, goal: string): void {
  process.stdout.write(`${what.padEnd(58)} ${figure.padEnd(40)} ${goal}\n`);
}

export const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url));

/** Runs a command to its end; its wall time in milliseconds, exit code and standard output. */
export async function timed(
  args: readonly string[],
): Promise<{ readonly ms: number; readonly code: number; readonly out: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ms: performance.now() - start, code: code ?? -1, out: Buffer.concat(chunks).toString() };
}

/** A server in a separate process, which is ready when it prints its first line. */
export async function startChild(args: readonly string[]): Promise<{ readonly line: string; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('the child has no standard output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    line,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
