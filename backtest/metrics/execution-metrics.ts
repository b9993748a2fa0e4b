/** backtest/metrics/execution-metrics: how orders traded: volume, fill ratio, slippage, markouts, waits, rejections. */
import { getOrAdd } from '../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { Metric, ReportTable } from '../report-schema.ts';
import type { FillRecord, OrderRecord } from '../result.ts';
import { type Analysis, marketOf } from './analysis.ts';
import { cell, column, median, metric, quantile, ratio, sum, type Weighted, weightedMean } from './metric.ts';

/** A later price of a fill, 1e-4 dollars; negative or undefined when it is unknown. */
type Later = (fill: FillRecord, settlements: Analysis['settlements']) => number | undefined;

/** Each has a definition under its id. */
const MARKOUTS: readonly (readonly [id: string, title: string, later: Later])[] = [
  ['at-fill', 'at the fill', ({ mid }) => mid],
  ['1s', 'after 1 s', ({ mid1s }) => mid1s],
  ['10s', 'after 10 s', ({ mid10s }) => mid10s],
  ['60s', 'after 60 s', ({ mid60s }) => mid60s],
  ['settlement', 'at settlement', atSettlement],
];

function atSettlement({ token }: FillRecord, settlements: Analysis['settlements']) {
  const payout = settlements.get(marketOf(token))?.payout[token % 2];
  return payout === undefined ? undefined : payout / (MICRO / PRICE_ONE);
}

/** 1e-4 dollars a share; undefined when the later price is unknown. */
function markout({ settlements }: Analysis, fill: FillRecord, laterOf: Later): number | undefined {
  const later = laterOf(fill, settlements);
  return later === undefined || later < 0 ? undefined : gain(fill, later);
}

export function markoutTable(analysis: Analysis): ReportTable {
  const average = (later: Later, fills: readonly FillRecord[]): number | null => {
    const items = fills.flatMap((fill) => {
      const value = markout(analysis, fill, later);
      return value === undefined ? [] : [{ value: value / PRICE_ONE, weight: fill.size }];
    });
    return cell(weightedMean(items));
  };
  const makers = analysis.fills.filter(({ isMaker }) => isMaker);
  const takers = analysis.fills.filter(({ isMaker }) => !isMaker);
  const definition = 'The gain on the price of the fill, averaged by size; empty when it is unknown for every fill.';
  return {
    id: 'markouts',
    title: 'Markouts of makers and takers',
    definition: 'The gain of fills against a later price, in dollars a share, without fees.',
    columns: [
      column('horizon', 'Horizon', 'text', 'When the later price was taken.'),
      column('all', 'All', 'dollars a share', definition),
      column('maker', 'Makers', 'dollars a share', definition),
      column('taker', 'Takers', 'dollars a share', definition),
    ],
    rows: MARKOUTS.map(([, horizon, later]) => ({
      horizon,
      all: average(later, analysis.fills),
      maker: average(later, makers),
      taker: average(later, takers),
    })),
  };
}

export function executionMetrics(analysis: Analysis): readonly Metric[] {
  const unpriced = analysis.fills.length === 0 ? NO_FILL : 'that price is unknown for every fill';
  return [
    ...volumeMetrics(analysis),
    ...orderMetrics(analysis),
    ...slippageMetrics(analysis),
    ...MARKOUTS.map(([id, , later]) => {
      const gains = analysis.fills.flatMap((fill) => weighted(fill, markout(analysis, fill, later)));
      return averaged(`markout-${id}`, gains, unpriced);
    }),
    ...waitMetrics(analysis),
  ];
}

const NO_FILL = 'nothing was filled';

/** Dollars, without the fee. */
export function notional({ price, size }: Pick<FillRecord, 'price' | 'size'>): number {
  return (price / PRICE_ONE) * (size / MICRO);
}

function volumeMetrics({ fills, result }: Analysis): readonly Metric[] {
  const volume = sum(fills.map(notional));
  const made = sum(fills.filter(({ isMaker }) => isMaker).map(notional));
  return [
    metric('fills', fills.length),
    metric('fills-reversed', result.fills.length - fills.length),
    metric('volume', volume),
    metric('turnover', ratio(volume, result.deposit / MICRO, 'the deposit is zero')),
    metric('maker-share', ratio(made, volume, NO_FILL)),
    metric('taker-share', ratio(volume - made, volume, NO_FILL)),
  ];
}

