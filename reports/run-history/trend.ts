/** reports/run-history/trend: the shares of a history, and the line of small bars that shows them. */
import { percent } from '../summary.ts';
import type { HistoryRun } from './run-history.ts';

export const coverageShare = ({ coverage: { verified, must } }: HistoryRun): number => share(verified, must);
export const resultShare = ({ result: { passed, verified } }: HistoryRun): number => share(passed, verified);

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Rounded down, so that 100% means all. */
export function shareText(part: number): string {
  return percent(Math.floor(part * 1e6), 1e6);
}

const BARS = '▁▂▃▄▅▆▇█';

/** One bar for each value, from the lowest to the highest of them; the highest bar if all are the same. */
export function sparkline(values: readonly number[]): string {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const step = (value: number): number => (high === low ? 1 : (value - low) / (high - low));
  return values.map((value) => BARS[Math.round(step(value) * (BARS.length - 1))]).join('');
}
