/** sim/clob/gamma/event-record: an event with its markets and their sums, and the columns of its lists. */
import { MICRO, unitsToNumber } from '../../../base/units.ts';
import type { GammaEvent } from '../../../spec/clob/gamma-schemas.ts';
import { isEventClosed } from '../../catalog/market-state.ts';
import { columnValue, type Scalar } from '../../catalog/sort-order.ts';
import type { WorldEvent } from '../../world/world.ts';
import { eventMarketRecord, marketColumn, type Present } from './market-record.ts';

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
