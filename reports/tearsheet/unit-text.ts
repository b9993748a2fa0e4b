/** reports/tearsheet/unit-text: values of metrics and tables as text, by their unit. */
import type { Metric } from '../../backtest/report-schema.ts';
import { count, decimal, duration, moment, money, percent, shares } from '../page/numbers.ts';

/** Text in place of a value that does not exist. */
export const NONE = '–';

const FORMATS: Readonly<Record<Metric['unit'], (value: number) => string>> = {
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

export function formatOf(unit: Metric['unit']): (value: number) => string {
  return FORMATS[unit];
}

/** Words behind values whose text does not name the unit. */
export const UNIT_WORDS: Readonly<Partial<Record<Metric['unit'], string>>> = {
  shares: 'shares',
  'dollars a share': 'a share',
  'dollar-days': 'dollar-days',
};
