/** bench/core-parts: the parts of the core's figures, each of which runs in a process of its own. */
import { AUDIT_BENCH, benchAudit } from './core-audit.ts';
import { BOOK_BENCH, benchBook } from './core-book.ts';
import { benchEngine, ENGINE_BENCH } from './core-engine.ts';
import { benchGrowth, GROWTH_BENCH } from './core-growth.ts';
import { benchSoak, SOAK_BENCH } from './core-soak.ts';
import { benchState, STATE_BENCH } from './core-state.ts';
import type { Line } from './race.ts';

export const CORE_PARTS: ReadonlyMap<string, () => readonly Line[]> = new Map([
  ['core-book', () => benchBook(BOOK_BENCH)],
  ['core-engine', () => benchEngine('desk', ENGINE_BENCH)],
  ['core-engine-random', () => benchEngine('random', ENGINE_BENCH)],
  ['core-engine-step', () => benchEngine('step', ENGINE_BENCH)],
  ['core-growth', () => benchGrowth(GROWTH_BENCH)],
  ['core-audit', () => benchAudit(AUDIT_BENCH)],
  ['core-state', () => benchState(STATE_BENCH)],
  ['core-soak', () => benchSoak(SOAK_BENCH)],
]);
