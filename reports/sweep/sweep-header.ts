/** reports/sweep/sweep-header: the head of a sweep's page, and whether the best point is more than luck. */
import type { SweepReport } from '../../backtest/sweep/report-schema.ts';
import { type Html, html } from '../page/html.ts';
import { count, decimal, duration, moment } from '../page/numbers.ts';
import { rosierNotice } from '../tearsheet/header.ts';
import { CONVINCING, figureOf, LOSSES, standingOf } from './best-points.ts';

export function sweepHeader(report: SweepReport): Html {
  const { strategy, fidelity, metric, counts, params } = report;
  return html`<header>
<p class="kicker">Touchstone sweep</p>
<h1>${strategy.name}</h1>
<p class="summary">${summary(report)}</p>
<ul class="badges">
<li class="badge">Points tried <b>${count(counts.points + counts.triedBefore)}</b></li>
<li class="badge">Trials <b>${count(counts.trials)}</b></li>
${deflatedBadge(report)}
${counts.failed > 0 && html`<li class="badge bad">Failed <b>${count(counts.failed)}</b></li>`}
<li class="badge">Compared by <b>${metric.title}</b></li>
<li class="badge">Fidelity <b>${fidelity}</b></li>
${Object.entries(params).map(([name, value]) => html`<li class="badge">${name} <b>${String(value)}</b></li>\n`)}
</ul>
${[failureNotice(report), luckNotice(report), rosierNotice(report)]}
</header>`;
}

function summary({ markets, seeds, data: { from, to }, windows }: SweepReport): Html {
  const number = markets.names.length;
  const span = duration(Math.floor((to - from) / 1e6));
  const each = markets.mode === 'each' ? ', each in separate trials' : '';
  const parts = [
    `${count(number)} ${number === 1 ? 'market' : 'markets'}${each}`,
    html`<span class="time">${moment(from)}</span> to <span class="time">${moment(to)}</span> UTC (${span})`,
    `${count(seeds.length)} ${seeds.length === 1 ? 'seed' : 'seeds'}`,
    ...(windows.length === 0 ? [] : [`walk-forward over ${count(windows.length)} windows`]),
  ];
  return html`${parts.map((part, index) => [index > 0 && ' · ', part])}`;
}

function deflatedBadge(report: SweepReport): Html {
  const { value = null, reason } = figureOf(report, 'deflated-sharpe') ?? {};
  if (value === null) return html`<li class="badge">Deflated Sharpe <b>${reason?.split(/[:(]/)[0] ?? 'none'}</b></li>`;
  return standingOf(report) === 'convincing'
    ? html`<li class="badge good">Deflated Sharpe <b>${decimal(value, 3)}</b></li>`
    : html`<li class="badge bad">Deflated Sharpe <b>${decimal(value, 3)}</b></li>`;
}

function failureNotice({ counts, trials }: SweepReport): Html | undefined {
  if (counts.failed === 0) return undefined;
  const messages = new Map<string, number>();
  for (const { message } of trials) {
    if (message !== undefined) messages.set(message, (messages.get(message) ?? 0) + 1);
  }
  const shown = [...messages].toSorted(([, one], [, other]) => other - one).slice(0, 5);
  return html`<div class="notice fail"><h2>${count(counts.failed)} of ${count(counts.trials)} trials failed</h2>
<ul>${shown.map(([message, times]) => html`<li>${count(times)}: ${message}</li>`)}</ul>
<p>They count as tried, and their points were never chosen.</p></div>`;
}

function luckNotice(report: SweepReport): Html | undefined {
  const standing = standingOf(report);
  const { points, triedBefore } = report.counts;
  const { value = null, reason = '' } = figureOf(report, 'deflated-sharpe') ?? {};
  switch (standing) {
    case 'loses':
      return html`<div class="notice fail"><h2>${LOSSES[standing]}</h2>
<p>Every point lost money or did nothing. The best one only lost least.</p></div>`;
    case 'loses-outside':
      return html`<div class="notice fail"><h2>${LOSSES[standing]}</h2>
<p>The points that were best in training lost money or did nothing in the tests \
that followed, or no test completed.</p></div>`;
    case 'short':
      return html`<div class="notice warn"><h2>Too few observations</h2>
<p>No ratio is stated, so that the best point may be luck: ${reason}.</p></div>`;
    case 'luck':
      return html`<div class="notice warn">\
<h2>${report.windows.length > 0 ? 'The choices' : 'The best point'} may well be luck</h2>
<p>The deflated Sharpe ratio is ${decimal(value ?? 0, 3)}, below ${CONVINCING}: \
of ${count(points + triedBefore)} points without an edge, the best one often looks as good.</p></div>`;
    default:
      return undefined;
  }
}
