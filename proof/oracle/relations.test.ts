/**
 * Relations between two runs of which neither result is known beforehand: what a change must and must not change. This
 * file: the same run in other words. The relations are known by number:
 *
 * | here, a run in other words  | M1 outcomes swapped, M3 company, M4 wallets renamed, M5 later, M6 larger           |
 * | `delivery-relations.test`   | M7 cut and restored, M8 noise, M18 delivered twice, M20 cut short                  |
 * | `book-relations.test`       | M2 the other token, M12 apart, M14 to M17 and M26 one order in a book, M24 no fees |
 * | `undoing-relations.test`    | M10 placed and cancelled, M13 split and merged, M25 converted                      |
 * | `differential.test`         | M21 the naive venue                                                             |
 * | about reads and the wire    | M9 pages, M11 batches, M19 transports, M22 and M23 lists, M27 scenarios            |
 */
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

describe('a run in other words', () => {
  test.each([
    ['M1: with the outcomes swapped it is the mirror image', 'mirrored'],
    ['M3: beside a market of strangers it is the same in its own markets', 'besideStrangers'],
    ['M4: with wallets renamed its results are renamed', 'renamed'],
    ['M5: an hour later it is the same, an hour later', 'later'],
    ['M6: with all sizes times k, whole lots and no fees, every amount is times k', 'larger'],
  ] as const)('%s', (_, claim) => {
    const counts = assertClaim(claim, 3);
    for (const rare of ['trade', 'trade-reversed', 'converted', 'tick-changed', 'order-reduced', 'market-resolved'])
      expect(counts.get(rare), rare).toBeGreaterThan(0);
  });
});
