/** reports/tearsheet/header: the head of a tearsheet: strategy, data, audits, and assumptions that flatter. */
import { LEGS } from '../../backtest/options.ts';
import type { ReportView } from '../../backtest/report-schema.ts';
import { profitRange } from '../backtest/figures.ts';
import {
  type Content,
  count,
  countOf,
  duration,
  exactMoment,
  type Html,
  html,
  moment,
  money,
  multiline,
  percent,
  separated,
  shares,
  table,
  trimmed,
} from '../page/html.ts';
import { facts } from '../page/page.ts';

export function header(report: ReportView): Html {
  return html`<header>
<p class="kicker">Touchstone backtest</p>
<h1>${report.strategy}</h1>
<p class="summary">${summary(report)}</p>
<ul class="badges">
<li class="badge">Fidelity <b>${report.fidelity}</b></li>
<li class="badge">Seed <b>${report.seed}</b></li>
${Object.entries(report.params).map(([name, value]) => html`<li class="badge">${name} <b>${String(value)}</b></li>\n`)}
${auditBadge(report)}
${defectBadge(report)}
</ul>
${[endNotice(report), auditNotice(report), rosierNotice(report), rangeNotice(report), simulatedNotice(report)]}
</header>`;
}

function summary({ markets, fidelity, data: { rows, first, last } }: ReportView): Html {
  const parts: Content[] = [countOf(markets.length, 'market')];
  if (first !== null && last !== null) {
    const [from, to] = [first, last].map((at) => html`<span class="time">${moment(at)}</span>`);
    parts.push(html`${from} to ${to} UTC (${duration(Math.floor((last - first) / 1e6))})`);
  }
  parts.push(`${count(rows)} ${fidelity === 'agents' ? 'simulated' : 'recorded'} rows`);
  return separated(parts);
}

function auditBadge({ audit }: ReportView): Html {
  if (audit === undefined) return html`<li class="badge">Audit <b>not run</b></li>`;
  const failed = audit.audits.filter(({ verdict }) => verdict === 'fail').length;
  return audit.passed
    ? html`<li class="badge good">Audit <b>passed</b></li>`
    : html`<li class="badge bad">Audit <b>failed (${failed} of ${audit.audits.length})</b></li>`;
}

function defectBadge({ data: { gaps, defects } }: ReportView): Html {
  // Gaps are listed among the defects as well.
  const others = Object.entries(defects).reduce((sum, [name, times]) => (name === 'gap' ? sum : sum + times), 0);
  const text = others + gaps === 0 ? 'no gaps or defects' : `${countOf(gaps, 'gap')}, ${countOf(others, 'defect')}`;
  return html`<li class="badge">Data <b>${text}</b></li>`;
}

function endNotice({ end }: ReportView): Html | undefined {
  if (end.kind === 'complete') return undefined;
  if (end.kind === 'interrupted') {
    return html`<div class="notice fail"><h2>The run was interrupted</h2>
<p>This report covers the run up to row ${count(end.row)}. Markets that resolved later are not settled.</p></div>`;
  }
  const place = end.row === null ? 'before the first row' : `at row ${count(end.row)}`;
  if (end.kind === 'strategy-hung') {
    return html`<div class="notice fail"><h2>The strategy did not return</h2>
<p><code>${end.callback}</code> ran for more than ${duration(end.seconds)} ${place}. \
This report covers the time before.</p></div>`;
  }
  return html`<div class="notice fail"><h2>The strategy threw an error</h2>
<p><code>${end.callback}</code> ${place}: ${end.message}. This report covers the time before.</p>
<pre tabindex="0">${multiline(end.stack)}</pre></div>`;
}

function auditNotice({ audit }: ReportView): Html | undefined {
  const failed = audit?.audits.filter(({ verdict }) => verdict === 'fail') ?? [];
  if (failed.length === 0) return undefined;
  return html`<div class="notice fail"><h2>Failed audits: do not trust these results</h2>
<ul>${failed.map(({ title, detail }) => html`<li>${title}: ${detail}</li>`)}</ul></div>`;
}

function simulatedNotice({ fidelity }: ReportView): Html | undefined {
  if (fidelity !== 'agents') return undefined;
  return html`<div class="notice"><h2>The market is simulated</h2>
<p>It shows mechanics, own impact, adverse selection and robustness over seeds. \
It does not show what the strategy would earn on real markets.</p></div>`;
}

function rangeNotice(report: ReportView): Html | undefined {
  const range = profitRange(report);
  if (range === undefined) return undefined;
  return html`<div class="notice warn"><h2>The P&amp;L is ${range}</h2>
<p>The recording has no trades. One run fills no order by trades that it may hide, \
one by a share of the sizes that left its books, \
and one fills every order that such trades can have reached.</p></div>`;
}

/** The assumptions that make results rosier than the defaults, if there are any. */
export function rosierNotice({ rosier }: Pick<ReportView, 'rosier'>): Html | undefined {
  if (rosier.length === 0) return undefined;
  return html`<div class="notice warn"><h2>Results are rosier than with the defaults</h2>
<ul>${rosier.map((assumption) => html`<li>${assumption}</li>`)}</ul></div>`;
}

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
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [
    ['Simulated', `${countOf(markets, 'market')} of ${trimmed(hours, 2)} h`],
    ...Object.entries(groups).map(([name, values]): Fact => {
      const parameters = Object.entries(values).map(([parameter, value]) => `${words(parameter)} ${trimmed(value, 3)}`);
      return [`Simulated: ${name}`, parameters.join(', ')];
    }),
  ];
}

function milliseconds(value: number) {
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
      { head: 'Audit', text: 'title', isProse: true },
      { head: 'Verdict', text: ({ verdict }) => (verdict === 'not-applicable' ? 'not applicable' : verdict) },
      { head: 'Detail', text: 'detail', isProse: true },
    ],
  });
}
