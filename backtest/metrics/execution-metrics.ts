/** backtest/metrics/execution-metrics: how orders traded: volume, fill ratio, makers and takers, slippage, markouts and waits. */
import { MICRO, PRICE_ONE } from '../../spec/units.ts';
import type { Metric } from '../report-schema.ts';
import type { FillRecord, OrderRecord } from '../result.ts';
import type { Analysis } from './analysis.ts';
import { MARKOUTS, markout } from './markouts.ts';
import { metric, ratio, type Value } from './metric.ts';
import { median, quantile, sum, type Weighted, weightedMean } from './statistics.ts';

const group = 'execution';

export function executionMetrics(analysis: Analysis): readonly Metric[] {
  return [
    ...volumeMetrics(analysis),
    ...orderMetrics(analysis),
    ...slippageMetrics(analysis),
    ...MARKOUTS.map(({ id, title, definition }) =>
      averaged(
        { id: `markout-${id}`, group, title: `Markout ${title}`, unit: 'dollars a share', definition },
        analysis.fills.flatMap((fill) => weighted(fill, markout(analysis, fill, id))),
        analysis.fills.length === 0 ? 'nothing was filled' : 'that price is unknown for every fill',
      ),
    ),
    ...waitMetrics(analysis),
  ];
}

/** Dollars, without the fee. */
export function notional({ price, size }: Pick<FillRecord, 'price' | 'size'>): number {
  return (price / PRICE_ONE) * (size / MICRO);
}

function volumeMetrics({ fills, result }: Analysis): readonly Metric[] {
  const volume = sum(fills.map((fill) => notional(fill)));
  const made = sum(fills.filter(({ isMaker }) => isMaker).map((fill) => notional(fill)));
  const nothing = 'nothing was filled';
  return [
    metric(
      { id: 'fills', group, title: 'Fills', unit: 'count', definition: 'Fills that were not reversed.' },
      fills.length,
    ),
    metric(
      {
        id: 'fills-reversed',
        group,
        title: 'Reversed fills',
        unit: 'count',
        definition: 'Fills whose settlement failed; they count nowhere else.',
      },
      result.fills.length - fills.length,
    ),
    metric(
      {
        id: 'volume',
        group,
        title: 'Volume',
        unit: 'dollars',
        definition: 'Price times size, added up over all fills.',
      },
      volume,
    ),
    metric(
      { id: 'turnover', group, title: 'Turnover', unit: 'ratio', definition: 'Volume divided by the deposit.' },
      ratio(volume, result.deposit / MICRO, 'the deposit is zero'),
    ),
    metric(
      {
        id: 'maker-share',
        group,
        title: 'Maker share',
        unit: 'share',
        definition: 'The share of the volume that rested in the book before it traded.',
      },
      ratio(made, volume, nothing),
    ),
    metric(
      {
        id: 'taker-share',
        group,
        title: 'Taker share',
        unit: 'share',
        definition: 'The share of the volume that took resting liquidity.',
      },
      ratio(volume - made, volume, nothing),
    ),
  ];
}

/** Orders that the venue accepted. */
function isAccepted({ state }: OrderRecord): boolean {
  return state !== 'rejected' && state !== 'not-sent';
}

function orderMetrics({ fills, result: { orders } }: Analysis): readonly Metric[] {
  const accepted = orders.filter((order) => isAccepted(order));
  const traded = new Set(fills.map(({ order }) => order));
  const none = 'no order was accepted';
  const size = sum(accepted.map((order) => order.size));
  return [
    metric(
      { id: 'orders', group, title: 'Orders', unit: 'count', definition: 'Orders that the strategy placed.' },
      orders.length,
    ),
    metric(
      {
        id: 'orders-rejected',
        group,
        title: 'Rejected orders',
        unit: 'count',
        definition: 'Orders that the venue rejected, or that were not sent because the run ended.',
      },
      orders.length - accepted.length,
    ),
    metric(
      {
        id: 'fill-ratio',
        group,
        title: 'Fill ratio',
        unit: 'share',
        definition: 'Shares filled divided by shares of all accepted orders.',
      },
      ratio(sum(fills.map((fill) => fill.size)), size, none),
    ),
    metric(
      {
        id: 'orders-filled',
        group,
        title: 'Orders with a fill',
        unit: 'share',
        definition: 'Accepted orders with at least one fill divided by all accepted orders.',
      },
      ratio(traded.size, accepted.length, none),
    ),
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
  const unit = 'dollars a share';
  return [
    averaged(
      {
        id: 'slippage-arrival',
        group,
        title: 'Slippage from arrival',
        unit,
        definition:
          'What takers paid above the middle of the book when their order arrived (sold below it), averaged by size, without fees. Positive is a cost.',
      },
      against('arrivalMid'),
      reason,
    ),
    averaged(
      {
        id: 'slippage-decision',
        group,
        title: 'Slippage from decision',
        unit,
        definition:
          'What takers paid above the middle of the book when the strategy sent the order (sold below it), averaged by size, without fees. It includes what latency cost.',
      },
      against('sentMid'),
      reason,
    ),
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
  const wait = (id: string, title: string, value: number | undefined, meaning: string): Metric =>
    metric(
      {
        ...{ id, group, title, unit: 'seconds' },
        definition: `From the moment an order began to rest to its fill: ${meaning}`,
      },
      value ?? { reason: 'no resting order was filled' },
      { samples: waits.length },
    );
  return [
    wait(
      'queue-wait-median',
      'Queue wait, median',
      median(waits),
      'the middle one of the fills of makers, or the mean of the two in the middle.',
    ),
    wait(
      'queue-wait-p90',
      'Queue wait, 90th percentile',
      quantile(waits, 0.9),
      '90% of the fills of makers waited no longer.',
    ),
  ];
}

/** 1e-4 dollars a share that the fill gained against another price. */
function gain({ side, price }: FillRecord, other: number): number {
  return side === 'BUY' ? other - price : price - other;
}

function weighted({ size }: FillRecord, value: number | undefined): Weighted[] {
  return value === undefined ? [] : [{ value, weight: size }];
}

/** A mean in dollars a share of values in 1e-4 dollars, weighted by size. */
function averaged(facts: Parameters<typeof metric>[0], items: readonly Weighted[], reason: string): Metric {
  const average = weightedMean(items);
  const value: Value = average === undefined ? { reason } : average / PRICE_ONE;
  return metric(facts, value, { samples: items.length });
}
