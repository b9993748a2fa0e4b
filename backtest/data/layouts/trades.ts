/** backtest/data/layouts/trades: trades of a venue with both outcomes, and of one with market tickers; best quotes. */

import { outcomeToken } from '../catalog.ts';
import { type Cell, identityOf, isAbsent, nameOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import type { Intake } from '../intake.ts';
import { TimeColumn } from '../times.ts';
import { layout } from './layout.ts';

const OUTCOMES = new Map<string, 'Yes' | 'No'>([
  ['yes', 'Yes'],
  ['no', 'No'],
]);

export const fills = layout({
  name: 'fills',
  holds: 'fills with direction, outcome and question, times as US text',
  required: ['trade_direction', 'shares', 'option_yes_no', 'option_type', 'price', 'timestamp'],
  optional: ['user_id', 'total_trade_amount'],
  bind: (at) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[at.option_type]);
      const outcome = OUTCOMES.get(nameOf(cells[at.option_yes_no]).toLowerCase());
      if (market === '') return intake.refuse('the question is missing');
      if (outcome === undefined) return intake.refuse('the outcome is neither Yes nor No');
      const token = intake.token(market, outcomeToken(market, outcome));
      const identity = identityOf(
        `${textOf(cells[at.user_id])} ${textOf(cells[at.total_trade_amount])} ${textOf(cells[at.price])}`,
      );
      const time = times.ofRow(cells[at.timestamp], intake);
      if (Number.isNaN(time)) return;
      trade(intake, token, cells[at.trade_direction], [cells[at.price], cells[at.shares]], time, identity);
    };
  },
});

export const tickerTrades = layout({
  name: 'ticker-trades',
  holds: 'trades with the side of the taker, prices of Yes',
  required: ['ticker', 'created_time', 'price', 'count', 'taker_side'],
  optional: ['trade_id'],
  bind: (at) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[at.ticker]);
      if (market === '') return intake.refuse('the ticker is missing');
      // A taker who buys No at 1 - p sells Yes at p.
      const outcome = OUTCOMES.get(nameOf(cells[at.taker_side]).toLowerCase());
      const side = outcome === undefined ? cells[at.taker_side] : outcome === 'Yes' ? 'buy' : 'sell';
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      const identity = identityOf(textOf(cells[at.trade_id]));
      const time = times.ofRow(cells[at.created_time], intake);
      if (Number.isNaN(time)) return;
      trade(intake, token, side, [cells[at.price], cells[at.count]], time, identity);
    };
  },
});

function trade(
  intake: Intake,
  token: number,
  sideCell: Cell,
  [price, size]: readonly [unknown, unknown],
  time: number,
  identity: number,
) {
  const [tick, micros] = [parseTick(price), parseSize(size)];
  const side = Number.isNaN(tick + micros) ? SIDE.unknown : intake.side(sideCell);
  intake.event(KIND.trade, side, token, tick, micros, time, 0, identity);
}

export const quotes = layout({
  name: 'quotes',
  holds: 'best bid and ask of Yes',
  required: ['ts', 'slug', 'bid', 'ask'],
  bind: (at) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[at.slug]);
      if (market === '') return intake.refuse('the slug is missing');
      const [bid, ask, time] = [bestTick(cells[at.bid]), bestTick(cells[at.ask]), times.ofRow(cells[at.ts], intake)];
      if (Number.isNaN(time)) return;
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      if (Number.isNaN(bid + ask)) {
        return intake.event(KIND.quote, SIDE.unknown, token, Number.isNaN(bid) ? bid : ask, 0, time, 0, 0);
      }
      intake.event(KIND.quote, SIDE.buy, token, bid, 0, time, 0, 0);
      intake.event(KIND.quote, SIDE.sell, token, ask, 0, time, 0, 0);
    };
  },
});

function bestTick(cell: unknown) {
  return isAbsent(cell) ? 0 : parseTick(cell);
}