function orderMetrics({ fills, result: { orders } }: Analysis): readonly Metric[] {
  const accepted = orders.filter(({ state }) => state !== 'rejected' && state !== 'not-sent');
  const traded = new Set(fills.map(({ order }) => order));
  const none = 'no order was accepted';
  const size = sum(accepted.map((order) => order.size));
  return [
    metric('orders', orders.length),
    metric('orders-rejected', orders.length - accepted.length),
    metric('fill-ratio', ratio(sum(fills.map((fill) => fill.size)), size, none)),
    metric('orders-filled', ratio(traded.size, accepted.length, none)),
  ];
}

function slippageMetrics({ fills, result }: Analysis): readonly Metric[] {
  const takers = fills.filter(({ isMaker }) => !isMaker);
  const orders = ordersOf(takers, result.orders);
  const against = (mid: 'arrivalMid' | 'sentMid'): Weighted[] =>
    takers.flatMap((fill) => {
      const middle = orders.get(fill.order)?.[mid] ?? -1;
      return middle < 0 ? [] : weighted(fill, -gain(fill, middle));
    });
  const reason = takers.length === 0 ? 'no order took liquidity' : 'the middle of the book is unknown for every taker';
  return [
    averaged('slippage-arrival', against('arrivalMid'), reason),
    averaged('slippage-decision', against('sentMid'), reason),
  ];
}

/** By number, without the many that never filled. */
export function ordersOf(
  fills: readonly Pick<FillRecord, 'order'>[],
  orders: readonly OrderRecord[],
): ReadonlyMap<number, OrderRecord> {
  const filled = new Set(fills.map(({ order }) => order));
  const found = new Map<number, OrderRecord>();
  for (const order of orders) if (filled.has(order.id)) found.set(order.id, order);
  return found;
}

function waitMetrics({ fills }: Analysis): readonly Metric[] {
  const waits = fills.filter(({ isMaker, waited }) => isMaker && waited >= 0).map(({ waited }) => waited / 1_000_000);
  const none = { reason: 'no resting order was filled' };
  const samples = { samples: waits.length };
  return [
    metric('queue-wait-median', median(waits) ?? none, samples),
    metric('queue-wait-p90', quantile(waits, 0.9) ?? none, samples),
  ];
}

/** A share's gain of the fill against another price, in the unit of both prices. */
export function gain({ side, price }: Pick<FillRecord, 'side' | 'price'>, other: number): number {
  return side === 'BUY' ? other - price : price - other;
}

function weighted({ size }: FillRecord, value: number | undefined): Weighted[] {
  return value === undefined ? [] : [{ value, weight: size }];
}

/** A mean in dollars a share of values in 1e-4 dollars, weighted by size. */
function averaged(id: string, items: readonly Weighted[], reason: string): Metric {
  const average = weightedMean(items);
  return metric(id, average === undefined ? { reason } : average / PRICE_ONE, { samples: items.length });
}

export function rejectTable({ result }: Analysis): ReportTable {
  const counts = new Map<string, { state: string; reason: string; orders: number }>();
  for (const { state, reason } of result.orders) {
    if (state === 'open' || state === 'filled') continue;
    getOrAdd(counts, `${state} ${reason}`, () => ({ state, reason, orders: 0 })).orders += 1;
  }
  return {
    id: 'unfilled-orders',
    title: 'Rejected and ended orders',
    definition: 'Orders that were rejected, were not sent, or ended before they were filled, by reason.',
    columns: [
      column('state', 'State', 'text', 'How the order ended.'),
      column('reason', 'Reason', 'text', 'Why, in the words of the venue.'),
      column('orders', 'Orders', 'count', 'How many orders.'),
    ],
    // The sort is stable: equal counts keep the order of the first order.
    rows: [...counts.values()].sort((a, b) => b.orders - a.orders),
  };
}
