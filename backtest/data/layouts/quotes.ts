/** backtest/data/layouts/quotes: the best bid and ask of a market at some moment. A side without a price has tick 0. */
import { isAbsent } from '../cell-texts.ts';
import { parseTick } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { TimeColumn } from '../times.ts';
import { outcomeToken } from '../token-names.ts';
import { layout } from './layout.ts';

export const quotes = layout({
  name: 'quotes',
  holds: 'best bid and ask of Yes',
  required: ['ts', 'slug', 'bid', 'ask'],
  optional: [],
  bind: (at) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[at.slug]);
      if (market === '') return intake.refuse('the slug is missing');
      const [bid, ask, time] = [bestTick(cells[at.bid]), bestTick(cells[at.ask]), times.micros(cells[at.ts])];
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[at.ts]));
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      if (Number.isNaN(bid + ask)) {
        return intake.event(KIND.quote, SIDE.unknown, token, Number.isNaN(bid) ? bid : ask, 0, time, 0, 0);
      }
      intake.event(KIND.quote, SIDE.buy, token, bid, 0, time, 0, 0);
      intake.event(KIND.quote, SIDE.sell, token, ask, 0, time, 0, 0);
    };
  },
});

function bestTick(cell: unknown): number {
  return isAbsent(cell) ? 0 : parseTick(cell);
}
