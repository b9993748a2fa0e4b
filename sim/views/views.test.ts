/** sim/views tests: folds that follow the log equal new folds, the venue's balances and plain models. */
import { test } from 'vitest';
import { assertRuns } from '../../proof/venue/counterexamples/runs.ts';
import { checkReads, SEED } from '../../proof/venue/soak/fixtures/drawn-runs.ts';

test('folds over the event log satisfy all their oracles', () => {
  assertRuns({ property: 'folds satisfy their oracles', seed: SEED }, checkReads);
});
