/** proof/venue/reads/market-oracles: oracles for reads of trades, orders and books. */

import { createHash } from 'node:crypto';
import { omitUndefined } from '../../../base/record.ts';
import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { OrderBook } from '../../../spec/resources/order-book.ts';
import { firstOf } from '../oracle/invariant.ts';
import { type FoldOracle, same } from './findings.ts';
import { lastPriceOf, levelsOf, ordersOf, tickOf } from './market-model.ts';
import { tokenId } from './plain-world.ts';
import { booksOf, callersOf, liveOf, pricesOf, tokensOf, tradesOf } from './reads.ts';
import { settlementOf } from './wallet-model.ts';

/** Trades are listed newest first with the status of the log and the moment of its last change. */
export const settlement: FoldOracle = (service) => {
  const shown = tradesOf(service).map(({ status, last_update }) => `${status} ${last_update}`);
  const expected = settlementOf(service.world.venue.log).map(
    ({ status, at }) => `${status} ${new Date(at).toISOString()}`,
  );
  return same('trades', shown.join(), expected.slice(-100).reverse().join());
};

export const orders: FoldOracle = (service) =>
  firstOf(callersOf(service), (caller) => {
    const shown = liveOf(service, caller).map((order) =>
      [order.assetId, order.side, order.type, order.price, order.originalSize, order.sizeMatched].concat(
        order.createdAt,
        order.associateTrades,
      ),
    );
    const expected = ordersOf(service.world.venue.log)
      .filter(({ wallet }) => wallet === caller)
      .map((order) =>
        [tokenId(order.market, order.outcome), order.side, order.type, formatPrice(order.price)].concat(
          formatMicro(order.size),
          formatMicro(order.matched),
          new Date(order.acceptedAt).toISOString(),
          order.trades.map((trade) => service.views.ids.trade.encode(trade)),
        ),
      );
    return same(`live orders of wallet ${caller}`, JSON.stringify(shown), JSON.stringify(expected.slice(0, 100)));
  });

/** A book shows the open orders, the tick and the last trade of the log, and its hash is that of its text. */
export const bookTexts: FoldOracle = (service) => {
  const { log } = service.world.venue;
  const shown = booksOf(service);
  const best = pricesOf(service);
  return firstOf(tokensOf(service), ({ market, outcome }) => {
    const name = `of ${market}:${outcome}`;
    const token = tokenId(market, outcome);
    const book = shown.find(({ asset_id }) => asset_id === token);
    if (book === undefined) return `no book ${name}`;
    const texts = (side: 'BUY' | 'SELL'): readonly { readonly price: string; readonly size: string }[] =>
      levelsOf(log, market, outcome, side).map(({ price, size }) => {
        return { price: formatPrice(price), size: formatMicro(size) };
      });
    const last = lastPriceOf(log, market, outcome);
    const bids = texts('BUY');
    const asks = texts('SELL');
    const bestPrices = omitUndefined({ BUY: asks[0]?.price, SELL: bids[0]?.price });
    return (
      same(`bids ${name}`, JSON.stringify(book.bids), JSON.stringify(bids.toReversed())) ??
      same(`asks ${name}`, JSON.stringify(book.asks), JSON.stringify(asks.toReversed())) ??
      same(`tick ${name}`, book.tick_size, formatPrice(tickOf(log, market) ?? 0)) ??
      same(`last price ${name}`, book.last_trade_price, last === undefined ? '' : formatPrice(last)) ??
      same(`hash ${name}`, book.hash, hashOf(book)) ??
      same(`best prices ${name}`, JSON.stringify(best[token] ?? {}), JSON.stringify(bestPrices))
    );
  });
};

export function hashOf(book: OrderBook): string {
  return createHash('sha1')
    .update(JSON.stringify({ ...book, hash: '' }))
    .digest('hex');
}
