/** sim/clob/gamma/market-record: a market with its present prices, volume and liquidity, and columns of lists. */
import { formatMicro, MICRO, mulDivFloor, PRICE_ONE, unitsToNumber } from '../../../base/units.ts';
import type { GammaEvent, GammaEventMarket } from '../../../spec/clob/gamma-schemas.ts';
import {
  fullSummaryRecord,
  isAcceptingOrders,
  isEventClosed,
  marketRecord,
  summaryRecord,
  viewOf,
} from '../../catalog/market-state.ts';
import { columnValue, type Scalar } from '../../catalog/sort-order.ts';
import type { Service } from '../../service.ts';
import { OUTCOMES, tokenPrice } from '../../views/token-price.ts';
import type { WorldEvent, WorldMarket } from '../../world/world.ts';

/** The service at a moment, milliseconds. */
export type Present = Pick<Service, 'views' | 'world'> & { readonly now: number };

const DAY_MS = 86_400_000;

/** The numbers of a market that change with trading: dollars, by the name of their field. */
const NUMBERS = {
  volumeNum: ({ views }: Present, { index }: WorldMarket) => dollars(views.priceHistory.volume(index)),
  volume24hr: ({ views, now }: Present, { index }: WorldMarket) =>
    dollars(views.priceHistory.volume(index, now - DAY_MS)),
  /** The dollars that all bids for both tokens would pay. */
  liquidityNum: ({ world: { venue } }: Present, { index }: WorldMarket) =>
    dollars(
      OUTCOMES.flatMap((outcome) => venue.bids(index, outcome)).reduce(
        (sum, { price, size }) => sum + mulDivFloor(price, size, PRICE_ONE),
        0,
      ),
    ),
  bestBid: ({ world }: Present, { index }: WorldMarket) => unitsToNumber(world.venue.bids(index, 0)[0]?.price ?? 0, 4),
  bestAsk: ({ world }: Present, { index }: WorldMarket) =>
    unitsToNumber(world.venue.asks(index, 0)[0]?.price ?? PRICE_ONE, 4),
  lastTradePrice: ({ world }: Present, market: WorldMarket) =>
    unitsToNumber(viewOf(world.venue, market).lastPrice ?? 0, 4),
};

const ALIASES: Readonly<Record<string, string>> = { volume: 'volumeNum', liquidity: 'liquidityNum' };

function dollars(micro: number) {
  return unitsToNumber(micro, 6);
}

function eventMarketRecord(present: Present, market: WorldMarket): GammaEventMarket {
  const { venue } = present.world;
  const { terms } = viewOf(venue, market);
  const numbers = Object.fromEntries(
    Object.entries(NUMBERS).map(([name, of]) => [name, of(present, market)]),
  ) as Record<keyof typeof NUMBERS, number>;
  const prices = OUTCOMES.map((outcome) => formatMicro(tokenPrice(venue, market.index, outcome)));
  const own = marketRecord(venue, market);
  return {
    ...own,
    marketMakerAddress: '',
    outcomePrices: JSON.stringify(prices),
    volume: formatMicro(Math.round(numbers.volumeNum * MICRO)),
    liquidity: formatMicro(Math.round(numbers.liquidityNum * MICRO)),
    ...numbers,
    spread: unitsToNumber(Math.round((numbers.bestAsk - numbers.bestBid) * PRICE_ONE), 4),
    orderPriceMinTickSize: unitsToNumber(terms.tick, 4),
    orderMinSize: unitsToNumber(terms.minSize, 6),
    enableOrderBook: market.enableOrderBook,
    acceptingOrders: isAcceptingOrders(venue, market),
    negRisk: market.negRisk,
    endDateIso: own.endDate.slice(0, 'yyyy-mm-dd'.length),
    feesEnabled: terms.fee.rate > 0,
  };
}

type MarketForm = { readonly whole?: boolean; readonly tags?: boolean };

/** A market as JSON, with its event in short form or as a whole, and with its tags. */
export function marketText(present: Present, market: WorldMarket, { whole = false, tags = false }: MarketForm): string {
  const { event } = market;
  return JSON.stringify({
    ...eventMarketRecord(present, market),
    events: [whole ? fullSummaryRecord(present.world.venue, event) : summaryRecord(event)],
    ...(tags && { tags: event.tags }),
  });
}

/** The value of a market in a column of the list; undefined if it is no column. */
export function marketColumn(present: Present, market: WorldMarket, column: string): Scalar | undefined {
  const name = ALIASES[column] ?? column;
  if (name === 'id') return Number(market.catalog.id);
  if (isNumber(name)) return NUMBERS[name](present, market);
  const record = marketRecord(present.world.venue, market);
  return Object.hasOwn(record, name) ? columnValue(record, name) : undefined;
}

function isNumber(name: string): name is keyof typeof NUMBERS {
  return Object.hasOwn(NUMBERS, name);
}

const SUMS = ['volume', 'volume24hr', 'liquidity'] as const;

function sumOf(present: Present, event: WorldEvent, column: (typeof SUMS)[number]): number {
  const micro = event.markets.map((market) => Math.round(Number(marketColumn(present, market, column)) * MICRO));
  return unitsToNumber(
    micro.reduce((sum, one) => sum + one, 0),
    6,
  );
}

export function gammaEventRecord(present: Present, event: WorldEvent): GammaEvent {
  const { eventMetadata, ...own } = event.own;
  return {
    ...own,
    closed: isEventClosed(present.world.venue, event),
    tags: [...event.tags],
    markets: event.markets.map((market) => eventMarketRecord(present, market)),
    series: [...event.series],
    eventMetadata,
    volume: sumOf(present, event, 'volume'),
    volume24hr: sumOf(present, event, 'volume24hr'),
    liquidity: sumOf(present, event, 'liquidity'),
    negRisk: event.markets.some(({ negRisk }) => negRisk),
    enableOrderBook: event.markets.some(({ enableOrderBook }) => enableOrderBook),
  };
}

/** The value of an event in a column of the list; undefined if it is no column. */
export function eventColumn(present: Present, event: WorldEvent, column: string): Scalar | undefined {
  const sum = SUMS.find((name) => name === column);
  if (sum !== undefined) return sumOf(present, event, sum);
  if (column === 'closed') return isEventClosed(present.world.venue, event);
  return Object.hasOwn(event.own, column) ? columnValue(event.own, column) : undefined;
}
