/** sim/views/books: order books as JSON text with their hash, and best prices, cached per version and price step. */
import { hash } from 'node:crypto';
import { invariant } from '../../base/result.ts';
import { formatMicro, formatPrice, PRICE_ONE } from '../../base/units.ts';
import type { Profile } from '../../spec/profile.ts';
import type { Side } from '../../spec/venue/command.ts';
import type { Level } from '../core/depth.ts';
import type { Venue } from '../core/venue.ts';
import type { TokenCard } from './token-card.ts';

export type Books = {
  /** The book of a token as JSON (interface 2.14); undefined if its market has no book. */
  text(card: TokenCard): string | undefined;
  /** The best prices of a token as JSON (4.17), by the profile's meaning of `BUY`; an empty side is omitted. */
  bestPrices(card: TokenCard): string | undefined;
};

type Cached = { readonly version: number; readonly tick: number; readonly text: string };
type Write = (venue: Venue, card: TokenCard) => string;

export function createBooks(venue: Venue, buyPrice: Profile['buyPrice']): Books {
  const write: Write = (from, card) => bestPricesText(from, card, buyPrice);
  return { text: perVersion(venue, wholeText), bestPrices: perVersion(venue, write) };
}

/** Calls `write` again only after the book or the price step of the market has changed. */
function perVersion(venue: Venue, write: Write): (card: TokenCard) => string | undefined {
  const cache: Cached[] = [];
  return (card) => {
    if (!card.market.enableOrderBook) return undefined;
    const slot = card.market.index * 2 + card.outcome;
    const view = venue.market(card.market.index);
    if (view === undefined) return undefined;
    const { bookVersion: version, terms } = view;
    const cached = cache[slot];
    if (cached !== undefined && cached.version === version && cached.tick === terms.tick) return cached.text;
    const text = write(venue, card);
    cache[slot] = { version, tick: terms.tick, text };
    return text;
  };
}

function wholeText(venue: Venue, card: TokenCard) {
  const { market, outcome } = card;
  const view = venue.market(market.index);
  invariant(view !== undefined, `market ${market.index} is listed`);
  const { lastPrice, bookChangedAt: changedAt, terms } = view;
  const bids = venue.bids(market.index, outcome).toReversed();
  const asks = venue.asks(market.index, outcome).toReversed();
  return bookText(card, { bids, asks, lastPrice, changedAt, minSize: terms.minSize, tick: terms.tick }).text;
}

/** The best price that a side names; undefined while no order is there. */
export function bestPrice(
  venue: Pick<Venue, 'asks' | 'bids'>,
  { market, outcome }: TokenCard,
  side: Side,
  buyPrice: Profile['buyPrice'],
): number | undefined {
  const isAsk = (side === 'BUY') === (buyPrice === 'best-ask');
  return (isAsk ? venue.asks(market.index, outcome) : venue.bids(market.index, outcome))[0]?.price;
}

const SIDES: readonly Side[] = ['BUY', 'SELL'];

function bestPricesText(venue: Venue, card: TokenCard, buyPrice: Profile['buyPrice']) {
  const members = SIDES.flatMap((side) => {
    const price = bestPrice(venue, card, side, buyPrice);
    return price === undefined ? [] : [`"${side}":"${formatPrice(price)}"`];
  });
  return `{${members.join(',')}}`;
}

export type ShownBook = Readonly<{
  /** Levels in prices of the token, the best one last. */
  bids: readonly Level[];
  asks: readonly Level[];
  /** Last trade price in prices of the first outcome; undefined before the first trade. */
  lastPrice: number | undefined;
  changedAt: number;
  minSize: number;
  tick: number;
}>;

type BookText = { readonly hash: string; readonly text: string };

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

function levelsText(levels: readonly Level[]) {
  const texts = levels.map(({ price, size }) => `{"price":"${formatPrice(price)}","size":"${formatMicro(size)}"}`);
  return `[${texts.join(',')}]`;
}
