/** bench/core-parts: the parts of the core's figures, each of which runs in a separate process. */
import { AUDIT_BENCH, benchAudit, benchNaive, benchSoak, NAIVE_BENCH, SOAK_BENCH } from './core-audit.ts';
import { BOOK_BENCH, benchBook, benchEngine, ENGINE_BENCH } from './core-engine.ts';
import { benchGrowth, GROWTH_BENCH } from './core-growth.ts';
import { benchState, STATE_BENCH } from './core-state.ts';
import type { Line } from './race.ts';

export const CORE_PARTS: ReadonlyMap<string, () => readonly Line[]> = new Map([
  ['core-book', () => benchBook(BOOK_BENCH)],
  ['core-engine', () => benchEngine('growing', ENGINE_BENCH)],
  ['core-engine-random', () => benchEngine('random', ENGINE_BENCH)],
  ['core-growth', () => benchGrowth(GROWTH_BENCH)],
  ['core-audit', () => benchAudit('light', AUDIT_BENCH)],
  ['core-audit-full', () => benchAudit('full', AUDIT_BENCH)],
  ['core-naive', () => benchNaive(NAIVE_BENCH)],
  ['core-state', () => benchState(STATE_BENCH)],
  ['core-soak', () => benchSoak('light', SOAK_BENCH.light)],
  ['core-soak-full', () => benchSoak('full', SOAK_BENCH.full)],
]);
