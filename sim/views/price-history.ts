/** sim/views/price-history: last price and dollars traded of each market at every moment, without failed trades. */
import { firstIndex } from '../../base/first-index.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Event, MakerLeg } from '../../spec/venue/event.ts';

export type PriceHistory = ReturnType<typeof createPriceHistory>;

/** By entry: moment, price in terms of the first outcome, dollars traded up to and including it. */
type Series = { readonly at: number[]; readonly price: number[]; readonly total: number[] };

export function createPriceHistory() {
  const all = new Map<number, Series>();
  return {
    apply(event: Event) {
      if (event.kind !== 'trade' && event.kind !== 'trade-reversed') return;
      const series = all.get(event.market) ?? { at: [], price: [], total: [] };
      all.set(event.market, series);
      const isTrade = event.kind === 'trade';
      const last = event.makers.at(-1);
      const price = isTrade && last !== undefined ? firstOutcomePrice(last) : (series.price.at(-1) ?? 0);
      series.at.push(event.at);
      series.price.push(price);
      series.total.push((series.total.at(-1) ?? 0) + (isTrade ? event.cash : -event.cash));
    },
    /** Moment of the first trade, milliseconds; undefined before it. */
    firstAt: (market: number) => all.get(market)?.at[0],
    /** The price of a token in the last trade at or before a moment; undefined before the first. */
    priceAt(market: number, outcome: OutcomeIndex, at: number) {
      const series = all.get(market);
      const price = series?.price[countUpTo(series.at, at) - 1];
      return price === undefined || outcome === 0 ? price : PRICE_ONE - price;
    },
    /** Micro dollars of the takers of all trades after a moment, or of all trades. */
    volume(market: number, after?: number) {
      const series = all.get(market);
      const total = series?.total.at(-1) ?? 0;
      if (series === undefined || after === undefined) return total;
      return Math.max(0, total - (series.total[countUpTo(series.at, after) - 1] ?? 0));
    },
  };
}

function firstOutcomePrice({ outcome, price }: MakerLeg) {
  return outcome === 0 ? price : PRICE_ONE - price;
}

function countUpTo(moments: readonly number[], at: number) {
  return firstIndex(moments.length, (index) => (moments[index] ?? 0) > at);
}
