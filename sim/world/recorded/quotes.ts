/** sim/world/recorded/quotes: the opening quotes of a recorded market on its tick; 0 and 1 dollar are no quotes. */
import { PRICE_ONE } from '../../../base/units.ts';
import { parseJsonStringArray } from '../../../spec/resources/resource.ts';
import { MarketError } from '../world-error.ts';
import type { RecordedMarket } from './market-shape.ts';

export type Quotes = Readonly<{
  tick: number;
  bid: number | undefined;
  ask: number | undefined;
  last: number | undefined;
  /** Payout of the first outcome in price units, if the prices of a closed market show it. */
  settled: number | undefined;
}>;

const USUAL_TICK = 0.01;

type Warn = (field: string, what: string) => void;

/** Reads the quotes of a market. Throws `MarketError` for a tick that does not divide a dollar. */
export function quotesOf(market: RecordedMarket, at: string, warn: Warn): Quotes {
  const tick = Math.round((market.orderPriceMinTickSize ?? USUAL_TICK) * PRICE_ONE);
  if (tick < 1 || PRICE_ONE % tick !== 0 || tick > PRICE_ONE / 2) {
    throw new MarketError(`${at}.orderPriceMinTickSize: ${market.orderPriceMinTickSize} does not divide a dollar`);
  }
  const priceIn = (field: 'bestBid' | 'bestAsk' | 'lastTradePrice'): number | undefined => {
    const price = market[field];
    if (price === undefined || price === 0 || price === 1) return undefined;
    const units = Math.round(price * PRICE_ONE);
    if (units >= tick && units <= PRICE_ONE - tick && units % tick === 0) return units;
    warn(field, `${price} is no price on a tick of ${tick / PRICE_ONE}; left out`);
    return undefined;
  };
  const first = firstPrice(market, warn);
  const last = priceIn('lastTradePrice');
  const { bid, ask } = sides(priceIn('bestBid'), priceIn('bestAsk'), warn);
  const isUnquoted = market.bestBid === undefined && market.bestAsk === undefined;
  const around = isUnquoted && first !== undefined ? aroundPrice(first, tick) : { bid, ask };
  const settled = market.closed && first !== undefined && [0, PRICE_ONE / 2, PRICE_ONE].includes(first);
  return { tick, ...around, last, settled: settled ? first : undefined };
}

function sides(bid: number | undefined, ask: number | undefined, warn: Warn): Pick<Quotes, 'bid' | 'ask'> {
  if (bid === undefined || ask === undefined || bid < ask) return { bid, ask };
  warn('bestBid', 'is not below bestAsk; both left out');
  return { bid: undefined, ask: undefined };
}

/** Quotes one tick on each side of a price, for a recording without quotes. */
function aroundPrice(price: number, tick: number): Pick<Quotes, 'bid' | 'ask'> {
  const middle = Math.round(price / tick) * tick;
  const bid = middle - tick >= tick ? middle - tick : undefined;
  const ask = middle + tick <= PRICE_ONE - tick ? middle + tick : undefined;
  return { bid, ask };
}

function firstPrice(market: RecordedMarket, warn: Warn): number | undefined {
  if (market.outcomePrices === '') return undefined;
  const prices = parseJsonStringArray(market.outcomePrices);
  const first = prices?.length === 2 ? Math.round(Number(prices[0]) * PRICE_ONE) : Number.NaN;
  if (first >= 0 && first <= PRICE_ONE) return first;
  warn('outcomePrices', 'is no list of two prices in a string; ignored');
  return undefined;
}
