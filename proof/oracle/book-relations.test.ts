/** Relations about one order and the book it meets: what its limit, its size, its type and its token change. */
import { describe, expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

describe('an order in a book', () => {
  test.each([
    ['M2: buying one token is selling the other out of a bought set, the rest sold back', 'otherToken', 'traded', 20],
    ['M12: two orders of different wallets that cannot meet anything commute', 'commuting', 'both rest', 50],
    ['M14: FOK is filled exactly where FAK is filled whole, in every mode', 'fillOrKill', 'filled whole', 5],
    ['M14: ... and trades nothing elsewhere', 'fillOrKill', 'not filled whole', 5],
    ['M15: a tighter limit never fills more', 'tighterLimit', 'filled', 10],
    ['M16: more size ahead at the same price never fills an order earlier', 'sizeAhead', 'filled', 10],
    ['M17: a larger taker never gets a better average price', 'largerTaker', 'filled', 20],
    ['M24: fees change what is paid and nothing about who trades with whom', 'withoutFees', 'traded', 100],
    ['M26: two FAK one after the other take what one of their sizes together takes', 'together', 'filled', 20],
  ] as const)('%s', (_, claim, what, least) => {
    expect(assertClaim(claim, 11).get(what)).toBeGreaterThan(least);
  });
});
