/** proof/venue/soak/trace-replay.test: a recorded run is judged from its first moment, for any clock of a client. */
import { expect, it } from 'vitest';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import { replayTrace } from './trace-replay.ts';

it.each([-1, -4_000, 0, 7])('a run whose first command is given %i milliseconds after its beginning passes', (wait) => {
  const run = {
    touchstone: 'soak',
    version: 1,
    seed: 1,
    audit: 'light',
    rules: DOCUMENT_RULES,
    settles: true,
  } as const;
  const steps = [{ wait, give: { kind: 'open-wallet' } }, { give: { kind: 'heartbeat', key: 0 } }];
  expect(replayTrace({ ...run, steps })).toBeUndefined();
});
