/** backtest/data/layouts/quotes: the best bid and ask of a market at some moment. A side without a price has tick 0. */
import { parseMoment, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import type { Layout } from './layout.ts';
import { outcomeToken } from './trades.ts';

export const quotes: Layout = {
  name: 'quotes',
  holds: 'best bid and ask of Yes',
  required: ['ts', 'slug', 'bid', 'ask'],
  optional: [],
  bind:
    ([timeAt = 0, slugAt = 0, bidAt = 0, askAt = 0]) =>
    (cells, intake) => {
      const market = textOf(cells[slugAt]);
      if (market === '') return intake.refuse('the slug is missing');
      const [bid, ask, time] = [bestTick(cells[bidAt]), bestTick(cells[askAt]), parseMoment(cells[timeAt])];
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      if (Number.isNaN(bid + ask + time)) {
        return intake.event(KIND.quote, SIDE.unknown, token, Number.isNaN(bid) ? bid : ask, 0, time, 0, 0);
      }
      intake.event(KIND.quote, SIDE.buy, token, bid, 0, time, 0, 0);
      intake.event(KIND.quote, SIDE.sell, token, ask, 0, time, 0, 0);
    },
};

function bestTick(cell: unknown): number {
  const isAbsent = cell === undefined || cell === null || cell === '' || Number.isNaN(cell);
  return isAbsent ? 0 : parseTick(cell);
}
