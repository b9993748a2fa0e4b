/** backtest/data/layouts/market-channel: messages of the market channel of a websocket, as they come. */
import { isObject, type JsonObject } from '../../../base/json.ts';
import { type Cell, identityOf, idOf, isAbsent, listOf, nameOf, parseSize, parseTick, textOf } from '../cell-values.ts';
import { KIND, SIDE } from '../event.ts';
import type { Intake } from '../intake.ts';
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
      const time = times.ofRow(cells[at.timestamp], intake);
      if (Number.isNaN(time)) return;
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

/** When the venue sent a message, and when the recorder received it, Unix microseconds. */
type Moment = { readonly time: number; readonly received: number };

/** Messages that change no book. */
const WITHOUT_EVENTS = new Set(['tick_size_change', 'best_bid_ask']);

export const marketChannel = layout({
  name: 'market-channel',
  holds: 'messages of the market channel of a websocket',
  required: ['event_type', 'market', 'timestamp'],
  optional: [
    ...(['asset_id', 'price', 'side', 'size', 'market_slug', 'market_id', 'hash', 'outcome_name'] as const),
    ...(['transaction_hash', 'received_us'] as const),
    ...(['bids', 'asks', 'price_changes', 'changes', 'assets_ids', 'outcomes', 'slug', 'winning_asset_id'] as const),
  ],
  bind: (at) => {
    const readRow = bookCapture.bind(at);
    const present = Object.entries(at).filter(([, place]) => place >= 0);
    const [times, receiveTimes] = [new TimeColumn(), new ReceiveTimes()];
    return (cells, intake) => {
      const type = textOf(cells[at.event_type]);
      if (WITHOUT_EVENTS.has(type)) return;
      const message = Object.fromEntries(present.map(([name, place]) => [name, cells[place]]));
      const time = times.micros(message['timestamp']);
      const isWhole = type === 'book' && !(isAbsent(message['bids']) && isAbsent(message['asks']));
      const changes = isAbsent(message['price_changes']) ? message['changes'] : message['price_changes'];
      const isKnown = isWhole || type === 'new_market' || type === 'market_resolved' || !isAbsent(changes);
      if (!isKnown) return readRow(cells, intake);
      if (Number.isNaN(time)) return intake.refuse(times.fault(message['timestamp']));
      const moment = { time, received: receiveTimes.micros(message['received_us'], intake) };
      if (isWhole) readBook(message, moment, intake);
      else if (type === 'price_change') readChanges(message, changes, moment, intake);
      else if (type === 'new_market' || type === 'market_resolved') readMarket(message, time, intake);
      else intake.refuse(`the event type "${type.slice(0, 40)}" is not known`);
    };
  },
});

function tokenOf(message: JsonObject, token: string, intake: Intake): number {
  const condition = intake.marketName(message['market']);
  return intake.token(intake.marketName(message['market_slug']) || condition || token, token, condition);
}

function readBook(message: JsonObject, { time, received }: Moment, intake: Intake) {
  const id = intake.tokenId(message['asset_id']);
  if (id === undefined) return;
  const sides = [listOf(message['bids']), listOf(message['asks'])] as const;
  if (sides[0] === undefined || sides[1] === undefined) return intake.refuse('the bids or asks are not a list');
  const identity = identityOf(textOf(message['hash']));
  const token = tokenOf(message, id, intake);
  if (sides[0].length + sides[1].length === 0) {
    intake.event(KIND.snapshot, SIDE.unknown, token, 0, 0, time, received, identity);
  }
  for (const [side, levels] of sides.entries()) {
    for (const level of levels ?? []) {
      const [price, size] = levelOf(level);
      intake.event(KIND.snapshot, side, token, parseTick(price), parseSize(size), time, received, identity);
    }
  }
}

/** Each change names its token; in the older form the message does. */
function readChanges(message: JsonObject, cell: Cell, { time, received }: Moment, intake: Intake) {
  const changes = listOf(cell);
  if (changes === undefined) return intake.refuse('the changes are not a list');
  for (const value of changes) {
    const change: JsonObject = isObject(value) ? value : {};
    const id = intake.tokenId(change['asset_id'] ?? message['asset_id']);
    if (id === undefined) continue;
    const side = intake.levelSide(change['side']);
    if (side === SIDE.unknown) continue;
    const token = tokenOf(message, id, intake);
    const identity = identityOf(textOf(change['hash'] ?? message['hash']));
    const tick = parseTick(change['price']);
    intake.event(KIND.level, side, token, tick, parseSize(change['size']), time, received, identity);
  }
}

function readMarket(message: JsonObject, time: number, intake: Intake) {
  const ids = listOf(message['assets_ids'])?.map(idOf);
  const outcomes = listOf(message['outcomes']) ?? [];
  const winner = idOf(message['winning_asset_id']);
  if (ids === undefined || ids.includes(undefined)) {
    return intake.lose('lost-token', 'the asset ids are not understood');
  }
  if (winner === undefined) return intake.lose('lost-resolution', 'the winning asset id is not understood');
  const conditionId = intake.marketName(message['market']);
  const market = intake.marketName(message['slug']) || conditionId;
  if (market === '') return intake.refuse('the market is missing');
  intake.market({
    market,
    ...(conditionId === '' ? {} : { conditionId }),
    tokens: ids.flatMap((token = '', index) => (token === '' ? [] : { token, outcome: nameOf(outcomes[index]) })),
    ...(winner === '' ? {} : { resolution: { winner, basis: 'recorded', time } }),
  });
}

/** The price and size of a level: an object or a pair. */
function levelOf(level: unknown): readonly [Cell, Cell] {
  if (Array.isArray(level)) return [level[0], level[1]];
  const { price, size }: JsonObject = isObject(level) ? level : {};
  return [price, size];
}
