/** conformance/checks/orders/book: the book of a market set aside for writes, in the units that orders are planned in. */
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, objectsIn, textAt } from '../../../spec/json.ts';
import { PRICE_ONE, parseUnits } from '../../../spec/units.ts';
import { withJson } from '../../../wire/message.ts';
import type { WriteMarket } from '../../bindings.ts';
import type { CheckContext, Exchange } from '../../check.ts';

/** Levels best first; prices in price units, sizes in micro shares. */
type Side = readonly { readonly price: number; readonly size: number }[];
type Book = { readonly answer: Exchange; readonly bids: Side; readonly asks: Side; readonly last: string };

function sideOf(book: JsonObject | undefined, key: 'bids' | 'asks'): Side {
  const levels = objectsIn(listAt(book, key)).map((level) => ({
    price: parseUnits(textAt(level, 'price') ?? '', 4) ?? 0,
    size: parseUnits(textAt(level, 'size') ?? '', 6) ?? 0,
  }));
  return levels.sort((left, right) => (key === 'bids' ? right.price - left.price : left.price - right.price));
}

export async function readBook(context: CheckContext, token: string): Promise<Book> {
  const answer = await context.send(withJson('POST', '/books', [{ token_id: token }]));
  const book = objectsIn(answer.json).find((row) => textAt(row, 'asset_id') === token);
  return {
    answer,
    bids: sideOf(book, 'bids'),
    asks: sideOf(book, 'asks'),
    last: textAt(book, 'last_trade_price') ?? '',
  };
}

/** Shares resting at one price. */
export function sizeAt(side: Side, price: number): number {
  return side.find((level) => level.price === price)?.size ?? 0;
}

/** Two neighbouring prices inside the spread at which nobody rests; ends the check where the spread is too narrow. */
export async function roomInside(
  context: CheckContext,
  market: WriteMarket,
  outcome: 0 | 1,
): Promise<{ readonly low: number; readonly high: number }> {
  const book = await readBook(context, market.tokenIds[outcome]);
  const bid = book.bids[0]?.price ?? 0;
  const ask = book.asks[0]?.price ?? PRICE_ONE;
  const low = bid + market.tick * Math.max(1, Math.floor((ask - bid) / market.tick / 2) - 1);
  const high = low + market.tick;
  if (high >= ask)
    context.notTestable(
      'the spread of the market set aside is narrower than three ticks',
      'name a market with a wider spread in the credentials file',
    );
  return { low, high };
}
