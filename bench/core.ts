/**
 * bench/core: the exchange core's figures. Each part runs in a process of its own, so that none is compiled or collected
 * under the load of another, with the core as it is published and V8 as the `touchstone` command sets it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILER_FLAGS, compilerFlags } from '../cli/tuning.ts';
import { AUDIT_BENCH, benchAudit } from './core-audit.ts';
import { BOOK_BENCH, benchBook } from './core-book.ts';
import { benchEngine, ENGINE_BENCH } from './core-engine.ts';
import { benchGrowth, GROWTH_BENCH } from './core-growth.ts';
import { benchSoak, SOAK_BENCH } from './core-soak.ts';
import { benchState, STATE_BENCH } from './core-state.ts';
import { print } from './machine.ts';
import type { Line } from './race.ts';

const PARTS: Readonly<Record<string, () => readonly Line[]>> = {
  book: () => benchBook(BOOK_BENCH),
  engine: () => benchEngine('desk', ENGINE_BENCH),
  'engine-random': () => benchEngine('random', ENGINE_BENCH),
  'engine-step': () => benchEngine('step', ENGINE_BENCH),
  growth: () => benchGrowth(GROWTH_BENCH),
  audit: () => benchAudit(AUDIT_BENCH),
  state: () => benchState(STATE_BENCH),
  soak: () => benchSoak(SOAK_BENCH),
};

/** Prints one part. */
function printPart(run: () => readonly Line[]): void {
  for (const [what, figure, goal] of run()) print(what, figure, goal);
}

/** Each part under its own name, `core-book` and so on. */
export const CORE_PARTS: Readonly<Record<string, () => void>> = Object.fromEntries(
  Object.entries(PARTS).map(([name, run]) => [
    `core-${name}`,
    // In the process that is made for the part, the core is in place.
    () => (process.env['TOUCHSTONE_CORE'] === undefined ? runParts([`core-${name}`]) : printPart(run)),
  ]),
);

/** All parts. */
export function benchCore(): void {
  runParts(Object.keys(CORE_PARTS));
}

/** Parts by name, one process each. */
function runParts(names: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const preload = new URL('./as-published.ts', import.meta.url).href;
  const options = ['--import', preload, join(import.meta.dirname, 'main.ts'), '--bare'];
  try {
    for (const name of names) {
      const env = { ...process.env, TOUCHSTONE_CORE: folder };
      const flags = name === 'core-soak' ? compilerFlags(['soak']) : COMPILER_FLAGS;
      const { status } = spawnSync(process.execPath, [...flags, ...options, name], { stdio: 'inherit', env });
      if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
