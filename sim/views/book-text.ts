/** sim/views/book-text: the book of one token as JSON text with its hash (2.14), from its arguments alone. */
import { hash } from 'node:crypto';
import { formatMicro, formatPrice, PRICE_ONE } from '../../base/units.ts';
import type { Level } from '../core/depth.ts';
import type { TokenCard } from './token-card.ts';

export type ShownBook = {
  /** Levels in prices of the token, the best one last. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** Last trade price in prices of the first outcome; undefined before the first trade. */
  readonly lastPrice: number | undefined;
  readonly changedAt: number;
  readonly minSize: number;
  readonly tick: number;
};

export type BookText = { readonly hash: string; readonly text: string };

/** Compact JSON in the field order of the interface, which is that of the hash. */
export function bookText({ market, outcome, conditionId, tokenId }: TokenCard, book: ShownBook): BookText {
  const { lastPrice, minSize, tick } = book;
  const ownLast = lastPrice === undefined || outcome === 0 ? lastPrice : PRICE_ONE - lastPrice;
  const names = JSON.stringify({ market: conditionId, asset_id: tokenId }).slice(0, -1);
  const head = `${names},"timestamp":"${book.changedAt}","hash":"`;
  const tail =
    `","bids":${levelsText(book.bids)},"asks":${levelsText(book.asks)}` +
    `,"min_order_size":"${formatMicro(minSize)}","tick_size":"${formatPrice(tick)}"` +
    `,"neg_risk":${market.negRisk},"last_trade_price":"${ownLast === undefined ? '' : formatPrice(ownLast)}"}`;
  const digest = hash('sha1', head + tail, 'hex');
  // Joined, not concatenated, because a cached text should be one flat string.
  return { hash: digest, text: [head, digest, tail].join('') };
}

function levelsText(levels: readonly Level[]): string {
  const texts = levels.map(({ price, size }) => `{"price":"${formatPrice(price)}","size":"${formatMicro(size)}"}`);
  return `[${texts.join(',')}]`;
}
