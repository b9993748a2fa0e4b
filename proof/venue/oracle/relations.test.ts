/** proof/venue/oracle/relations.test: relations between two runs. Others: M9, M19, M21 to M23, M27 and M11. */
import { expect, test } from 'vitest';
import { assertClaim } from '../counterexamples/fixtures/claimed-runs.ts';

const RARE = {
  trade: 0,
  'trade-reversed': 0,
  converted: 0,
  'tick-changed': 0,
  'order-reduced': 0,
  'market-resolved': 0,
} as const;
const TRADES = { trade: 20 } as const;

test.each([
  ['M1: swapped outcomes give the mirror image', 'mirrored', 3, RARE],
  ['M2: buying one token equals selling the other out of a set', 'otherToken', 11, { traded: 20 }],
  ['M3: a market of other wallets changes nothing', 'besideStrangers', 3, RARE],
  ['M4: renamed wallets rename the results', 'renamed', 3, RARE],
  ['M5: a run an hour later is the same, an hour later', 'later', 3, RARE],
  ['M6: without fees and with whole lots, sizes times k give amounts times k', 'larger', 3, RARE],
  ['M7: a run that is saved and restored at any point is the same', 'restored', 5, TRADES],
  ['M8: refused commands and reads in between change nothing', 'noisy', 5, TRADES],
  ['M10: an order that is placed and cancelled changes nothing', 'placedAndCancelled', 13, { 'order undone': 50 }],
  ['M12: two orders of different wallets that cross nothing commute', 'commuting', 11, { 'both rest': 50 }],
  ['M13: a split and a merge change nothing', 'splitAndMerged', 13, { 'set undone': 100 }],
  [
    'M14: a FOK is filled exactly if a FAK is filled whole',
    'fillOrKill',
    11,
    { 'filled whole': 5, 'not filled whole': 5 },
  ],
  ['M15: a tighter limit never fills more', 'tighterLimit', 11, { filled: 10 }],
  ['M16: more size ahead at the same price never makes a fill earlier', 'sizeAhead', 11, { filled: 10 }],
  ['M17: a larger taker never gets a better average price', 'largerTaker', 11, { filled: 20 }],
  ['M18: commands that can be done only once may be delivered twice', 'twice', 5, { 'delivered twice': 500 }],
  ['M20: a shorter run is the beginning of the longer one', 'cutShort', 5, TRADES],
  ['M24: fees change payments, never who trades with whom', 'withoutFees', 11, { traded: 100 }],
  ['M25: a conversion keeps the worth of a wallet', 'converted', 13, { 'worth compared': 10 }],
  ['M26: two FAK orders in a row take as much as one', 'together', 11, { filled: 20 }],
  ['a repeated run is the same', 'again', 5, TRADES],
  ['clock steps between commands change nothing', 'smallSteps', 5, TRADES],
  ['the version of a book grows with each change', 'bookVersions', 17, { 'book changed': 200 }],
] as const)('%s', (_, claim, seed, least) => {
  const counts = assertClaim(claim, seed);
  for (const [what, count] of Object.entries(least)) expect(counts.get(what), what).toBeGreaterThan(count);
});
