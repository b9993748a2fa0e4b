/** sim/streams/market-frames: the messages of the market channel. */

import { formatMicro, formatPrice } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { TradeEvent } from '../../spec/venue/event.ts';
import type { EventOf } from '../core/log-layout.ts';
import { bookText } from '../views/books.ts';
import type { TokenCard } from '../views/token-card.ts';
import { OUTCOMES } from '../views/token-price.ts';
import type { Views } from '../views/views.ts';
import type { MarketEventType, MarketFrame, Outlet } from './frame.ts';
import type { BookChange } from './log-fold.ts';
import { type BestPrices, bestPrices, inOutcome, type LevelKey, type MarketBook, shownBook } from './market-book.ts';

/** The text of `GET /book` with its event type. */
export function bookFrameText(card: TokenCard, book: MarketBook): string {
  return `{"event_type":"book",${bookText(card, shownBook(book, card.outcome)).text.slice(1)}`;
}

/** The books after a trade, or else the levels that changed; and the best prices, if they are others than `before`. */
export function emitChange({ views, emit }: Outlet, book: MarketBook, change: BookChange, before: BestPrices): void {
  const cards = OUTCOMES.map((outcome) => views.tokens.card(change.market, outcome));
  if (!cards.every(({ market }) => market.enableOrderBook)) return;
  if (change.hasTraded) for (const card of cards) emit(toToken('book', card, () => bookFrameText(card, book)));
  else {
    const tokens = cards.map(({ tokenId }) => tokenId);
    emit(toTokens('price_change', tokens, () => priceChangeText(cards, book, change)));
  }
  const best = bestPrices(book, 0);
  if (best.bid === before.bid && best.ask === before.ask) return;
  for (const card of cards) emit(toToken('best_bid_ask', card, () => bestText(card, book, change.at), true));
}

/** One message for each match, in prices of the taker's token. */
export function emitTrade({ views, emit }: Outlet, trade: TradeEvent): void {
  const card = views.tokens.card(trade.market, trade.outcome);
  if (!card.market.enableOrderBook) return;
  for (const { takerPrice, size } of trade.makers) {
    const text = () =>
      JSON.stringify({
        event_type: 'last_trade_price',
        market: card.conditionId,
        asset_id: card.tokenId,
        price: formatPrice(takerPrice),
        size: formatMicro(size),
        side: trade.side,
        fee_rate_bps: String(card.market.takerBaseFee),
        timestamp: String(trade.at),
        transaction_hash: views.ids.tradeTransaction.encode(trade.trade),
      });
    emit(toToken('last_trade_price', card, text));
  }
}

export function emitTick({ views, emit }: Outlet, event: EventOf<'tick-changed'>, old: number): void {
  for (const outcome of OUTCOMES) {
    const card = views.tokens.card(event.market, outcome);
    if (!card.market.enableOrderBook) return;
    const text = () =>
      JSON.stringify({
        event_type: 'tick_size_change',
        market: card.conditionId,
        asset_id: card.tokenId,
        old_tick_size: formatPrice(old),
        new_tick_size: formatPrice(event.tick),
        timestamp: String(event.at),
      });
    emit(toToken('tick_size_change', card, text));
  }
}

export function emitListed({ views, emit }: Outlet, event: EventOf<'market-listed'>): void {
  const text = () => {
    const { market } = views.tokens.card(event.market, 0);
    return JSON.stringify({
      ...marketFields('new_market', views, event),
      description: market.catalog.description,
      outcomes: market.outcomes,
      condition_id: market.catalog.conditionId,
      clob_token_ids: market.tokenIds,
      active: market.active,
      order_price_min_tick_size: formatPrice(event.terms.tick),
    });
  };
  emit({ channel: 'market', event: 'new_market', tokens: undefined, isCustom: true, text });
}

export function emitResolved({ views, emit }: Outlet, event: EventOf<'market-resolved'>): void {
  const { market } = views.tokens.card(event.market, 0);
  const winner = OUTCOMES.find((outcome) => event.payout[outcome === 0 ? 1 : 0] === 0);
  const text = () =>
    JSON.stringify({
      ...marketFields('market_resolved', views, event),
      winning_asset_id: winner === undefined ? null : market.tokenIds[winner],
      winning_outcome: winner === undefined ? null : market.outcomes[winner],
    });
  emit(toTokens('market_resolved', market.tokenIds, text, true));
}

function marketFields(type: MarketEventType, views: Views, { market: index, at }: { market: number; at: number }) {
  const { market } = views.tokens.card(index, 0);
  const { id, question, conditionId, slug } = market.catalog;
  const { id: eventId, ticker, slug: eventSlug, title, description } = market.event.own;
  return {
    event_type: type,
    id,
    question,
    market: conditionId,
    slug,
    assets_ids: market.tokenIds,
    event_message: { id: eventId, ticker, slug: eventSlug, title, description },
    tags: market.event.tags.map(({ slug: tag }) => tag),
    timestamp: String(at),
  };
}

/** Each changed level in terms of both tokens. `hash` is that of the token's book after the whole change. */
function priceChangeText(cards: readonly TokenCard[], book: MarketBook, { levels, at }: BookChange) {
  const keys = [...levels].sort((a, b) => a - b);
  return JSON.stringify({
    event_type: 'price_change',
    market: cards[0]?.conditionId,
    price_changes: cards.flatMap((card) => {
      const { hash } = bookText(card, shownBook(book, card.outcome));
      return keys.map((key) => ({
        asset_id: card.tokenId,
        ...levelFields(book, key, card.outcome),
        hash,
        ...bestFields(card, book),
      }));
    }),
    timestamp: String(at),
  });
}

function levelFields({ levels }: MarketBook, level: LevelKey, outcome: OutcomeIndex) {
  const key = inOutcome(level, outcome);
  const size = levels.get(level) ?? 0;
  return { price: formatPrice(Math.abs(key)), size: formatMicro(size), side: key > 0 ? 'BUY' : 'SELL' };
}

function bestFields({ outcome }: TokenCard, book: MarketBook) {
  const { bid, ask } = bestPrices(book, outcome);
  return { best_bid: formatPrice(bid), best_ask: formatPrice(ask) };
}

function bestText(card: TokenCard, book: MarketBook, at: number) {
  const { bid, ask } = bestPrices(book, card.outcome);
  return JSON.stringify({
    event_type: 'best_bid_ask',
    market: card.conditionId,
    asset_id: card.tokenId,
    ...bestFields(card, book),
    spread: formatPrice(ask - bid),
    timestamp: String(at),
  });
}

function toToken(event: MarketEventType, { tokenId }: TokenCard, text: () => string, isCustom = false): MarketFrame {
  return toTokens(event, [tokenId], text, isCustom);
}

function toTokens(
  event: MarketEventType,
  tokens: readonly string[],
  text: () => string,
  isCustom = false,
): MarketFrame {
  return { channel: 'market', event, tokens, isCustom, text };
}
