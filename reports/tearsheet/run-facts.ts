/** reports/tearsheet/run-facts: the assumptions of a result, and the state of the data, as names and values. */
import { LEGS } from '../../backtest/options.ts';
import type { ReportView } from '../../backtest/report-schema.ts';
import { type Html, html } from '../page/html.ts';
import { facts } from '../page/key-figures.ts';
import { count, duration, exactMoment, money, percent, shares, trimmed } from '../page/numbers.ts';
import { table } from '../page/table.ts';

export function assumptionFacts({ assumptions, fidelity }: Pick<ReportView, 'assumptions' | 'fidelity'>): Html {
  const { latencyMs, fee, settlement } = assumptions;
  const legs = LEGS.map((leg) => {
    const value = latencyMs[leg];
    return [`Latency: ${leg}`, value === 'recorded' ? 'as recorded' : milliseconds(value)] as const;
  });
  return facts([
    ['Fidelity', fidelity],
    ...(assumptions.agents === undefined ? recordedFacts(assumptions) : agentFacts(assumptions.agents)),
    ...legs,
    ['Taker fee rate', percent(fee.rate, 2)],
    ['Fee exponent of p(1 − p)', String(fee.exponent)],
    ['Fee is paid by', fee.takerOnly ? 'the taker' : 'maker and taker'],
    ['Smallest order', `${shares(assumptions.minSize)} shares`],
    ['Delay of marketable orders', milliseconds(assumptions.delayMs)],
    [
      'Settlement',
      `mined after ${milliseconds(settlement.minedAfterMs)}, ` +
        `confirmed after ${milliseconds(settlement.confirmedAfterMs)}`,
    ],
    ['Settlements that fail', percent(settlement.failureRate, 2)],
    ['Markets that did not resolve', assumptions.settleAtEnd ? 'paid at the end' : 'valued, not paid'],
    ['Deposit', money(assumptions.deposit)],
  ]);
}

type Fact = readonly [name: string, value: string];

function recordedFacts({ queue, consumption, tradeShare, quoteSize }: ReportView['assumptions']): readonly Fact[] {
  return [
    ['Queue model', queue],
    ['Liquidity that was taken', consumption ? 'stays taken until the level changes' : 'comes back at once'],
    ['Decreases counted as trades', `${percent(tradeShare)} (markets without trades)`],
    ['Size behind best quotes', `${shares(quoteSize)} shares`],
  ];
}

/** The plan of simulated markets: a line for each kind of traders, with all of its parameters. */
function agentFacts({ markets, hours, ...groups }: NonNullable<ReportView['assumptions']['agents']>): readonly Fact[] {
  const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [
    ['Simulated', `${count(markets)} ${markets === 1 ? 'market' : 'markets'} of ${trimmed(hours, 2)} h`],
    ...Object.entries(groups).map(([name, values]): Fact => {
      const parameters = Object.entries(values).map(([parameter, value]) => `${words(parameter)} ${trimmed(value, 3)}`);
      return [`Simulated: ${name}`, parameters.join(', ')];
    }),
  ];
}

function milliseconds(value: number): string {
  return value < 1_000 ? `${trimmed(value, 3)} ms` : duration(value / 1_000);
}

export function dataFacts({ data, touchstone }: ReportView): Html {
  return facts([
    ['First row (UTC)', data.first === null ? 'none' : exactMoment(data.first)],
    ['Last row (UTC)', data.last === null ? 'none' : exactMoment(data.last)],
    ['Rows', count(data.rows)],
    ['Gaps', count(data.gaps)],
    ['Time without a book', percent(data.withoutBook)],
    ...(data.drift === undefined
      ? []
      : [['Drift', `${count(data.drift.differing)} of ${count(data.drift.snapshots)} snapshots`] as const]),
    ...simulatedFacts(data),
    ...Object.entries(data.defects).map(([name, times]) => [`Defect: ${name}`, count(times)] as const),
    ['Checksum', html`<code>${data.checksum}</code>`],
    ['Touchstone', touchstone],
  ]);
}

function simulatedFacts({ simulated }: ReportView['data']): readonly Fact[] {
  if (simulated === undefined) return [];
  const { trades, twoSidedShare, spread, depth, byKind } = simulated;
  return [
    ['Trades', count(trades)],
    ['Time with a bid and an ask', percent(twoSidedShare)],
    ['Mean spread', spread === null ? 'none' : `${trimmed(100 * spread, 2)} cents`],
    ['Mean size at a best price', depth === null ? 'none' : `${shares(depth)} shares`],
    ...byKind.map(
      ({ kind, profit, volume }): Fact => [`Profit: ${kind}`, `${money(profit)} of ${money(volume)} traded`],
    ),
  ];
}

export function auditTable({ audit }: ReportView): Html | undefined {
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
