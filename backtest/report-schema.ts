/**
 * backtest/report-schema: the published JSON report of a backtest, as schemas. Money is in dollars, sizes are in
 * shares, times are Unix microseconds, and null stands for a value that does not exist. There is no field of wall-clock
 * time.
 */
import { z } from 'zod';
import { AgentsPlan } from './agents/plan.ts';
import { SimulatedTotals } from './agents/totals.ts';
import { Unmatched } from './data/coverage.ts';
import { FIDELITIES, QUEUE_MODELS } from './options.ts';
import { dollars, payment, plainSeconds, price, seconds, share, shares, time } from './report-units.ts';
import type { Rows } from './rows.ts';

const spent = dollars.describe('dollars paid for the shares, fees included');
const market = z.int().describe('number of the market in `markets`');
const token = z.int().describe('number of the token: twice the number of its market, plus 1 for the second outcome');
const side = z.enum(['BUY', 'SELL']);

/** Units of metrics and of table columns. A `share` is a fraction of one: 0.25 is a quarter. */
const MetricUnit = z.enum([
  'dollars',
  'shares',
  'dollars a share',
  'dollar-days',
  'share',
  'ratio',
  'count',
  'seconds',
  'time',
  'text',
]);

export const Metric = z.strictObject({
  /** Stable: scripts may look metrics up by it. */
  id: z.string(),
  group: z.enum(['result', 'risk', 'execution', 'forecasts']),
  title: z.string(),
  unit: MetricUnit,
  /** How the value is computed, in one sentence. */
  definition: z.string(),
  value: z.number().nullable(),
  /** Why there is no value. */
  reason: z.string().optional(),
  /** Bounds of the 95% bootstrap interval. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).optional(),
  /** Why there is no interval, for metrics that usually have one. */
  intervalReason: z.string().optional(),
  /** How many observations the value rests on, when that matters. */
  samples: z.int().optional(),
});
export type Metric = z.infer<typeof Metric>;

/** Unit, title and definition of metrics, by id. */
export const Definitions = z.record(z.string(), z.tuple([Metric.shape.unit, z.string(), z.string()]));
export type Definitions = z.infer<typeof Definitions>;

export const GroupedDefinitions = z.record(Metric.shape.group, Definitions);
export type GroupedDefinitions = z.infer<typeof GroupedDefinitions>;

const TableColumn = z.strictObject({ id: z.string(), title: z.string(), unit: MetricUnit, definition: z.string() });

export const ReportTable = z.strictObject({
  /** Stable, like the ids of metrics. */
  id: z.string(),
  title: z.string(),
  definition: z.string(),
  columns: z.array(TableColumn),
  /** Values by column id. */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});
export type ReportTable = z.infer<typeof ReportTable>;

export const AuditBadge = z.strictObject({
  passed: z.boolean(),
  audits: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      verdict: z.enum(['pass', 'fail', 'not-applicable']),
      detail: z.string(),
    }),
  ),
});
export type AuditBadge = z.infer<typeof AuditBadge>;

const latency = z.number().describe('milliseconds');

export const ReportAssumptions = z.strictObject({
  queue: z.enum(QUEUE_MODELS),
  latencyMs: z.strictObject({
    feed: z.union([latency, z.literal('recorded')]),
    order: latency,
    cancel: latency,
    response: latency,
    compute: latency,
  }),
  consumption: z.boolean(),
  tradeShare: z.number(),
  quoteSize: shares,
  fee: z.strictObject({ rate: z.number(), exponent: z.int(), takerOnly: z.boolean() }),
  minSize: shares,
  delayMs: z.number(),
  settlement: z.strictObject({ minedAfterMs: z.number(), confirmedAfterMs: z.number(), failureRate: z.number() }),
  settleAtEnd: z.boolean().describe('markets that did not resolve within the data were paid at its end'),
  deposit: dollars,
  agents: AgentsPlan.optional(),
});

const ReportMarket = z.strictObject({
  market,
  name: z.string(),
  question: z.string(),
  category: z.string(),
  event: z.string().optional(),
  outcomes: z.array(z.strictObject({ token, id: z.string(), outcome: z.string() })),
  closes: time.nullable(),
});

export const ReportOrder = z.strictObject({
  id: z.int(),
  market,
  token,
  side,
  type: z.string(),
  postOnly: z.boolean(),
  price,
  size: shares,
  filled: shares,
  sentAt: time.nullable(),
  arrivedAt: time.nullable(),
  endedAt: time.nullable(),
  /** Middle of the book when the strategy sent it, and when it arrived. */
  sentMid: price.nullable(),
  arrivalMid: price.nullable(),
  state: z.enum(['open', 'filled', 'cancelled', 'expired', 'killed', 'rejected', 'not-sent']),
  /** Why it was rejected or ended; may be empty. */
  reason: z.string(),
  /** Recorded size ahead of it when it began to rest; null when it never rested. */
  queueAhead: shares.nullable(),
});

export const ReportFill = z.strictObject({
  order: z.int(),
  at: time,
  market,
  token,
  side,
  price,
  size: shares,
  fee: dollars,
  isMaker: z.boolean(),
  /** Why it filled. */
  reason: z.enum(['took-liquidity', 'trade-at-price', 'trade-through', 'inferred', 'book-crossed', 'matched']),
  /** Recorded size ahead when the order began to rest, and how long it waited since; null for takers. */
  queueAhead: shares.nullable(),
  waitedSeconds: plainSeconds.nullable(),
  /** The row of the recording that caused it, from 0. */
  row: z.int().nullable(),
  /** Middle of the book after all that was recorded at the moment of the fill, and 1, 10, 60 seconds later. */
  mid: price.nullable(),
  mid1s: price.nullable(),
  mid10s: price.nullable(),
  mid60s: price.nullable(),
  /** When its settlement failed and the trade was reversed. */
  reversedAt: time.nullable(),
});

