/** reports/backtest/text: the result of a backtest for people at a terminal, after its assumptions. */
import { LEGS } from '../../backtest/options.ts';
import type { ReportView } from '../../backtest/report-schema.ts';
import { areFew } from '../../backtest/without-inferred.ts';
import { counted } from '../../base/counted.ts';
import { createPaint, type Paint } from '../paint.ts';
import { joinedSections, visible } from '../untrusted.ts';
import { type Figures, figuresOf, isoMicros, profitRange } from './figures.ts';

export type Line = readonly [label: string, text: string];

const LABEL_WIDTH = 11;
const STACK_LINES = 6;

/** About 25 lines. `hasColours`: with terminal colours. */
export function backtestText(report: ReportView, hasColours = false): string {
  const paint = createPaint(hasColours);
  const figures = figuresOf(report);
  const title = `Touchstone ${report.touchstone}  backtest of ${report.strategy}  seed ${report.seed}`;
  const blocks = [
    [paint('bold', visible(title)), ...assumptionLines(report, paint)],
    laidOut([...dataLines(report), ...auditLines(report)]),
    laidOut([...resultLines(report, figures), ...riskLines(figures)]),
    laidOut([...executionLines(report, figures), ...forecastLines(figures)]),
    endLines(report, paint),
  ];
  return joinedSections(blocks.map((block) => block.join('\n')));
}

export function laidOut(lines: readonly Line[]): readonly string[] {
  return lines.map(([label, text]) => `${label.padEnd(LABEL_WIDTH)}${visible(text)}`);
}

export function rosierLines({ rosier }: Pick<ReportView, 'rosier'>, paint: Paint): readonly string[] {
  return rosier.map((text) => `${paint('yellow', 'ROSIER'.padEnd(LABEL_WIDTH))}${visible(text)}`);
}

function boundLines(view: ReportView): readonly Line[] {
  const range = profitRange(view);
  return [
    ...withoutInferredLines(view),
    ...(range === undefined
      ? []
      : [['', `the recording has no trades: from none to all that it may hide, the P&L is ${range}`] as const]),
  ];
}

function withoutInferredLines({ withoutInferred }: ReportView): readonly Line[] {
  if (withoutInferred === undefined) return [];
  const { profit, fills, markout1s, markout10s, markout60s } = withoutInferred;
  const shown = (value: number | null, digits: number) => (value === null ? 'none' : signedText(value, digits));
  const markouts = `markouts 1 s ${shown(markout1s, 4)}, 10 s ${shown(markout10s, 4)}, 60 s ${shown(markout60s, 4)}`;
  return [
    [
      '',
      `without inferred trades: P&L ${shown(profit, 2)} dollars, ${counted(fills, 'fill')}, ` +
        `${markouts} dollars a share`,
    ],
  ];
}

function signedText(value: number, digits: number) {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
}

function assumptionLines(view: ReportView, paint: Paint): readonly string[] {
  const { agents, latencyMs } = view.assumptions;
  const latency = LEGS.map((leg) => `${leg} ${latencyMs[leg]}`).join(', ');
  return [
    ...laidOut([fidelityLine(view), ...agentLines(agents), ['', `latency in ms: ${latency}`]]),
    ...rosierLines(view, paint),
    ...laidOut(boundLines(view)),
  ];
}

export function fidelityLine({ fidelity, assumptions }: Pick<ReportView, 'fidelity' | 'assumptions'>): Line {
  return ['fidelity', fidelity === 'overlay' ? `overlay, queue model ${assumptions.queue}` : fidelity];
}

function agentLines(agents: ReportView['assumptions']['agents']): readonly Line[] {
  if (agents === undefined) return [];
  const { noise, value, makers, informed } = agents;
  return [
    [
      '',
      `traders of each market: ${noise.count} noise, ${value.count} value, ${makers.count} makers, ` +
        `${informed.count} informed`,
    ],
    ['', 'shows mechanics, own impact and robustness; not what the strategy would earn on real markets'],
  ];
}

