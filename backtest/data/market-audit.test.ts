/** backtest/data/market-audit tests: a trade recorded for both tokens counts once, no other is dropped. */
import { expect, it } from 'vitest';
import { DOLLAR, FLAG, SIDE } from './event.ts';
import { EventColumns } from './event-columns.ts';
import { MirroredTrades } from './market-audit.ts';

type Trade = readonly [token: number, side: number, tick: number, second: number];

function flagsOf(trades: readonly Trade[]): readonly number[] {
  const rows = new EventColumns(trades.length);
  const mirrored = new MirroredTrades();
  return trades.map(([token, side, tick, second], index) => {
    Object.assign(rows.token, { [index]: token });
    Object.assign(rows.side, { [index]: side });
    Object.assign(rows.tick, { [index]: tick });
    Object.assign(rows.size, { [index]: 5e6 });
    Object.assign(rows.venueTime, { [index]: second * 1e6 });
    return mirrored.flagsOf(rows, index);
  });
}

const [own, other] = [4_000, DOLLAR - 4_000];
const { mirrored, otherTaker } = FLAG;

it.each<[string, readonly Trade[], readonly number[]]>([
  [
    'both sides of one trade',
    [
      [0, SIDE.buy, own, 0],
      [1, SIDE.sell, other, 0.5],
    ],
    [0, mirrored],
  ],
  [
    'two purchases, of which one is a mint',
    [
      [0, SIDE.buy, own, 0],
      [1, SIDE.buy, other, 0],
    ],
    [0, mirrored | otherTaker],
  ],
  [
    'trades of unknown sides',
    [
      [0, SIDE.unknown, own, 0],
      [1, SIDE.unknown, other, 0],
    ],
    [0, mirrored],
  ],
  [
    'a repetition more than a second later',
    [
      [0, SIDE.buy, own, 0],
      [1, SIDE.sell, other, 1.5],
    ],
    [0, 0],
  ],
  [
    'two trades of one token',
    [
      [0, SIDE.buy, own, 0],
      [0, SIDE.buy, own, 0],
    ],
    [0, 0],
  ],
  [
    'one repetition of one trade',
    [
      [0, SIDE.buy, own, 0],
      [1, SIDE.sell, other, 0],
      [1, SIDE.sell, other, 0],
    ],
    [0, mirrored, 0],
  ],
  [
    'trades at other prices',
    [
      [0, SIDE.buy, own, 0],
      [1, SIDE.sell, own, 0],
    ],
    [0, 0],
  ],
])('%s', (_, trades, flags) => {
  expect(flagsOf(trades)).toEqual(flags);
});
