/** backtest/data/layouts/book-capture: a row for each price level of a message, in any order of columns. */
import { nameOf } from '../cell-texts.ts';
import { identityOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { ReceiveTimes, TimeColumn } from '../times.ts';
import { layout } from './layout.ts';

const KINDS_BY_NAME = new Map<string, number>([
  ['book', KIND.snapshot],
  ['price_change', KIND.level],
  ['last_trade_price', KIND.trade],
]);

export const bookCapture = layout({
  name: 'book-capture',
  holds: 'snapshots and level changes of a market channel',
  required: ['asset_id', 'event_type', 'price', 'side', 'size', 'timestamp'],
  optional: ['market_slug', 'market_id', 'hash', 'outcome_name', 'market', 'transaction_hash', 'received_us'],
  bind: (at) => {
    const named = new Set<number>();
    const [times, receiveTimes] = [new TimeColumn(), new ReceiveTimes()];
    return (cells, intake) => {
      const kindName = textOf(cells[at.event_type]);
      const kind = KINDS_BY_NAME.get(kindName);
      if (kind === undefined) return intake.refuse(`the event type "${kindName.slice(0, 40)}" is not known`);
      const tokenName = intake.tokenId(cells[at.asset_id]);
      if (tokenName === undefined) return;
      // The numbers come first, so that a row with shifted columns makes no market.
      const time = times.micros(cells[at.timestamp]);
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[at.timestamp]));
      const tick = parseTick(cells[at.price]);
      const size = parseSize(cells[at.size]);
      if (Number.isNaN(tick + size)) return intake.event(kind, 0, 0, tick, size, time, 0, 0);
      const side = kind === KIND.trade ? intake.side(cells[at.side]) : intake.levelSide(cells[at.side]);
      if (side === SIDE.unknown && kind !== KIND.trade) return;
      const condition = intake.marketName(cells[at.market]);
      const market =
        intake.marketName(cells[at.market_slug]) || condition || intake.marketName(cells[at.market_id]) || tokenName;
      const token = intake.token(market, tokenName, condition);
      const outcome = nameOf(cells[at.outcome_name]);
      if (outcome !== '' && !named.has(token)) {
        named.add(token);
        intake.market({ market, tokens: [{ token: tokenName, outcome }] });
      }
      const identity = identityOf(textOf(cells[at.hash]) || textOf(cells[at.transaction_hash]));
      intake.event(kind, side, token, tick, size, time, receiveTimes.micros(cells[at.received_us], intake), identity);
    };
  },
});
