/** reports/tearsheet/market-charts: thinned-out prices of each market with own orders and fills. */

import type { BacktestReport, ReportView } from '../../backtest/report-schema.ts';
import type { Rows } from '../../backtest/rows.ts';
import { addTo } from '../../base/record.ts';
import type { ChartData } from '../page/chart.ts';
import { kept } from '../page/downsample.ts';
import { cents, count, countOf, decimal, exactMoment, type Html, html, money, shares } from '../page/html.ts';
import { markout, queued, recordingRow, waited, whyFilled } from './fill-text.ts';
import { firstPrice, isForFirst, type Names, type NumberedFill, numberedFills, type Order } from './market-names.ts';
import type { ChartFill, ChartOrder, MarketChart } from './page-data.ts';

/** Charts, points and marks of the whole page. */
const MARKETS_MAX = 200;
const POINTS = { all: 60_000, least: 300, most: 3_000 };
const MARKS = { all: 4_000, least: 20, most: 1_000 };

export const FACT_NAMES = [
  'Time',
  'Order',
  'Fee',
  'Role',
  'Queue ahead',
  'Waited',
  'Middle of the book',
  'Markout after 1 s',
  'Markout after 10 s',
  'Markout after 60 s',
  'Row of the recording',
] as const;

/** The markets that were traded or forecast; of very many, those with most fills. */
export function marketCharts(report: ReportView, names: Names, digits: number): readonly MarketChart[] {
  const fills = numberedFills(report);
  const fillsOf = placesByMarket(fills);
  const ordersOf = placesByMarket(report.orders, hasRested);
  const fillCount = (market: number) => fillsOf.get(market)?.length ?? 0;
  const charted =
    report.prices.length <= MARKETS_MAX
      ? report.prices
      : [...report.prices].sort((a, b) => fillCount(b.market) - fillCount(a.market)).slice(0, MARKETS_MAX);
  const share = ({ all, least, most }: typeof POINTS) =>
    Math.max(least, Math.min(most, Math.floor(all / charted.length)));
  return charted.map((prices) => ({
    title: names.market(prices.market),
    chart: priceChart(prices, share(POINTS)),
    orders: thinned(report.orders, ordersOf.get(prices.market), share(MARKS)).flatMap((order) =>
      chartOrder(report, order),
    ),
    fills: thinned(fills, fillsOf.get(prices.market), share(MARKS)).map((fill) => chartFill(fill, names, digits)),
    fillCount: fillCount(prices.market),
  }));
}

function placesByMarket<Row extends { readonly market: number }>(
  rows: Rows<Row>,
  isWanted: (row: Row) => boolean = () => true,
): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  let index = 0;
  for (const row of rows) {
    if (isWanted(row)) addTo(places, row.market, index);
    index += 1;
  }
  return places;
}

/** The rows at some places, evenly spread, the first and last of them included. */
function thinned<Row>(rows: Rows<Row>, places: readonly number[] = [], limit: number): readonly Row[] {
  const step = places.length <= limit ? 1 : (places.length - 1) / (limit - 1);
  const kept = Array.from({ length: Math.min(limit, places.length) }, (_, index) => places[Math.round(index * step)]);
  return kept.map((place) => rows.at(place ?? 0)).filter((row) => row !== undefined);
}

function priceChart({ at, bid, ask }: BacktestReport['prices'][number], limit: number): ChartData {
  const known = (price: number | null) => price ?? -1;
  const indices = kept(at, [bid.map(known), ask.map(known)], limit, (price) => price >= 0);
  const mid = (index: number): number | null => {
    const [low, high] = [bid[index] ?? null, ask[index] ?? null];
    return low === null || high === null ? null : Number(((low + high) / 2).toFixed(6));
  };
  return {
    unit: 'price',
    times: indices.map((index) => seconds(at[index] ?? 0)),
    series: [
      { label: 'Ask', look: 'edge', values: indices.map((index) => ask[index] ?? null) },
      { label: 'Bid', look: 'edge', values: indices.map((index) => bid[index] ?? null) },
      { label: 'Middle', look: 'ink', values: indices.map(mid) },
    ],
  };
}

