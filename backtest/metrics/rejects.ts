/** backtest/metrics/rejects: why orders were rejected, were not sent, or ended without being filled. */
import type { ReportTable } from '../report-schema.ts';
import type { Analysis } from './analysis.ts';

export function rejectTable({ result }: Analysis): ReportTable {
  const counts = new Map<string, { state: string; reason: string; orders: number }>();
  for (const { state, reason } of result.orders) {
    if (state === 'open' || state === 'filled') continue;
    const key = `${state} ${reason}`;
    const row = counts.get(key) ?? { state, reason, orders: 0 };
    counts.set(key, row);
    row.orders += 1;
  }
  const rows = [...counts.values()];
  return {
    id: 'unfilled-orders',
    title: 'Rejected and ended orders',
    definition: 'Orders that were rejected, were not sent, or ended before they were filled, by reason.',
    columns: [
      { id: 'state', title: 'State', unit: 'text', definition: 'How the order ended.' },
      { id: 'reason', title: 'Reason', unit: 'text', definition: 'Why, in the words of the venue.' },
      { id: 'orders', title: 'Orders', unit: 'count', definition: 'How many orders.' },
    ],
    // The sort is stable: equal counts keep the order of the first order.
    rows: rows.sort((a, b) => b.orders - a.orders),
  };
}
