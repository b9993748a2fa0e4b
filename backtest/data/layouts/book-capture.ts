/**
 * backtest/data/layouts/book-capture: one row for each price level of a message of a market channel: whole books and changes of levels,
 * in any order of columns.
 */
import { nameOf } from '../cell-texts.ts';
import { identityOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { TimeColumn } from '../times.ts';
import type { Layout } from './layout.ts';
import { ReceiveTimes } from './receive-times.ts';

const KINDS_BY_NAME = new Map<string, number>([
  ['book', KIND.snapshot],
  ['price_change', KIND.level],
  ['last_trade_price', KIND.trade],
]);

export const bookCapture: Layout = {
  name: 'book-capture',
  holds: 'snapshots and level changes of a market channel',
  required: ['asset_id', 'event_type', 'price', 'side', 'size', 'timestamp'],
  optional: ['market_slug', 'market_id', 'hash', 'outcome_name', 'market', 'transaction_hash', 'received_us'],
  bind: ([
    tokenAt = 0,
    kindAt = 0,
    priceAt = 0,
    sideAt = 0,
    sizeAt = 0,
    timeAt = 0,
    slugAt = -1,
    marketAt = -1,
    hashAt = -1,
    outcomeAt = -1,
    conditionAt = -1,
    transactionAt = -1,
    receivedAt = -1,
  ]) => {
    const named = new Set<number>();
    const [times, receiveTimes] = [new TimeColumn(), new ReceiveTimes()];
    return (cells, intake) => {
      const kindName = textOf(cells[kindAt]);
      const kind = KINDS_BY_NAME.get(kindName);
      if (kind === undefined) return intake.refuse(`the event type "${kindName.slice(0, 40)}" is not known`);
      const tokenName = intake.tokenId(cells[tokenAt]);
      if (tokenName === undefined) return;
      // The numbers come first, so that a row with shifted columns makes no market.
      const time = times.micros(cells[timeAt]);
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[timeAt]));
      const tick = parseTick(cells[priceAt]);
      const size = parseSize(cells[sizeAt]);
      if (Number.isNaN(tick + size)) return intake.event(kind, 0, 0, tick, size, time, 0, 0);
      const side = kind === KIND.trade ? intake.side(cells[sideAt]) : intake.levelSide(cells[sideAt]);
      if (side === SIDE.unknown && kind !== KIND.trade) return;
      const condition = intake.marketName(cells[conditionAt]);
      const market = intake.marketName(cells[slugAt]) || condition || intake.marketName(cells[marketAt]) || tokenName;
      const token = intake.token(market, tokenName, condition);
      const outcome = nameOf(cells[outcomeAt]);
      if (outcome !== '' && !named.has(token)) {
        named.add(token);
        intake.market({ market, tokens: [{ token: tokenName, outcome }] });
      }
      const identity = identityOf(textOf(cells[hashAt]) || textOf(cells[transactionAt]));
      intake.event(kind, side, token, tick, size, time, receiveTimes.micros(cells[receivedAt], intake), identity);
    };
  },
};
