/** bench/fills tests: no recording of an order flow gives a strategy better fills than the complete one. */
import { expect, it } from 'vitest';
import { advantagesOf, type FlowFigures, figuresOf } from './bias.ts';
import type { RecordingKind } from './thinned.ts';

const SEEDS = 10;
const KINDS: readonly RecordingKind[] = ['complete', 'levels only', 'snapshots', 'top 3'];

it(`fills of thinner recordings of ${SEEDS} order flows are not better than those of the complete ones`, async () => {
  const runs: FlowFigures[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) runs.push(await figuresOf(seed, KINDS));
  const shares = runs.map((run) => run.get('levels only')?.makerShares ?? 0);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  for (const kind of KINDS.slice(1)) {
    for (const { figure, low, high, count } of advantagesOf(runs, kind)) {
      if (figure === 'maker shares') expect(high, `${kind}: ${figure}`).toBeLessThan(0);
      expect(low, `${kind}: ${figure}`).toBeLessThanOrEqual(1e-9);
      expect(count, `${kind}: ${figure}`).toBeGreaterThan(SEEDS / 2);
    }
  }
}, 60_000);
