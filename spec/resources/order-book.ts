/** spec/resources/order-book: order books and best prices (interface 2.14, 4.16, 4.17). */
import { z } from 'zod';
import { decimalOrEmpty, decimalText, flag, resource, text } from './resource.ts';

/** One price level: `price` dollars, `size` shares, both decimal strings. */
export const BookLevel = resource('2.14', 'level.', { price: decimalText, size: decimalText });

/** Item of `POST /books` (2.14). The document's field order is the order of the book hash. */
export const OrderBook = resource('2.14', '', {
  market: text,
  asset_id: text,
  timestamp: text.meta({ description: 'Unix time in milliseconds under the document profile' }),
  hash: text,
  bids: z.array(BookLevel),
  asks: z.array(BookLevel),
  min_order_size: decimalText,
  tick_size: decimalText,
  neg_risk: flag,
  last_trade_price: decimalOrEmpty,
});
export type OrderBook = z.infer<typeof OrderBook>;

const bestPrice = decimalOrEmpty.meta({
  ...decimalOrEmpty.meta(),
  description: 'Absent or empty where there are no orders on its side; which of the two is left open.',
});

/** Best prices of one token (4.17). A side without orders may be absent (D/prices-meaning). */
export const BestPrices = resource('4.17', '', { BUY: bestPrice.optional(), SELL: bestPrice.optional() });

/** Answer of `POST /prices`: token id to best prices. */
export const PriceMap = z.record(z.string(), BestPrices);
export type PriceMap = z.infer<typeof PriceMap>;
