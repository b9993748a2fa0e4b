/** backtest/report: the report of a run, a pure function of its result, with metrics and tables. */

import { omitUndefined } from '../base/record.ts';
import { MICRO } from '../base/units.ts';
import { analyse } from './metrics/analysis.ts';
import { metricsOf, tablesOf } from './metrics/metrics.ts';
import { type Assumptions, DEFAULT_ASSUMPTIONS, rosierThanDefault } from './options.ts';
import {
  type AuditBadge,
  type BacktestReport,
  ReportFill,
  ReportForecast,
  ReportHolding,
  ReportOrder,
  ReportPrices,
  ReportSet,
  ReportSettlement,
  type ReportView,
} from './report-schema.ts';
import { rowOf } from './report-units.ts';
import type { BacktestResult, RunEnd } from './result.ts';
import { LazyRows } from './rows.ts';
import { figuresOf, inferredFills, markoutDoubt } from './without-inferred.ts';

type ReportOptions = Readonly<{
  version: string;
  audit?: AuditBadge | undefined;
  withoutInferred?: BacktestResult | undefined;
  /** The result of a third run in which every loss of shares is a trade. */
  everyInferred?: BacktestResult | undefined;
  allowRead?: readonly string[];
}>;

export function reportOf(result: BacktestResult, options: ReportOptions): BacktestReport {
  const view = reportViewOf(result, options);
  const { orders, fills, sets, forecasts, settlements, log } = view;
  const lists = { orders: [...orders], fills: [...fills], sets: [...sets], forecasts: [...forecasts] };
  return { ...view, ...lists, settlements: [...settlements], log: [...log] };
}

export function reportViewOf(
  result: BacktestResult,
  { version, audit, withoutInferred, everyInferred, allowRead = [] }: ReportOptions,
): ReportView {
  const analysis = analyse(result);
  const [metrics, tables] = [[...metricsOf(analysis)], [...tablesOf(analysis)]];
  const without = withoutInferred && figuresOf(withoutInferred);
  const markout = metrics.find(({ id }) => id === 'markout-10s')?.value ?? null;
  const doubts = without === undefined ? [] : markoutDoubt(without, markout);
  const rosier = [...reliedOn(result), ...doubts, ...allowRead.map(mayRead)];
  const { drift, simulated, unreceived: _, bookless: _bookless, unseen: _unseen, ...data } = result.data;
  return omitUndefined({
    touchstone: version,
    strategy: result.strategy,
    params: { ...result.params },
    seed: result.seed,
    fidelity: result.assumptions.fidelity,
    assumptions: assumptionsOf(result.assumptions),
    rosier,
    withoutInferred: without,
    everyInferred: everyInferred && figuresOf(everyInferred),
    data: omitUndefined({
      ...data,
      first: known(result.data.first),
      last: known(result.data.last),
      defects: { ...result.data.defects },
      drift: drift && { ...drift, size: drift.size / 1e6, missedSize: drift.missedSize / 1e6 },
      simulated,
    }),
    end: endOf(result.end),
    audit,
    metrics,
    tables,
    ...recordsOf(result),
  });
}

function recordsOf({
  markets,
  orders,
  fills,
  sets,
  equity,
  prices,
  forecasts,
  settlements,
  holdings,
  log,
}: BacktestResult) {
  return {
    markets: markets.map(({ index, closes, outcomes, name, question, category, event }) =>
      omitUndefined({
        market: index,
        name,
        question,
        category,
        event,
        outcomes: outcomes.map((outcome) => ({ ...outcome })),
        closes: closes ?? null,
      }),
    ),
    orders: new LazyRows(orders, rowOf(ReportOrder)),
    fills: new LazyRows(fills, rowOf(ReportFill)),
    sets: new LazyRows(sets, rowOf(ReportSet)),
    equity: {
      at: equity.map(({ at }) => at),
      cash: equity.map(({ cash }) => cash / MICRO),
      holdings: equity.map((point) => point.holdings / MICRO),
      middle: equity.map((point) => point.middle / MICRO),
    },
    prices: prices.map(rowOf(ReportPrices)),
    forecasts: new LazyRows(forecasts, rowOf(ReportForecast)),
    settlements: new LazyRows(settlements, rowOf(ReportSettlement)),
    holdings: holdings.map(rowOf(ReportHolding)),
    log: new LazyRows(log, ({ at, text }) => ({ at, text })),
  };
}

