/** sim/clob/reads/quotes: books and prices of one token, which may be not found, or of several, which may be absent. */

import type { JsonObject } from '../../../base/json.ts';
import { formatMicro, formatPrice, PRICE_ONE, unitsToNumber } from '../../../base/units.ts';
import type { Side } from '../../../spec/venue/command.ts';
import { viewOf } from '../../catalog/market-state.ts';
import { okJson, okValue, type RouteFunction, type RouteFunctions, type RouteResponse } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import { bestPrice } from '../../views/books.ts';
import type { TokenCard } from '../../views/token-card.ts';
import { MICRO_PER_PRICE_UNIT } from '../../views/token-price.ts';
import { bodyTokens, bookTokenOf, INVALID_SIDE, NO_BOOK, tokenOf } from './prices-history.ts';

/** A value of a token as text; undefined while it has none. */
type Quote = (service: Service, card: TokenCard) => string | undefined;

function bestBidAndAsk({ world: { venue } }: Service, { market, outcome }: TokenCard) {
  const bid = venue.bids(market.index, outcome)[0]?.price;
  const ask = venue.asks(market.index, outcome)[0]?.price;
  return bid === undefined || ask === undefined ? undefined : { bid, ask };
}

const midpoint: Quote = (service, card) => {
  const best = bestBidAndAsk(service, card);
  return best && formatMicro(((best.bid + best.ask) * MICRO_PER_PRICE_UNIT) / 2);
};

const spread: Quote = (service, card) => {
  const best = bestBidAndAsk(service, card);
  return best && formatPrice(best.ask - best.bid);
};

/** The response about the token of the query, as JSON; not found while `textOf` returns nothing. */
function single(textOf: Quote): RouteFunction {
  return (service, { params }) => {
    service.views.catchUp();
    const card = bookTokenOf(service, params['token_id']);
    if (!card.ok) return card.refusal;
    const text = textOf(service, card.value);
    return text === undefined ? NO_BOOK : okJson(text);
  };
}

function member(name: string, quote: Quote): Quote {
  return (service, card) => {
    const value = quote(service, card);
    return value && JSON.stringify({ [name]: value });
  };
}

/** The response about the tokens of the body, each with the items that name it. */
function ofBody(
  respond: (service: Service, cards: ReadonlyMap<TokenCard, readonly JsonObject[]>, body: unknown) => RouteResponse,
): RouteFunction {
  return (service, { body }) => {
    const cards = bodyTokens(service, body);
    return cards.ok ? respond(service, cards.value, body) : cards.refusal;
  };
}

function several(quote: Quote): RouteFunction {
  return ofBody((service, cards) => {
    const quotes = [...cards.keys()].map((card) => [card.tokenId, quote(service, card)] as const);
    return okJson(membersText(quotes.filter(([, value]) => value !== undefined)));
  });
}

/** An object in the order of its members: digits as names of an object would be sorted. */
function membersText(members: readonly (readonly [string, unknown])[]) {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

/** Clients write it in either letter case. */
function sideOf(value: unknown): Side | undefined {
  const upper = String(value).toUpperCase();
  return upper === 'BUY' || upper === 'SELL' ? upper : undefined;
}

const book: Quote = ({ views }, card) => views.books.text(card);

function priceOf({ world, profile }: Service, card: TokenCard, side: Side): RouteResponse {
  const best = bestPrice(world.venue, card, side, profile.buyPrice);
  return best === undefined ? NO_BOOK : okValue({ price: formatPrice(best) });
}

/** Price and taker's side in terms of the token. A token without trades has the price 0.5 and an empty side. */
function lastTrade({ views, world }: Service, { market, outcome }: TokenCard): { price: string; side: Side | '' } {
  const last = world.venue.market(market.index)?.lastPrice;
  const [trade] = views.trades.newestFirst({ market: market.index }, 0, 1);
  if (last === undefined || trade === undefined) return { price: '0.5', side: '' };
  const { event } = views.trades.record(trade);
  const other: Side = event.side === 'BUY' ? 'SELL' : 'BUY';
  return {
    price: formatPrice(outcome === 0 ? last : PRICE_ONE - last),
    side: event.outcome === outcome ? event.side : other,
  };
}

export const QUOTE_FUNCTIONS: RouteFunctions = {
  'P/book': single(book),
  'P/books': ofBody((service, cards) => {
    return okJson(`[${[...cards.keys()].flatMap((card) => service.views.books.text(card) ?? []).join(',')}]`);
  }),
  'P/price': (service, { params }) => {
    const card = bookTokenOf(service, params['token_id']);
    const side = sideOf(params['side']);
    // A wrong side is a fault of the request whatever the token.
    if (side === undefined) return card.ok || card.refusal === NO_BOOK ? INVALID_SIDE : card.refusal;
    return card.ok ? priceOf(service, card.value, side) : card.refusal;
  },
  /** The sides that the items of a token name; an item without a side names both. */
  'P/prices': ofBody(({ world, profile }, cards, body) => {
    const named = Array.isArray(body) ? body.map((item) => Reflect.get(Object(item), 'side')) : [];
    if (named.some((side) => side !== undefined && sideOf(side) === undefined)) return INVALID_SIDE;
    const members = [...cards].map(([card, items]) => {
      const isRequested = (side: Side) =>
        items.some((item) => item['side'] === undefined || sideOf(item['side']) === side);
      const best = (['BUY', 'SELL'] as const).filter(isRequested).flatMap((side) => {
        const level = bestPrice(world.venue, card, side, profile.buyPrice);
        return level === undefined ? [] : [[side, formatPrice(level)] as const];
      });
      return [card.tokenId, Object.fromEntries(best)] as const;
    });
    return okJson(membersText(members));
  }),
  'P/midpoint': single(member('mid', midpoint)),
  'P/midpoints': several(midpoint),
  'P/spread': single(member('spread', spread)),
  'P/spreads': several(spread),
  'P/last-trade-price': single((service, card) => JSON.stringify(lastTrade(service, card))),
  'P/last-trades-prices': ofBody((service, cards) => {
    service.views.catchUp();
    return okValue([...cards.keys()].map((card) => ({ token_id: card.tokenId, ...lastTrade(service, card) })));
  }),
};

/** A response about the token of the query, or of the path. */
function factOf(fact: (card: TokenCard, service: Service) => object): RouteFunction {
  return (service, { route, params, pathValue }) => {
    const card = tokenOf(service, route.pathParam === undefined ? params['token_id'] : pathValue);
    return card.ok ? okValue(fact(card.value, service)) : card.refusal;
  };
}

export const FACT_FUNCTIONS: RouteFunctions = {
  'P/time': (_, { now }) => okJson(String(Math.floor(now / 1_000))),
  'P/ok': () => okJson('"OK"'),
  'P/version': ({ profile }) => okValue({ version: profile.clob?.orderVersion }),
  'P/tick-size': factOf(({ market }, { world }) => {
    return { minimum_tick_size: unitsToNumber(viewOf(world.venue, market).terms.tick, 4) };
  }),
  'P/neg-risk': factOf(({ market }) => ({ neg_risk: market.negRisk })),
  'P/fee-rate': factOf(({ market }) => ({ base_fee: market.takerBaseFee })),
  'P/market-by-token': factOf(({ conditionId, market }) => ({
    condition_id: conditionId,
    primary_token_id: market.tokenIds[0],
    secondary_token_id: market.tokenIds[1],
  })),
};
