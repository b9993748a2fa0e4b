/** reports/tearsheet/unit-text: values of metrics and tables as text, by their unit. */
import type { Metric } from '../../backtest/report-schema.ts';
import { count, decimal, duration, moment, money, percent, shares } from '../page/html.ts';
import type { KeyFigure } from '../page/page.ts';

/** Text in place of a value that does not exist. */
const NONE = '–';

export const FORMATS: Readonly<Record<Metric['unit'], (value: number) => string>> = {
  dollars: money,
  shares,
  'dollars a share': (value) => money(value, 4),
  'dollar-days': (value) => decimal(value, 2),
  share: (value) => percent(value, Math.abs(value) < 0.1 ? 2 : 1),
  ratio: (value) => decimal(value, 3),
  count,
  seconds: duration,
  time: moment,
  text: String,
};

/** Words behind values whose text does not name the unit. */
const UNIT_WORDS: Readonly<Partial<Record<Metric['unit'], string>>> = {
  shares: 'shares',
  'dollars a share': 'a share',
  'dollar-days': 'dollar-days',
};

/** Gains and losses: the sign of these is what a reader looks for. */
const SIGNED = /^(?:out-of-sample-)?(?:pnl|return|skill|markout|sharpe|sortino)/;

export function metricFigure(metric: Omit<Metric, 'group'>): KeyFigure {
  const { id, title, unit, definition, value, reason, samples } = metric;
  const format = FORMATS[unit];
  if (value === null) return { id, name: title, value: NONE, detail: reason ?? '', definition };
  if (unit === 'time') {
    const [day = '', time] = format(value).split(' ');
    return { id, name: title, value: day, detail: `${time} UTC`, definition };
  }
  const details = [
    UNIT_WORDS[unit],
    intervalText(metric, format),
    samples !== undefined && `n\u00a0=\u00a0${count(samples)}`,
  ];
  return {
    id,
    name: title,
    ...toned(format(value), SIGNED.test(id) ? value : 0),
    detail: details.filter((text) => text !== undefined && text !== false).join(', '),
    definition:
      metric.intervalReason === undefined ? definition : `${definition} No interval: ${metric.intervalReason}.`,
  };
}

/** Text with its sign and colour, unless it is 0. */
function toned(text: string, value: number): Pick<KeyFigure, 'value' | 'tone'> {
  if (value === 0) return { value: text };
  return value > 0 ? { value: `+${text}`, tone: 'gain' } : { value: text, tone: 'loss' };
}

function intervalText(
  { interval, intervalReason }: Pick<Metric, 'interval' | 'intervalReason'>,
  format: (value: number) => string,
): string | undefined {
  if (interval !== undefined) return `95%: ${format(interval.low)} to ${format(interval.high)}`;
  return intervalReason === undefined ? undefined : 'no interval';
}