const seconds = (micro: number) => Math.round(micro / 1e3) / 1e3;

function hasRested({ queueAhead, arrivedAt }: Order) {
  return queueAhead !== null && arrivedAt !== null;
}

function chartOrder({ data }: ReportView, order: Order): readonly ChartOrder[] {
  const end = order.endedAt ?? data.last;
  if (order.arrivedAt === null || end === null) return [];
  const price = Number(firstPrice(order.token, order.price).toFixed(4));
  return [{ from: seconds(order.arrivedAt), to: seconds(end), price, isBuy: isForFirst(order) }];
}

function chartFill(fill: NumberedFill, names: Names, digits: number): ChartFill {
  const { side, token, price, size, mid } = fill;
  const gain = (later: number | null) => {
    const value = markout(fill, later);
    return value === undefined ? 'unknown' : `${cents(value)} a share`;
  };
  return {
    number: fill.number,
    at: seconds(fill.at),
    price: Number(firstPrice(token, price).toFixed(4)),
    isBuy: isForFirst(fill),
    isMaker: fill.isMaker,
    title:
      `${side === 'BUY' ? 'Bought' : 'Sold'} ${shares(size)} of ${names.outcome(token)} ` +
      `at ${decimal(price, digits)}`,
    why: whyFilled(fill),
    facts: [
      exactMoment(fill.at),
      String(fill.order),
      money(fill.fee, 4),
      fill.isMaker ? 'maker' : 'taker',
      queued(fill),
      waited(fill),
      mid === null ? 'unknown' : decimal(mid, 4),
      gain(fill.mid1s),
      gain(fill.mid10s),
      gain(fill.mid60s),
      recordingRow(fill),
    ],
  };
}

export function pricePanel(markets: readonly MarketChart[], all: number): Html {
  if (markets.length === 0) return html`<p class="empty">The strategy traded and forecast no market.</p>`;
  return html`<div id="price-panel">
<div class="controls on-screen">
<label>Market <select>${markets.map(
    ({ title, fillCount }, index) => html`<option value="${index}">${title} (${countOf(fillCount, 'fill')})</option>`,
  )}</select></label>
<span class="buttons"><button type="button" data-step="-1">Previous fill</button>
<button type="button" data-step="1">Next fill</button></span>
</div>
<div class="beside">
<figure class="chart">
<figcaption class="in-print"></figcaption>
<p class="readout" data-readout="price"></p>
<div class="plot" data-chart="price" data-height="340" role="group" tabindex="0" \
aria-label="Prices with own orders and fills. The arrow keys step through the fills; \
the card after the chart describes each."></div>
<p class="note marks"><span class="buy">▲</span> buys of the first outcome, sales of the second ·
<span class="sell">▼</span> the opposite · solid: maker · hollow: taker · lines: resting orders</p>
<p class="note on-screen">Drag to zoom, double-click to see everything.</p>
</figure>
<div class="card" aria-live="polite"></div>
</div>
${thinnedNote(markets, all)}
</div>`;
}

function thinnedNote(markets: readonly MarketChart[], all: number): Html | undefined {
  const drawn = markets.reduce((sum, market) => sum + market.fills.length, 0);
  const existing = markets.reduce((sum, market) => sum + market.fillCount, 0);
  const notes = [
    ...(markets.length < all
      ? [`Charts show the ${count(markets.length)} markets with most fills, of ${count(all)}.`]
      : []),
    ...(drawn < existing ? [`${count(drawn)} of ${count(existing)} fills are drawn, evenly spread.`] : []),
  ];
  return notes.length === 0 ? undefined : html`<p class="note">${notes.join(' ')}</p>`;
}
