/** reports/tearsheet/run-facts: the assumptions that a result rests on, and the state of the data, as lists of names and values. */
import type { BacktestReport } from '../../backtest/report-schema.ts';
import { type Html, html } from '../page/html.ts';
import { facts } from '../page/key-figures.ts';
import { count, duration, exactMoment, money, percent, shares, trimmed } from '../page/numbers.ts';
import { table } from '../page/table.ts';

export function assumptionFacts({ assumptions, fidelity }: Pick<BacktestReport, 'assumptions' | 'fidelity'>): Html {
  const { latencyMs, fee, settlement } = assumptions;
  const legs = (['feed', 'order', 'cancel', 'response', 'compute'] as const).map((leg) => {
    const value = latencyMs[leg];
    return [`Latency: ${leg}`, value === 'recorded' ? 'as recorded' : milliseconds(value)] as const;
  });
  return facts([
    ['Fidelity', fidelity],
    ['Queue model', assumptions.queue],
    ...legs,
    [
      'Liquidity that was taken',
      assumptions.consumption ? 'stays taken until the level changes' : 'comes back at once',
    ],
    ['Decreases counted as trades', `${percent(assumptions.tradeShare)} (markets without trades)`],
    ['Size behind best quotes', `${shares(assumptions.quoteSize)} shares`],
    ['Taker fee rate', percent(fee.rate, 2)],
    ['Fee exponent of p(1 − p)', String(fee.exponent)],
    ['Fee is paid by', fee.takerOnly ? 'the taker' : 'maker and taker'],
    ['Smallest order', `${shares(assumptions.minSize)} shares`],
    ['Delay of marketable orders', milliseconds(assumptions.delayMs)],
    [
      'Settlement',
      `mined after ${milliseconds(settlement.minedAfterMs)}, confirmed after ${milliseconds(settlement.confirmedAfterMs)}`,
    ],
    ['Settlements that fail', percent(settlement.failureRate, 2)],
    ['Deposit', money(assumptions.deposit)],
  ]);
}

function milliseconds(value: number): string {
  return value < 1_000 ? `${trimmed(value, 3)} ms` : duration(value / 1_000);
}

export function dataFacts({ data, touchstone }: BacktestReport): Html {
  return facts([
    ['First row (UTC)', data.first === null ? 'none' : exactMoment(data.first)],
    ['Last row (UTC)', data.last === null ? 'none' : exactMoment(data.last)],
    ['Rows', count(data.rows)],
    ['Gaps', count(data.gaps)],
    ...(data.drift === undefined
      ? []
      : [['Drift', `${count(data.drift.differing)} of ${count(data.drift.snapshots)} snapshots`] as const]),
    ...Object.entries(data.defects).map(([name, times]) => [`Defect: ${name}`, count(times)] as const),
    ['Checksum', html`<code>${data.checksum}</code>`],
    ['Touchstone', touchstone],
  ]);
}

export function auditTable({ audit }: BacktestReport): Html | undefined {
  if (audit === undefined) return undefined;
  return table({
    caption: 'Audits',
    rows: audit.audits,
    empty: 'No audit ran.',
    columns: [
      { head: 'Audit', text: ({ title }) => title, isProse: true },
      { head: 'Verdict', text: ({ verdict }) => (verdict === 'not-applicable' ? 'not applicable' : verdict) },
      { head: 'Detail', text: ({ detail }) => detail, isProse: true },
    ],
  });
}
