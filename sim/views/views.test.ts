/** sim/views tests: folds that follow the log equal folds made anew, the venue's own balances and the plain models. */
import { test } from 'vitest';
import { assertRuns } from '../../proof/counterexamples/runs.ts';
import { checkReads, SEED } from '../../proof/soak/fixtures/drawn-runs.ts';

test('folds over the event log satisfy every oracle of theirs', () => {
  assertRuns({ property: 'folds satisfy their oracles', seed: SEED }, checkReads);
});
