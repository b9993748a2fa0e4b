/** reports/sweep/text: the result of a sweep for people at a terminal, and whether it is more than luck. */
import type { Figure, ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';
import { counted } from '../../base/counted.ts';
import { isoMicros } from '../backtest/figures.ts';
import { fidelityLine, type Line, laidOut, rosierLines } from '../backtest/text.ts';
import { shortNumber, trimmed } from '../page/html.ts';
import { createPaint } from '../paint.ts';
import { joinedSections, visible } from '../untrusted.ts';
import { figureOf, LOSSES, ranked, standingOf } from './best-points.ts';

export type SweepTextOptions = {
  /** Points in the table. */
  readonly top: number;
  readonly hasColours?: boolean;
};

export function sweepText(report: SweepReport, { top, hasColours = false }: SweepTextOptions): string {
  const paint = createPaint(hasColours);
  const title = `Touchstone ${report.touchstone}  sweep of ${report.strategy.name}`;
  const blocks = [
    [paint('bold', visible(title)), ...laidOut(basisLines(report)), ...rosierLines(report, paint)],
    laidOut(resultLines(report)),
    windowLines(report),
    pointLines(report, top),
  ];
  return joinedSections(blocks.map((block) => block.join('\n')));
}

function basisLines(report: SweepReport): readonly Line[] {
  const { data, markets, seeds, parameters, draws } = report;
  const names = parameters.map(({ name }) => name);
  const drawn = draws > 1 ? `, ${counted(draws, 'draw')} each` : '';
  return [
    fidelityLine(report),
    [
      'data',
      `${counted(data.rows, 'row')}, ${isoMicros(data.from)} to ${isoMicros(data.to)}, ` +
        `checksum ${data.checksum.slice(0, 12)}`,
    ],
    ['markets', `${markets.names.length}, ${markets.mode === 'each' ? 'each in separate trials' : 'together'}`],
    ['space', `${names.length === 0 ? 'one point' : names.join(', ')}${drawn}; ${counted(seeds.length, 'seed')}`],
  ];
}

function resultLines(report: SweepReport): readonly Line[] {
  const { metric, counts, best, points, windows } = report;
  const standing = standingOf(report);
  const of = (id: string) => valueText(figureOf(report, id));
  const earlier = counts.triedBefore === 0 ? '' : ` and ${counts.triedBefore} tried before`;
  const trials: Line = [
    'trials',
    `${counted(counts.trials, 'trial')} of ${counted(counts.points, 'point')}${earlier}, ${counts.failed} failed`,
  ];
  const loss = LOSSES[standing]?.toLowerCase();
  const losses: readonly Line[] = loss === undefined ? [] : [['losses', loss]];
  if (windows.length > 0) {
    return [
      trials,
      ...losses,
      ['out of', `sample: P&L ${of('out-of-sample-pnl')} dollars, Sharpe ${of('out-of-sample-sharpe')}`],
      ['', `probability that the true Sharpe ratio is above 0: ${of('probabilistic-sharpe')}`],
      ['deflated', `Sharpe ratio of the choices, median: ${of('deflated-sharpe')}`],
    ];
  }
  const chosen = points.find(({ point }) => point === best);
  if (chosen === undefined) return [trials, ...losses, ['best', `none: ${of('best-value')}`]];
  const chosenLines: readonly Line[] = [
    trials,
    ...losses,
    ['best', `${paramText(report, chosen)}: ${metric.title} ${of('best-value')}`],
  ];
  if (figureOf(report, 'deflated-sharpe')?.value == null) return [...chosenLines, ['deflated', of('deflated-sharpe')]];
  return [
    ...chosenLines,
    ['Sharpe', `${of('point-sharpe')}; the best of so many points has ${of('expected-maximum-sharpe')} by chance`],
    ['deflated', `${of('deflated-sharpe')}${standing === 'luck' ? ', below 0.95: this may well be luck' : ''}`],
  ];
}

function valueText(figure: Figure | undefined) {
  if (figure === undefined) return 'none';
  return figure.value === null ? (figure.reason ?? 'none') : shortNumber(figure.value);
}

/** `size=20 spread=0.02`: the parameters that differ between points. */
function paramText({ parameters }: SweepReport, { params }: Pick<ReportPoint, 'params'>) {
  const pairs = parameters.map(({ name }) => `${name}=${params[name]}`);
  return pairs.length === 0 ? 'the only point' : pairs.join(' ');
}

function windowLines(report: SweepReport): readonly string[] {
  const { windows, metric } = report;
  if (windows.length === 0) return [];
  const rows = windows.map(({ train, test, trained, tested, deflatedSharpe, embargoed }) => [
    isoMicros(train.from),
    isoMicros(test.from),
    trained === null ? 'none' : shortNumber(trained.mean),
    deflatedSharpe === null ? 'none' : shortNumber(deflatedSharpe),
    tested?.value == null ? 'none' : shortNumber(tested.value.mean),
    String(embargoed),
    tested === null ? 'no choice' : paramText(report, tested),
  ]);
  return aligned([['training from', 'test from', metric.id, 'deflated', 'test', 'embargoed', 'chosen'], ...rows]);
}

function pointLines(report: SweepReport, top: number): readonly string[] {
  const points = ranked(report).slice(0, top);
  if (points.length === 0) return [];
  const rows = points.map(({ value, pnl, fills, failed, ...point }, index) => [
    String(index + 1),
    value === null ? 'none' : shortNumber(value.mean),
    value?.deviation == null ? '' : shortNumber(value.deviation),
    pnl === null ? 'none' : pnl.toFixed(2),
    fills === null ? 'none' : trimmed(fills, 1),
    String(failed),
    paramText(report, point),
  ]);
  return aligned([['', report.metric.id, 'deviation', 'P&L', 'fills', 'failed', 'point'], ...rows]);
}

/** The last column is text, the others are aligned to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? visible(cell) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
