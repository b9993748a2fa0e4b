/** Relations about things that undo each other, or that leave everybody as rich as before whatever happens then. */
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

describe('after any run', () => {
  test.each([
    [
      'M10: placing an order that meets nothing and cancelling it changes nobody',
      'placedAndCancelled',
      'order undone',
      50,
    ],
    ['M13: buying sets and selling them back changes nobody', 'splitAndMerged', 'set undone', 100],
    ['M25: a conversion leaves what a wallet is worth, whichever market wins', 'converted', 'worth compared', 10],
  ] as const)('%s', (_, claim, what, least) => {
    expect(assertClaim(claim, 13).get(what)).toBeGreaterThan(least);
  });
});
