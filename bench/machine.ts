/** bench/machine: the description of the machine, the format of figures, and whole commands timed from outside. */
import { spawn } from 'node:child_process';
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

/** As `timed`, for a command that has to succeed. */
export async function mustRun(args: readonly string[]): ReturnType<typeof timed> {
  const run = await timed(args);
  if (run.code !== 0) throw new Error(`node ${args.join(' ')} ended with exit code ${run.code}`);
  return run;
}

/** The results of some rounds, one after the other. The rounds below 0 warm up and do not count. */
export async function inRounds<Result>(
  rounds: number,
  run: (round: number) => Result | Promise<Result>,
  warmUps = 0,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const result = await run(round);
    if (round >= 0) results.push(result);
  }
  return results;
}

/** Work with a server in a separate process, which is ready when it prints its first line. */
export async function withChild<Result>(
  args: readonly string[],
  work: (line: string) => Promise<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  try {
    return await work(line);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Work with a simulator that `touchstone serve` serves with these flags; `url` is its base address. */
export function withServed<Result>(flags: readonly string[], work: (url: string) => Promise<Result>): Promise<Result> {
  return withChild([MAIN, 'serve', '--port', '0', '--json', ...flags], (line) => work(JSON.parse(line).url));
}
