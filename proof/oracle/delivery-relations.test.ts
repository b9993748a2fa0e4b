/** Relations between runs whose commands are delivered otherwise: with noise, twice, not all of them, or once again. */
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

describe('a run', () => {
  test.each([
    ['once again is the same', 'again'],
    ['M7: cut anywhere, saved and restored is the same', 'restored'],
    ['M8: with refused commands and reads in between is the same', 'noisy'],
    ['M20: cut short is the beginning of the whole one', 'cutShort'],
    ['with the clock moved in steps of its own between commands is the same', 'smallSteps'],
  ] as const)('%s', (_, claim) => {
    expect(assertClaim(claim, 5).get('trade')).toBeGreaterThan(20);
  });

  test('M18: with commands delivered twice that can only be done once is the same', () => {
    expect(assertClaim('twice', 5).get('delivered twice')).toBeGreaterThan(500);
  });
});
