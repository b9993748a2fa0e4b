/** backtest/metrics/attribution: the P&L by price, category, time to the close and reason of the fill. */
import { addTo } from '../../base/record.ts';
import { MICRO, PRICE_ONE } from '../../base/units.ts';
import type { ReportTable } from '../report-schema.ts';
import type { FillRecord } from '../result.ts';
import { type Analysis, finalPrice, marketOf } from './analysis.ts';
import { gain, notional } from './execution-metrics.ts';
import { cell, column, sum } from './metric.ts';
import { profitByMarket } from './profit.ts';

const HOUR = 3_600_000_000;

type Grouping = Readonly<{
  id: string;
  title: string;
  heading: string;
  definition: string;
  keyOf: (analysis: Analysis, fill: FillRecord) => string;
  /** Rows in this order, if they occur; all others in order of their first fill. */
  order: readonly string[];
}>;

const DECILES = Array.from(
  { length: 10 },
  (_, tenth) => `${(tenth / 10).toFixed(1)} to ${((tenth + 1) / 10).toFixed(1)}`,
);
const TIMES = ['after the close', 'below 1 hour', '1 hour to 1 day', '1 to 7 days', '7 days or more', 'unknown'];

const GROUPINGS: readonly Grouping[] = [
  {
    id: 'pnl-by-price',
    title: 'P&L by price',
    heading: 'Price',
    definition:
      'The price of the fill in its own token, in tenths of a dollar; the upper bound belongs to the next row.',
    keyOf: (_, { price }) => DECILES[Math.min(9, Math.floor((price * 10) / PRICE_ONE))] ?? '',
    order: DECILES,
  },
  {
    id: 'pnl-by-category',
    title: 'P&L by category',
    heading: 'Category',
    definition: 'The category of the market.',
    keyOf: ({ result }, { token }) => result.markets[marketOf(token)]?.category || 'none',
    order: [],
  },
  {
    id: 'pnl-by-time-to-close',
    title: 'P&L by time to the close',
    heading: 'Time to the close',
    definition: 'From the fill to the scheduled end of the market, or to its settlement when no end is scheduled.',
    keyOf: timeToClose,
    order: TIMES,
  },
  {
    id: 'pnl-by-reason',
    title: 'P&L by reason of the fill',
    heading: 'Reason',
    definition: 'Why the order filled.',
    keyOf: (_, { reason }) => reason,
    order: [],
  },
];

export function attributionTables(analysis: Analysis): readonly ReportTable[] {
  return GROUPINGS.map((grouping) => tableOf(analysis, grouping));
}

function timeToClose({ result, settlements }: Analysis, { token, at }: FillRecord): string {
  const market = marketOf(token);
  const closes = result.markets[market]?.closes ?? settlements.get(market)?.at;
  if (closes === undefined) return 'unknown';
  const left = closes - at;
  if (left < 0) return 'after the close';
  if (left < HOUR) return 'below 1 hour';
  if (left < 24 * HOUR) return '1 hour to 1 day';
  return left < 168 * HOUR ? '1 to 7 days' : '7 days or more';
}

/** Dollars that a fill earned by the end of the run. */
function profitOf(analysis: Analysis, { token, side, price, size, fee }: FillRecord): number {
  const paid = price / PRICE_ONE;
  return gain({ side, price: paid }, finalPrice(analysis, token) ?? paid) * (size / MICRO) - fee / MICRO;
}

const COUNTED = [
  column('fills', 'Fills', 'count', 'Fills that were not reversed.'),
  column('volume', 'Volume', 'dollars', 'Price times size of the fills.'),
] as const;

function tableOf(analysis: Analysis, { id, title, heading, definition, keyOf, order }: Grouping): ReportTable {
  const groups = new Map<string, FillRecord[]>(order.map((key) => [key, []]));
  for (const fill of analysis.fills) addTo(groups, keyOf(analysis, fill), fill);
  return {
    id,
    title,
    definition:
      'Every fill earns the worth of its shares at the end (payout, else what they count for in the equity), ' +
      'minus price and fee.',
    columns: [
      column('group', heading, 'text', definition),
      ...COUNTED,
      column('pnl', 'P&L', 'dollars', 'The gain of the fills by the end of the run.'),
    ],
    rows: [...groups]
      .filter(([, fills]) => fills.length > 0)
      .map(([group, fills]) => ({
        group,
        fills: fills.length,
        volume: cell(sum(fills.map(notional))),
        pnl: cell(sum(fills.map((fill) => profitOf(analysis, fill)))),
      })),
  };
}

/** P&L by market: from the accounts, so that splits and merges are part of it. */
export function marketTable(analysis: Analysis): ReportTable {
  const { fills, result, settlements } = analysis;
  return {
    id: 'pnl-by-market',
    title: 'P&L by market',
    definition: 'The P&L of each market that was traded, at average cost.',
    columns: [
      column('market', 'Market', 'text', 'The name of the market.'),
      column('category', 'Category', 'text', 'The category of the market.'),
      column(
        'settled',
        'Settled',
        'text',
        'The outcome that won, "void" when both or neither were paid, "open" before settlement.',
      ),
      ...COUNTED,
      column('pnl', 'P&L', 'dollars', 'Realised, settled and unrealised P&L minus fees.'),
      column('realised', 'Realised P&L', 'dollars', 'From sales and merges.'),
      column('settledPnl', 'Settled P&L', 'dollars', 'From payouts.'),
      column('unrealised', 'Unrealised P&L', 'dollars', 'From shares held at the end.'),
      column('fees', 'Fees', 'dollars', 'Fees of the fills.'),
    ],
    rows: [...profitByMarket(analysis)].map(([market, profit]) => {
      const own = fills.filter(({ token }) => marketOf(token) === market);
      const facts = result.markets[market];
      return {
        market: facts?.name ?? String(market),
        category: facts?.category ?? '',
        settled: settledAs(facts?.outcomes.map(({ outcome }) => outcome) ?? [], settlements.get(market)?.payout),
        fills: own.length,
        volume: cell(sum(own.map(notional))),
        pnl: cell(profit.total),
        realised: cell(profit.realised),
        settledPnl: cell(profit.settled),
        unrealised: cell(profit.unrealised),
        fees: cell(profit.fees),
      };
    }),
  };
}

function settledAs(outcomes: readonly string[], payout: readonly [number, number] | undefined): string {
  if (payout === undefined) return 'open';
  if (payout[0] > 0 === payout[1] > 0) return 'void';
  const winner = payout[0] > 0 ? 0 : 1;
  return outcomes[winner] || (winner === 0 ? 'first outcome' : 'second outcome');
}