function dataLines({ data, markets }: ReportView): readonly Line[] {
  const span =
    data.first === null || data.last === null ? 'no time' : `${isoMicros(data.first)} to ${isoMicros(data.last)}`;
  return [
    [
      'data',
      `${counted(data.rows, 'row')}, ${counted(markets.length, 'market')}, ${span}, ` +
        `checksum ${data.checksum.slice(0, 12)}`,
    ],
    ...marketLines(data),
    ...driftLines(data),
  ];
}

/** The defects of a recording, or the market of a simulation. */
function marketLines({ simulated, defects, gaps, withoutBook }: ReportView['data']): readonly Line[] {
  if (simulated === undefined) {
    const listed = Object.entries(defects).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
    const share = `no book for ${(100 * withoutBook).toFixed(2)}% of the time`;
    return [['defects', `${listed.join(', ') || 'none'}; ${counted(gaps, 'gap')}, ${share}`]];
  }
  const { trades, twoSidedShare, spread, depth, byKind } = simulated;
  const sides = `${Math.round(100 * twoSidedShare)}% of the time two-sided`;
  const books =
    spread === null || depth === null
      ? 'no book had both a bid and an ask'
      : `${sides}, mean spread ${(100 * spread).toFixed(2)} cents, ${Math.round(depth)} shares at a best price`;
  const profits = byKind.map(({ kind, profit }) => `${kind} ${signedText(profit, 2)}`);
  return [
    ['market', `${counted(trades, 'trade')}, ${books}`],
    ['', `profit of the others in dollars: ${profits.join(', ')}`],
  ];
}

function driftLines({ drift }: ReportView['data']): readonly Line[] {
  if (drift === undefined) return [];
  const { snapshots, differing, levels, size, missedSize, skippedTrades } = drift;
  return [
    [
      'drift',
      `${differing} of ${counted(snapshots, 'snapshot')} differed from the background, ` +
        `by ${size} shares in ${counted(levels, 'level')}`,
    ],
    ['', `${missedSize} recorded shares met no resting order; ${counted(skippedTrades, 'trade')} not played`],
  ];
}

function auditLines({ audit }: ReportView): readonly Line[] {
  if (audit === undefined) return [['audit', 'not done (--audit)']];
  const judged = audit.audits.filter(({ verdict }) => verdict !== 'not-applicable');
  const open = audit.audits.filter(({ verdict }) => verdict === 'not-applicable');
  const failed = judged.filter(({ verdict }) => verdict === 'fail');
  return [
    [
      'audit',
      `${audit.passed ? 'passed' : 'FAILED'}: ${judged.length - failed.length} of ${judged.length} audits passed`,
    ],
    ...failed.map(({ title, detail }): Line => ['', `${title}: ${detail}`]),
    ...open.map(({ id, detail }): Line => ['', `${id} does not apply: ${detail}`]),
  ];
}

function resultLines(
  { assumptions }: ReportView,
  { metric, number, signed, percent, interval }: Figures,
): readonly Line[] {
  const { samples = 0, intervalReason } = metric('pnl') ?? {};
  const range = interval('pnl');
  const certainty =
    range === '' ? (intervalReason ?? '') : `95% interval${range} over ${counted(samples, 'traded event')}`;
  return [
    ['P&L', `${signed('pnl')} dollars, ${percent('return')} of ${assumptions.deposit}; ${certainty}`],
    [
      '',
      `realised ${signed('pnl-realised')}, settled ${signed('pnl-settled')}, unrealised ` +
        `${signed('pnl-unrealised')}, fees ${number('fees')}; ${signed('pnl-middle')} at the middle of the books`,
    ],
  ];
}

