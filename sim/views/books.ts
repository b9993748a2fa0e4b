/**
 * sim/views/books: order books as JSON text with the hash that a client can recompute, and best prices. They are cached
 * per version of a book and price step.
 */
import { hash } from 'node:crypto';
import type { Profile } from '../../spec/profile.ts';
import { invariant } from '../../spec/result.ts';
import { formatMicro, formatPrice, PRICE_ONE } from '../../spec/units.ts';
import type { Side } from '../../spec/venue/command.ts';
import type { Level } from '../core/depth.ts';
import type { Venue } from '../core/venue.ts';
import type { TokenCard } from './token-card.ts';

export type Books = {
  /** The book of a token as JSON (interface 2.14); undefined if its market has no book. */
  text(card: TokenCard): string | undefined;
  /** The best prices of a token as JSON (4.17): `BUY` is the best ask or bid by the profile, `SELL` the other, an empty side is omitted. */
  bestPrices(card: TokenCard): string | undefined;
};

type Cached = { readonly version: number; readonly tick: number; readonly text: string };
type Write = (venue: Venue, card: TokenCard) => string;

export function createBooks(venue: Venue, buyPrice: Profile['buyPrice']): Books {
  const write: Write = (from, card) => bestPricesText(from, card, buyPrice);
  return { text: perVersion(venue, bookText), bestPrices: perVersion(venue, write) };
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

/**
 * Compact JSON in the field order of the interface, which is that of the hash. Joined, not concatenated, because a cached
 * text should be one flat string.
 */
function bookText(venue: Venue, card: TokenCard): string {
  const { market, outcome } = card;
  const view = venue.market(market.index);
  invariant(view !== undefined, `market ${market.index} is listed`);
  const { lastPrice, terms } = view;
  const ownLast = lastPrice === undefined || outcome === 0 ? lastPrice : PRICE_ONE - lastPrice;
  const names = JSON.stringify({ market: card.conditionId, asset_id: card.tokenId }).slice(0, -1);
  const head = `${names},"timestamp":"${view.bookChangedAt}","hash":"`;
  const tail =
    `","bids":${levelsText(venue.bids(market.index, outcome))}` +
    `,"asks":${levelsText(venue.asks(market.index, outcome))}` +
    `,"min_order_size":"${formatMicro(terms.minSize)}","tick_size":"${formatPrice(terms.tick)}"` +
    `,"neg_risk":${market.negRisk},"last_trade_price":"${ownLast === undefined ? '' : formatPrice(ownLast)}"}`;
  return [head, hash('sha1', head + tail, 'hex'), tail].join('');
}

/** Levels with the best one last. */
function levelsText(bestFirst: readonly Level[]): string {
  const levels = bestFirst.map(({ price, size }) => `{"price":"${formatPrice(price)}","size":"${formatMicro(size)}"}`);
  return `[${levels.reverse().join(',')}]`;
}

/** The best price that a side names; undefined while no order is there. */
export function bestPrice(
  venue: Pick<Venue, 'asks' | 'bids'>,
  { market, outcome }: TokenCard,
  side: Side,
  buyPrice: Profile['buyPrice'],
): number | undefined {
  const isAsk = (side === 'BUY') === (buyPrice === 'best-ask');
  const levels = isAsk ? venue.asks(market.index, outcome) : venue.bids(market.index, outcome);
  return levels[0]?.price;
}

const SIDES: readonly Side[] = ['BUY', 'SELL'];

function bestPricesText(venue: Venue, card: TokenCard, buyPrice: Profile['buyPrice']): string {
  const members = SIDES.flatMap((side) => {
    const price = bestPrice(venue, card, side, buyPrice);
    return price === undefined ? [] : [`"${side}":"${formatPrice(price)}"`];
  });
  return `{${members.join(',')}}`;
}