export function assumptionsOf({ queue, latency, fee, ...others }: Assumptions): BacktestReport['assumptions'] {
  return omitUndefined({
    queue,
    latencyMs: {
      feed: latency.feed === 'recorded' ? latency.feed : latency.feed / 1_000,
      order: latency.order / 1_000,
      cancel: latency.cancel / 1_000,
      response: latency.response / 1_000,
      compute: latency.compute / 1_000,
    },
    consumption: others.consumption,
    tradeShare: others.tradeShare,
    quoteSize: others.quoteSize / MICRO,
    fee: { ...fee, rate: fee.rate / MICRO },
    minSize: others.minSize / MICRO,
    delayMs: others.delayMs,
    settlement: { ...others.settlement },
    settleAtEnd: others.settleAtEnd,
    deposit: others.deposit / MICRO,
    agents: others.agents,
  });
}

function endOf(end: RunEnd): BacktestReport['end'] {
  switch (end.kind) {
    case 'complete':
    case 'interrupted':
      return { ...end };
    case 'strategy-failed':
    case 'strategy-hung':
      return { ...end, row: known(end.row) };
  }
}

/** Null for -1, which stands for unknown in results. */
function known(value: number) {
  return value < 0 ? null : value;
}

/** The rosier assumption that `--allow-read` makes. */
export function mayRead(path: string): string {
  return `the strategy may read ${path}, which no audit alters`;
}

/** In words. An assumption that touched nothing is left out. */
export function reliedOn(result: BacktestResult): readonly string[] {
  const { assumptions, fills, settlements } = result;
  const [inferred, unsized] = [inferredFills(result), fills.filter(({ isUnsized }) => isUnsized === true).length];
  const paid = new Set(settlements.flatMap(({ market, isAtEnd }) => (isAtEnd === true ? [market] : [])));
  const { tradeShare, quoteSize } = DEFAULT_ASSUMPTIONS;
  const effective = {
    ...assumptions,
    ...(inferred > 0 ? {} : { tradeShare }),
    ...(unsized > 0 ? {} : { quoteSize }),
    settleAtEnd: paid.size > 0,
  };
  const touched = (what: string, count: number): readonly string[] =>
    count === 0 ? [] : [`${what}: ${count} of ${fills.length} fills rest on them`];
  return [
    ...rosierThanDefault(effective),
    ...touched('payments at the end', fills.filter(({ token }) => paid.has(token >> 1)).length),
    ...touched('inferred trades', inferred),
    ...touched(`quotes without sizes, taken as ${assumptions.quoteSize / 1e6} shares`, unsized),
    ...withoutBooks(result),
    ...unreceivedOf(result),
  ];
}

function withoutBooks({ data: { bookless = 0 }, markets, orders }: BacktestResult): readonly string[] {
  if (bookless === 0) return [];
  return [
    `no books in ${bookless} of ${markets.length} markets: no order fills there, whatever its price; ` +
      `${orders.length} orders were sent in all`,
  ];
}

function unreceivedOf({ data: { unreceived = 0 }, fills }: BacktestResult): readonly string[] {
  if (unreceived === 0) return [];
  const rows = unreceived === 1 ? '1 row has' : `${unreceived} rows have`;
  return [
    `${rows} no receive time: they reach the strategy at their venue time, ` +
      `or with the row before them if that is later; ${fills.length} fills may rest on them`,
  ];
}
