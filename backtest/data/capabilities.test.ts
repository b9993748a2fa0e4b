/** backtest/data/capabilities tests: which trades of a source count for the markets of others. */
import { expect, it } from 'vitest';
import { Capabilities } from './capabilities.ts';
import { KIND, MATCH_MICROS } from './event.ts';

it('a trade counts for all markets that sources share, however many lie between', () => {
  const found = new Capabilities();
  const at = 10 * MATCH_MICROS;
  // Each source has a market of the next one; the last of four has the only trade. Market 4 is alone.
  for (const source of [0, 1, 2]) for (const market of [source, source + 1]) found.saw(source, market, KIND.level, 0);
  found.saw(3, 3, KIND.trade, at);
  found.saw(4, 4, KIND.level, 0);
  const first = at - MATCH_MICROS;
  expect(found.tradesFrom(5, Int32Array.of(0, 1, 2, 3, 4))).toEqual([first, first, first, first, Infinity]);
});
