/** backtest/metrics/markouts: the gain of a fill against a later price: fills by better informed takers lose. */
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { ReportTable } from '../report-schema.ts';
import type { FillRecord } from '../result.ts';
import { type Analysis, marketOf } from './analysis.ts';
import { cell, column } from './metric.ts';
import { weightedMean } from './statistics.ts';

type MarkoutId = 'at-fill' | '1s' | '10s' | '60s' | 'settlement';

/** Each has a definition under its id. */
export const MARKOUTS: readonly { readonly id: MarkoutId; readonly title: string }[] = [
  { id: 'at-fill', title: 'at the fill' },
  { id: '1s', title: 'after 1 s' },
  { id: '10s', title: 'after 10 s' },
  { id: '60s', title: 'after 60 s' },
  { id: 'settlement', title: 'at settlement' },
];

/** 1e-4 dollars a share; undefined when the later price is unknown. */
export function markout({ settlements }: Analysis, fill: FillRecord, id: MarkoutId): number | undefined {
  const later = LATER_PRICES[id](fill, settlements);
  if (later === undefined || later < 0) return undefined;
  return fill.side === 'BUY' ? later - fill.price : fill.price - later;
}

type LaterPrice = (fill: FillRecord, settlements: Analysis['settlements']) => number | undefined;

const LATER_PRICES: Readonly<Record<MarkoutId, LaterPrice>> = {
  'at-fill': ({ mid }) => mid,
  '1s': ({ mid1s }) => mid1s,
  '10s': ({ mid10s }) => mid10s,
  '60s': ({ mid60s }) => mid60s,
  settlement({ token }, settlements) {
    const payout = settlements.get(marketOf(token))?.payout[token % 2];
    return payout === undefined ? undefined : payout / (MICRO / PRICE_ONE);
  },
};

export function markoutTable(analysis: Analysis): ReportTable {
  const average = (id: MarkoutId, fills: readonly FillRecord[]): number | null => {
    const items = fills.flatMap((fill) => {
      const value = markout(analysis, fill, id);
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
    rows: MARKOUTS.map(({ id, title }) => ({
      horizon: title,
      all: average(id, analysis.fills),
      maker: average(id, makers),
      taker: average(id, takers),
    })),
  };
}
