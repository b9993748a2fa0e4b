/** bench/machine: the description of the machine, and the format of figures: medians with their spread. */
import { cpus, totalmem } from 'node:os';

/** One line about the machine. */
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

/** Prints one figure with its goal. */
export function print(what: string, figure: string, goal: string): void {
  process.stdout.write(`${what.padEnd(58)} ${figure.padEnd(40)} ${goal}\n`);
}