/** Lists of equal length: one entry for each moment. */
const ReportEquity = z.strictObject({
  at: z.array(time),
  /** Cash, free and reserved. */
  cash: z.array(dollars),
  /** The proceeds of all shares if they were sold into the bids of their books, net of the taker fee. */
  holdings: z.array(dollars),
  /** All shares at the middle of the book. */
  middle: z.array(dollars),
});

export const ReportPrices = z.strictObject({
  market,
  /** Lists of equal length; prices of the first outcome, null when a side is empty or the book is unknown. */
  at: z.array(time),
  bid: z.array(price.nullable()),
  ask: z.array(price.nullable()),
});

const ReportEnd = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('complete') }),
  z.strictObject({ kind: z.literal('interrupted'), row: z.int() }),
  z.strictObject({
    kind: z.literal('strategy-failed'),
    /** Null before the strategy has seen a row. */
    row: z.int().nullable(),
    /** The name of the callback, or `a promise` or `a timer` of the strategy, which run after the recording. */
    callback: z.string(),
    message: z.string(),
    stack: z.string(),
  }),
  z.strictObject({
    kind: z.literal('strategy-hung'),
    row: z.int().nullable(),
    callback: z.string(),
    seconds: z.number(),
  }),
]);

/** The result of a run with another share of inferred trades. */
const BoundFigures = z.strictObject({
  profit: dollars.nullable(),
  fills: z.int(),
  markout1s: z.number().nullable(),
  markout10s: z.number().nullable(),
  markout60s: z.number().nullable(),
});

export const ReportSet = z.strictObject({ at: time, market, kind: z.enum(['split', 'merge']), size: shares });

export const ReportForecast = z.strictObject({
  at: time,
  market,
  token,
  probability: z.number(),
  mid: price.nullable(),
});

export const ReportSettlement = z.strictObject({
  at: time,
  market,
  /** Dollars that a share of each outcome paid. */
  payout: z.tuple([payment, payment]),
  basis: z.enum(['recorded', 'inferred']),
  held: z.tuple([shares, shares]),
  /** Paid for the shares that were held, and received for them. */
  cost: spent,
  paid: dollars,
});

export const ReportHolding = z.strictObject({
  market,
  token,
  size: shares,
  cost: spent,
  /** Middle of the book; null when it is unknown. */
  mid: price.nullable(),
  /** The price at which the equity values a share. */
  price,
  /** Bids of the book; complete sets, worth a dollar; the last known bids; no bids were ever known. */
  basis: z.enum(['bid', 'set', 'last-bid', 'none']),
  /** How long ago the bids were known last. */
  ageSeconds: seconds.nullable(),
});

export const BacktestReport = z.strictObject({
  /** The version that wrote the report. */
  touchstone: z.string(),
  strategy: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  seed: z.string(),
  fidelity: z.enum(FIDELITIES),
  assumptions: ReportAssumptions,
  /** The assumptions that make results rosier than the defaults, in words. */
  rosier: z.array(z.string()),
  data: z.strictObject({
    checksum: z.string(),
    rows: z.int(),
    /** Null for a recording without rows. */
    first: time.nullable(),
    last: time.nullable(),
    gaps: z.int(),
    /** The part of the time between the first and the last row of each market in which there was no book. */
    withoutBook: share,
    /** Fidelity injected: how far the background orders were from the recording, over all snapshots. */
    drift: z
      .strictObject({
        snapshots: z.int(),
        differing: z.int(),
        levels: z.int(),
        size: shares,
        missedSize: shares,
        skippedTrades: z.int(),
      })
      .optional(),
    /** Fidelity agents: the market as it was, own orders included, and what its traders made. */
    simulated: SimulatedTotals.optional(),
    defects: z.record(z.string(), z.int()),
    /** Absent when all tokens of the catalog have a book and the other way round, and without a catalog. */
    unmatched: Unmatched.optional(),
  }),
  /** The figures of a second run without inferred trades, when fills of the result are inferred. */
  withoutInferred: BoundFigures.optional(),
  /** The same if the recording hides as many fills as it can, without trade rows or between differing snapshots. */
  everyInferred: BoundFigures.optional(),
  end: ReportEnd,
  audit: AuditBadge.optional(),
  metrics: z.array(Metric),
  tables: z.array(ReportTable),
  markets: z.array(ReportMarket),
  orders: z.array(ReportOrder),
  fills: z.array(ReportFill),
  /** Dollars that became shares of both outcomes, or the other way round. */
  sets: z.array(ReportSet),
  equity: ReportEquity,
  prices: z.array(ReportPrices),
  forecasts: z.array(ReportForecast),
  settlements: z.array(ReportSettlement),
  /** Shares at the end. The last `cash` of the equity plus size times price of all of them is the last equity. */
  holdings: z.array(ReportHolding),
  log: z.array(z.strictObject({ at: time, text: z.string() })),
});
export type BacktestReport = z.infer<typeof BacktestReport>;

/** Lists that grow with what a strategy does: it can place millions of orders. */
type LongList = 'orders' | 'fills' | 'sets' | 'forecasts' | 'settlements' | 'log';

/** A report as its writers read it: the long lists may be made row by row. */
export type ReportView = Omit<BacktestReport, LongList> & {
  readonly [List in LongList]: Rows<BacktestReport[List][number]>;
};
