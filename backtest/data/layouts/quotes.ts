/** backtest/data/layouts/quotes: the best bid and ask of a market at some moment. A side without a price has tick 0. */
import { isAbsent } from '../cell-texts.ts';
import { parseTick } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { TimeColumn } from '../times.ts';
import { outcomeToken } from '../token-names.ts';
import type { Layout } from './layout.ts';

export const quotes: Layout = {
  name: 'quotes',
  holds: 'best bid and ask of Yes',
  required: ['ts', 'slug', 'bid', 'ask'],
  optional: [],
  bind: ([timeAt = 0, slugAt = 0, bidAt = 0, askAt = 0]) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[slugAt]);
      if (market === '') return intake.refuse('the slug is missing');
      const [bid, ask, time] = [bestTick(cells[bidAt]), bestTick(cells[askAt]), times.micros(cells[timeAt])];
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[timeAt]));
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      if (Number.isNaN(bid + ask)) {
        return intake.event(KIND.quote, SIDE.unknown, token, Number.isNaN(bid) ? bid : ask, 0, time, 0, 0);
      }
      intake.event(KIND.quote, SIDE.buy, token, bid, 0, time, 0, 0);
      intake.event(KIND.quote, SIDE.sell, token, ask, 0, time, 0, 0);
    };
  },
};

function bestTick(cell: unknown): number {
  return isAbsent(cell) ? 0 : parseTick(cell);
}
