/**
 * bench/core: the exchange core's figures. Each part runs in a process of its own, so that none is compiled or collected
 * under the load of another.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
  engine: () => benchEngine(ENGINE_BENCH),
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
  Object.entries(PARTS).map(([name, run]) => [`core-${name}`, () => printPart(run)]),
);

/** All parts, one process each. */
export function benchCore(): void {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  for (const name of Object.keys(CORE_PARTS)) {
    const { status } = spawnSync(process.execPath, [main, '--bare', name], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
  }
}
