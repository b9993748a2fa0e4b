/** backtest/metrics/exposure: the capital at stake, for how long, and the largest fall of equity. */
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { Metric } from '../report-schema.ts';
import type { BacktestResult, OrderRecord } from '../result.ts';
import { type Analysis, finalEquity } from './analysis.ts';
import { ordersOf } from './execution-metrics.ts';
import { Ledger } from './ledger.ts';
import { metric, ratio } from './metric.ts';

const MICROS_PER_DAY = 86_400_000_000;

export function exposureMetrics(analysis: Analysis): readonly Metric[] {
  const { area, heldTime, time, peak, peakShare } = analysis.result.exposure;
  const meanOf = (total: number) => ratio(total, time, 'the run has no duration');
  const positions = positionDays(analysis);
  const orders = orderDays(analysis);
  const profit = (finalEquity(analysis) - analysis.result.deposit) / MICRO;
  return [
    metric('exposure-mean', meanOf(area / MICRO)),
    metric('exposure-peak', peak / MICRO),
    metric('exposure-peak-share', peakShare),
    metric('time-in-market', meanOf(heldTime)),
    metric('capital-days-positions', positions),
    metric('capital-days-orders', orders),
    metric('return-on-capital', ratio(profit, positions + orders, 'no capital was tied up')),
  ];
}

/** Dollar-days of the shares held, at average cost. */
function positionDays({ movements, span }: Analysis): number {
  const ledger = new Ledger();
  let area = 0;
  for (const [index, movement] of movements.entries()) {
    ledger.apply(movement);
    const until = movements[index + 1]?.at ?? Math.max(span?.last ?? 0, movement.at);
    area += (ledger.cost / MICRO) * ((until - movement.at) / MICROS_PER_DAY);
  }
  return area;
}

/** Dollar-days reserved by BUY orders. A fill ends the reservation of its part. */
function orderDays({ result, span }: Analysis): number {
  const last = span?.last ?? 0;
  let area = 0;
  const add = (price: number, size: number, from: number, to: number) => {
    area += (price / PRICE_ONE) * (size / MICRO) * (Math.max(0, to - from) / MICROS_PER_DAY);
  };
  const endOf = ({ endedAt }: OrderRecord) => (endedAt < 0 ? last : endedAt);
  for (const order of result.orders)
    if (isReserving(order)) add(order.price, order.size, order.arrivedAt, endOf(order));
  const orders = ordersOf(result.fills, result.orders);
  for (const { order: id, at, size } of result.fills) {
    const order = orders.get(id);
    if (order !== undefined && isReserving(order)) add(order.price, -size, at, endOf(order));
  }
  return area;
}

function isReserving({ side, arrivedAt, state }: OrderRecord) {
  return side === 'BUY' && arrivedAt >= 0 && state !== 'rejected' && state !== 'not-sent';
}

type Drawdown = Readonly<{ amount: number; high: number; from: number; to: number }>;

/** Micro dollars. The first high is the deposit. */
export function largestFall({ deposit, equity }: BacktestResult): Drawdown {
  let high = { at: equity[0]?.at ?? 0, value: deposit };
  let largest: Drawdown = { amount: 0, high: deposit, from: high.at, to: high.at };
  for (const { at, cash, holdings } of equity) {
    const value = cash + holdings;
    if (value > high.value) high = { at, value };
    if (high.value - value > largest.amount) {
      largest = { amount: high.value - value, high: high.value, from: high.at, to: at };
    }
  }
  return largest;
}

export function drawdownMetrics({ result }: Analysis): readonly Metric[] {
  const { amount, high, from, to } = largestFall(result);
  const never = { reason: 'equity never fell below an earlier high' };
  return [
    metric('drawdown', amount / MICRO),
    metric('drawdown-share', ratio(amount, high, 'the high is zero')),
    metric('drawdown-from', amount === 0 ? never : from),
    metric('drawdown-to', amount === 0 ? never : to),
  ];
}