function riskLines({ metric, number, percent, time, interval }: Figures): readonly Line[] {
  const fall = `${number('drawdown')} dollars, ${percent('drawdown-share')}`;
  const { value: lost } = metric('drawdown') ?? {};
  return [
    ['Sharpe', ratioText('sharpe')],
    ['Sortino', ratioText('sortino')],
    ['drawdown', lost === 0 ? 'none' : `${fall}, ${time('drawdown-from')} to ${time('drawdown-to')}`],
    [
      'exposure',
      `mean ${number('exposure-mean')}, peak ${number('exposure-peak')} dollars ` +
        `(${percent('exposure-peak-share')} of equity)`,
    ],
    [
      'capital',
      `${number('capital-days-positions')} dollar-days in shares, ${number('capital-days-orders')} in orders, ` +
        `in the market ${percent('time-in-market')} of the time`,
    ],
  ];

  function ratioText(id: string) {
    const { value, reason = '', title = '' } = metric(id) ?? {};
    if (value === null) return `none: ${reason}`;
    return `${number(id)}${interval(id)} ${title.replace(/^.*(?=per )/, '')}, not annualised`;
  }
}

function executionLines({ tables }: ReportView, { number, signed, percent, metric }: Figures): readonly Line[] {
  const reasons = tables.find(({ id }) => id === 'unfilled-orders')?.rows ?? [];
  const rejected = reasons
    .filter(({ state }) => state === 'rejected')
    .map(({ reason, orders }) => `${reason} ${orders}`);
  const why = rejected.length === 0 ? '' : ` (${rejected.slice(0, 3).join(', ')})`;
  const takers = metric('slippage-arrival')?.reason;
  const wait = metric('queue-wait-median')?.reason;
  const marked = metric('markout-10s')?.samples ?? 0;
  const few = marked > 0 && areFew(marked) ? `; the signs rest on ${counted(marked, 'fill')}, too few to trust` : '';
  return [
    [
      'orders',
      `${number('orders', 0)}, rejected ${number('orders-rejected', 0)}${why}; ` +
        `${percent('fill-ratio')} of accepted shares filled`,
    ],
    [
      'fills',
      `${number('fills', 0)}, volume ${number('volume')} dollars; ` +
        `makers ${percent('maker-share')}, takers ${percent('taker-share')}`,
    ],
    [
      'queue',
      wait === undefined
        ? `median wait ${number('queue-wait-median', 3)} s, 90% within ${number('queue-wait-p90', 3)} s`
        : `none: ${wait}`,
    ],
    [
      'slippage',
      takers === undefined
        ? `${signed('slippage-arrival', 4)} dollars a share from arrival, ` +
          `${signed('slippage-decision', 4)} from the decision`
        : `none: ${takers}`,
    ],
    [
      'markouts',
      `1 s ${signed('markout-1s', 4)}, 10 s ${signed('markout-10s', 4)}, 60 s ${signed('markout-60s', 4)}, ` +
        `settlement ${signed('markout-settlement', 4)} dollars a share${few}`,
    ],
  ];
}

function forecastLines({ metric, number, signed, interval }: Figures): readonly Line[] {
  const { value, reason = '', samples = 0 } = metric('brier') ?? {};
  if (value === null || value === undefined) return [['forecasts', `none: ${reason}`]];
  return [
    [
      'forecasts',
      `Brier score ${number('brier', 4)}${interval('brier', 4)}, log loss ${number('log-loss', 4)}, ` +
        `${counted(samples, 'market')}`,
    ],
    [
      '',
      `skill against the market ${signed('skill', 3)}${interval('skill', 3)}, ` +
        `1 day before ${signed('skill-1d', 3)}; calibration error ${number('calibration-error', 4)}`,
    ],
  ];
}

function endLines({ end }: ReportView, paint: Paint): readonly string[] {
  if (end.kind === 'complete') return [];
  if (end.kind === 'interrupted') return [paint('yellow', `interrupted at row ${end.row}: the report ends there`)];
  const place = end.row === null ? 'before the first row' : `at row ${end.row}`;
  const where = visible(`${end.callback} ${place}: the report ends there`);
  if (end.kind === 'strategy-hung') {
    return [paint('red', `the strategy hung for more than ${end.seconds} seconds in ${where}`)];
  }
  const stack = end.stack.split('\n').slice(1, STACK_LINES);
  return [paint('red', `the strategy threw in ${where}`), visible(end.message), ...stack.map((line) => visible(line))];
}
