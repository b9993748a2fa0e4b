/** backtest/data/layouts/plain: Touchstone's own layout of captures, documented in docs/recordings.md. */
import { isAbsent } from '../cell-texts.ts';
import { identityOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { TimeColumn } from '../times.ts';
import type { Layout } from './layout.ts';
import { ReceiveTimes } from './receive-times.ts';

const KINDS_BY_NAME = new Map<string, number>([
  ['snapshot', KIND.snapshot],
  ['level', KIND.level],
  ['trade', KIND.trade],
  ['quote', KIND.quote],
]);

export const plain: Layout = {
  name: 'plain',
  holds: 'snapshots, level changes, trades and quotes (the layout of Touchstone)',
  required: ['kind', 'time_us', 'token', 'side', 'price', 'size'],
  optional: ['market', 'received_us', 'message'],
  bind: ([
    kindAt = 0,
    timeAt = 0,
    tokenAt = 0,
    sideAt = 0,
    priceAt = 0,
    sizeAt = 0,
    marketAt = -1,
    receivedAt = -1,
    messageAt = -1,
  ]) => {
    const [times, receiveTimes] = [new TimeColumn(), new ReceiveTimes()];
    return (cells, intake) => {
      const kindName = textOf(cells[kindAt]);
      const kind = KINDS_BY_NAME.get(kindName);
      if (kind === undefined) return intake.refuse(`the kind "${kindName.slice(0, 40)}" is not known`);
      const tokenName = intake.tokenId(cells[tokenAt]);
      if (tokenName === undefined) return;
      const time = times.micros(cells[timeAt]);
      if (Number.isNaN(time)) return intake.refuse(times.fault(cells[timeAt]));
      const received = receiveTimes.micros(cells[receivedAt], intake);
      const token = intake.token(intake.marketName(cells[marketAt]) || tokenName, tokenName);
      const identity = identityOf(textOf(cells[messageAt]));
      const sideCell = cells[sideAt];
      if (kind === KIND.snapshot && isAbsent(sideCell)) {
        return intake.event(kind, SIDE.unknown, token, 0, 0, time, received, identity);
      }
      const side = kind === KIND.trade ? intake.side(sideCell) : intake.levelSide(sideCell);
      // A level without a side has no place in a book. A trade without one still took place.
      if (side === SIDE.unknown && kind !== KIND.trade) return;
      const price = cells[priceAt];
      const tick = kind === KIND.quote && isAbsent(price) ? 0 : parseTick(price);
      const size = kind === KIND.quote && isAbsent(cells[sizeAt]) ? 0 : parseSize(cells[sizeAt]);
      intake.event(kind, side, token, tick, size, time, received, identity);
    };
  },
};
