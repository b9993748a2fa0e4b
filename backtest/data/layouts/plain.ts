/** backtest/data/layouts/plain: Touchstone's own layout of captures, documented in docs/recordings.md. */
import { identityOf, isAbsent, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import { ReceiveTimes, TimeColumn } from '../times.ts';
import { layout } from './layout.ts';

const KINDS_BY_NAME = new Map<string, number>([
  ['snapshot', KIND.snapshot],
  ['level', KIND.level],
  ['trade', KIND.trade],
  ['quote', KIND.quote],
]);

export const plain = layout({
  name: 'plain',
  holds: 'snapshots, level changes, trades and quotes (the layout of Touchstone)',
  required: ['kind', 'time_us', 'token', 'side', 'price', 'size'],
  optional: ['market', 'received_us', 'message'],
  bind: (at) => {
    const [times, receiveTimes] = [new TimeColumn(), new ReceiveTimes()];
    return (cells, intake) => {
      const kindName = textOf(cells[at.kind]);
      const kind = KINDS_BY_NAME.get(kindName);
      if (kind === undefined) return intake.refuse(`the kind "${kindName.slice(0, 40)}" is not known`);
      const tokenName = intake.tokenId(cells[at.token]);
      if (tokenName === undefined) return;
      const time = times.ofRow(cells[at.time_us], intake);
      if (Number.isNaN(time)) return;
      const received = receiveTimes.micros(cells[at.received_us], intake);
      const token = intake.token(intake.marketName(cells[at.market]) || tokenName, tokenName);
      const identity = identityOf(textOf(cells[at.message]));
      const sideCell = cells[at.side];
      if (kind === KIND.snapshot && isAbsent(sideCell)) {
        return intake.event(kind, SIDE.unknown, token, 0, 0, time, received, identity);
      }
      const side = kind === KIND.trade ? intake.side(sideCell) : intake.levelSide(sideCell);
      // A level without a side has no place in a book. A trade without one still took place.
      if (side === SIDE.unknown && kind !== KIND.trade) return;
      const price = cells[at.price];
      const tick = kind === KIND.quote && isAbsent(price) ? 0 : parseTick(price);
      const size = kind === KIND.quote && isAbsent(cells[at.size]) ? 0 : parseSize(cells[at.size]);
      intake.event(kind, side, token, tick, size, time, received, identity);
    };
  },
});
