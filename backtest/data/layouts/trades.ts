/** backtest/data/layouts/trades: lists of trades: fills of a venue with both outcomes, and trades of a venue with one ticker a market. */
import { nameOf } from '../cell-texts.ts';
import { type Cell, identityOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import type { Intake } from '../intake.ts';
import { TimeColumn } from '../times.ts';
import { outcomeToken } from '../token-names.ts';
import type { Layout } from './layout.ts';

const OUTCOMES = new Map<string, 'Yes' | 'No'>([
  ['yes', 'Yes'],
  ['no', 'No'],
]);

export const fills: Layout = {
  name: 'fills',
  holds: 'fills with direction, outcome and question, times as US text',
  required: ['trade_direction', 'shares', 'option_yes_no', 'option_type', 'price', 'timestamp'],
  optional: ['user_id', 'total_trade_amount'],
  bind: ([
    sideAt = 0,
    sharesAt = 0,
    outcomeAt = 0,
    marketAt = 0,
    priceAt = 0,
    timeAt = 0,
    userAt = -1,
    totalAt = -1,
  ]) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[marketAt]);
      const outcome = OUTCOMES.get(nameOf(cells[outcomeAt]).toLowerCase());
      if (market === '') return intake.refuse('the question is missing');
      if (outcome === undefined) return intake.refuse('the outcome is neither Yes nor No');
      const token = intake.token(market, outcomeToken(market, outcome));
      const identity = identityOf(`${textOf(cells[userAt])} ${textOf(cells[totalAt])} ${textOf(cells[priceAt])}`);
      const time = times.micros(cells[timeAt]);
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[timeAt]));
      trade(intake, token, cells[sideAt], [cells[priceAt], cells[sharesAt]], time, identity);
    };
  },
};

export const tickerTrades: Layout = {
  name: 'ticker-trades',
  holds: 'trades with the side of the taker, prices of Yes',
  required: ['ticker', 'created_time', 'price', 'count', 'taker_side'],
  optional: ['trade_id'],
  bind: ([tickerAt = 0, timeAt = 0, priceAt = 0, countAt = 0, takerAt = 0, idAt = -1]) => {
    const times = new TimeColumn();
    return (cells, intake) => {
      const market = intake.marketName(cells[tickerAt]);
      if (market === '') return intake.refuse('the ticker is missing');
      // A taker who buys No at 1 - p sells Yes at p.
      const outcome = OUTCOMES.get(nameOf(cells[takerAt]).toLowerCase());
      const side = outcome === undefined ? cells[takerAt] : outcome === 'Yes' ? 'buy' : 'sell';
      const token = intake.token(market, outcomeToken(market, 'Yes'));
      const identity = identityOf(textOf(cells[idAt]));
      const time = times.micros(cells[timeAt]);
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[timeAt]));
      trade(intake, token, side, [cells[priceAt], cells[countAt]], time, identity);
    };
  },
};

function trade(
  intake: Intake,
  token: number,
  sideCell: Cell,
  [price, size]: readonly [unknown, unknown],
  time: number,
  identity: number,
): void {
  const [tick, micros] = [parseTick(price), parseSize(size)];
  const side = Number.isNaN(tick + micros) ? SIDE.unknown : intake.side(sideCell);
  intake.event(KIND.trade, side, token, tick, micros, time, 0, identity);
}
