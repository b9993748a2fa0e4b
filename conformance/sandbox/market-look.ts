/** conformance/sandbox/market-look: whether a market suits checks that trade: its orders, spread and smallest order. */
import { flagAt, type JsonObject, listAt, numberAt, objectsIn, textAt, textOrEmpty } from '../../base/json.ts';
import { PRICE_ONE, parseUnits } from '../../base/units.ts';
import { withJson } from '../../wire/message.ts';
import { type Reader, segment } from '../discovery/reader.ts';

export type MarketLook = Readonly<{
  conditionId: string;
  question: string;
  /** Undefined if the market is not found by its condition id. */
  isAccepting: boolean | undefined;
  /** Smallest order in shares, and price step in dollars. */
  minimum: number | undefined;
  tick: number | undefined;
  /** Price steps between the best orders of the first token; undefined without a book. */
  spread: number | undefined;
}>;

/** Looks at markets by condition id. */
export async function lookAtMarkets(reader: Reader, conditionIds: readonly string[]): Promise<readonly MarketLook[]> {
  const rows = await reader.each(conditionIds, (id) => reader.read(`/markets/${segment(id)}`));
  const tokens = rows.map((row) => textAt(objectsIn(listAt(row, 'tokens'))[0], 'token_id'));
  const items = tokens.flatMap((token) => (token === undefined ? [] : [{ token_id: token }]));
  const books = items.length === 0 ? [] : objectsIn((await reader.send(withJson('POST', '/books', items)))?.json);
  return conditionIds.map((conditionId, index) => {
    const row = rows[index];
    const book = books.find((one) => textAt(one, 'asset_id') === tokens[index]);
    const tick = numberAt(row, 'minimum_tick_size');
    return {
      conditionId,
      question: textOrEmpty(row, 'question'),
      isAccepting: row === undefined ? undefined : flagAt(row, 'accepting_orders') !== false,
      minimum: numberAt(row, 'minimum_order_size'),
      tick,
      spread: book === undefined || tick === undefined ? undefined : spreadOf(book, tick),
    };
  });
}

/** The best price of an empty side is the end of the price range. */
function spreadOf(book: JsonObject, tick: number): number {
  const pricesOf = (side: 'bids' | 'asks'): readonly number[] =>
    objectsIn(listAt(book, side)).map((level) => parseUnits(textOrEmpty(level, 'price'), 4) ?? 0);
  const gap = Math.min(PRICE_ONE, ...pricesOf('asks')) - Math.max(0, ...pricesOf('bids'));
  return Math.round(gap / (tick * PRICE_ONE));
}
