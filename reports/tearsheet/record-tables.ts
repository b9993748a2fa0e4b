/** reports/tearsheet/record-tables: tables of fills, orders, settlements, shares at the end, and the log. */
import type { BacktestReport, ReportView } from '../../backtest/report-schema.ts';
import {
  type Column,
  type Content,
  cents,
  decimal,
  duration,
  type Html,
  html,
  moment,
  money,
  multiline,
  shares,
  table,
} from '../page/html.ts';
import { markout, SHORT_REASONS } from './fill-text.ts';
import { type Names, numberedFills } from './market-names.ts';

const LOG_ROWS = 1_000;

export function fillTable(report: ReportView, names: Names, digits: number): Html {
  return table({
    caption: 'Fills',
    note:
      'Queue: shares ahead of the order when it began to rest. ' +
      'Markout: gain a share by the middle of the book 10 seconds later.',
    rows: numberedFills(report),
    empty: 'No order filled.',
    columns: [
      {
        head: 'No.',
        value: 'number',
        format: (number) => html`<span data-fill="${number}">${number}</span>`,
      },
      { head: 'Time (UTC)', text: ({ at }) => time(at) },
      ...tradeColumns(report, names, digits),
      { head: 'Fee', value: 'fee', format: (fee) => money(fee, 4) },
      { head: 'Role', text: ({ isMaker }) => (isMaker ? 'maker' : 'taker') },
      {
        head: 'Why it filled',
        text: ({ reason, reversedAt }) => `${SHORT_REASONS[reason]}${reversedAt === null ? '' : ' (reversed)'}`,
      },
      { head: 'Queue', value: 'queueAhead', format: shares },
      { head: 'Waited', value: 'waitedSeconds', format: duration },
      { head: 'Markout', value: (fill) => markout(fill, fill.mid10s), format: cents, isSigned: true },
    ],
  });
}

export function orderTable(report: ReportView, names: Names, digits: number): Html {
  return table({
    caption: 'Orders',
    note: 'Queue: shares ahead of the order when it began to rest. Lived: from its arrival to its end.',
    rows: report.orders,
    empty: 'The strategy sent no order.',
    columns: [
      { head: 'Id', value: 'id', format: String },
      { head: 'Sent (UTC)', text: ({ sentAt }) => (sentAt === null ? '–' : time(sentAt)) },
      ...tradeColumns(report, names, digits),
      { head: 'Filled', value: 'filled', format: shares },
      { head: 'Type', text: ({ type, postOnly }) => (postOnly ? `${type}, post only` : type) },
      { head: 'State', text: 'state' },
      { head: 'Reason', text: ({ state, reason }) => (reason === state ? '' : reason), isProse: true },
      { head: 'Queue', value: 'queueAhead', format: shares },
      {
        head: 'Lived',
        value: ({ arrivedAt, endedAt }) =>
          arrivedAt === null || endedAt === null ? undefined : (endedAt - arrivedAt) / 1e6,
        format: duration,
      },
    ],
  });
}

type Trade = Readonly<{
  market: number;
  token: number;
  side: string;
  price: number;
  size: number;
}>;

function tradeColumns(report: ReportView, names: Names, digits: number): readonly Column<Trade>[] {
  return [
    ...marketColumn(report, names),
    { head: 'Trade', text: ({ side, token }) => `${side === 'BUY' ? 'buy' : 'sell'} ${names.outcome(token)}` },
    { head: 'Price', value: 'price', format: (price) => decimal(price, digits) },
    { head: 'Size', value: 'size', format: shares },
  ];
}

/** Left out when there is only one market. */
function marketColumn({ markets }: ReportView, names: Names): readonly Column<{ readonly market: number }>[] {
  if (markets.length < 2) return [];
  return [{ head: 'Market', text: ({ market }) => shortened(names.market(market)) }];
}

/** The style sheet cuts it; the whole text shows on hover. */
function shortened(text: string) {
  return html`<span class="name" title="${text}">${text}</span>`;
}

function time(at: number): Content {
  return html`<span class="time">${moment(at)}</span>`;
}

export function settlementTable(report: ReportView, names: Names): Html {
  const pair = ([first, second]: readonly [number, number], show: (value: number) => string) =>
    `${show(first)} / ${show(second)}`;
  return table({
    caption: 'Settlements',
    note: 'The payout of a share of the first and of the second outcome, and the shares held of each.',
    rows: report.settlements,
    empty: 'No market of the recording resolved during the run.',
    columns: [
      { head: 'Time (UTC)', text: ({ at }) => time(at) },
      ...marketColumn(report, names),
      { head: 'Basis', text: 'basis' },
      { head: 'Payout', text: ({ payout }) => pair(payout, money) },
      { head: 'Held', text: ({ held }) => pair(held, shares) },
      { head: 'Cost', value: 'cost', format: money },
      { head: 'Paid', value: 'paid', format: money },
      { head: 'P&L', value: ({ paid, cost }) => paid - cost, format: money, isSigned: true, hasTotal: true },
    ],
  });
}

export function holdingTable(report: ReportView, names: Names): Html {
  return table({
    caption: 'Shares at the end',
    note: 'Valued at what they would bring: sold into the bids of their book, or into those that were known last.',
    rows: report.holdings,
    empty: 'No shares were left at the end.',
    columns: [
      { head: 'Outcome', text: ({ token }) => names.outcome(token) },
      ...marketColumn(report, names),
      { head: 'Shares', value: 'size', format: shares },
      { head: 'Cost', value: 'cost', format: money, hasTotal: true },
      { head: 'Price', value: 'price', format: (price) => decimal(price, 4) },
      { head: 'Price is', text: valuationText },
      { head: 'Value', value: worth, format: money, hasTotal: true },
      {
        head: 'Unrealised P&L',
        value: (holding) => worth(holding) - holding.cost,
        format: money,
        isSigned: true,
        hasTotal: true,
      },
    ],
  });
}

type Holding = BacktestReport['holdings'][number];

const VALUATIONS: Readonly<Record<Holding['basis'], string>> = {
  bid: 'bids of the book',
  set: 'complete set',
  'last-bid': 'last known bids',
  none: 'never known',
};

function valuationText({ basis, ageSeconds }: Holding) {
  const age = basis === 'last-bid' && ageSeconds !== null ? `, ${duration(ageSeconds)} old` : '';
  return `${VALUATIONS[basis]}${age}`;
}

function worth({ size, price }: Holding) {
  return size * price;
}

export function logTable({ log }: ReportView): Html {
  return table({
    caption: 'Lines written by the strategy',
    rows: log,
    empty: 'The strategy logged nothing.',
    limit: LOG_ROWS,
    columns: [
      { head: 'Time (UTC)', text: ({ at }) => time(at) },
      { head: 'Text', text: ({ text }) => multiline(text), isProse: true },
    ],
  });
}
