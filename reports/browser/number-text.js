/** reports/browser/number-text: numbers of charts as text, with the same signs and separators as in the tables. */

/** @import { ChartUnit } from '../page/chart.ts' */

/** @type {Record<ChartUnit, (value: number, digits: number) => string>} */
const UNITS = {
  dollars: (value, digits) => `${value < 0 ? '\u2212' : ''}$${plain(Math.abs(value), digits)}`,
  price: (value, digits) => plain(value, digits),
  milliseconds: (value, digits) => `${plain(value, digits)} ms`,
  percent: (value, digits) => `${value < 0 ? '\u2212' : ''}${plain(Math.abs(value) * 100, digits)}%`,
};

/**
 * @param {number} value
 * @param {number} digits
 */
function plain(value, digits) {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * @param {ChartUnit} unit
 * @param {number | null | undefined} value
 */
export function valueText(unit, value) {
  if (value === null || value === undefined) return '–';
  return UNITS[unit](value, unit === 'price' ? 4 : 2);
}

/**
 * The values at the ticks of an axis, all with as many decimals as their distance asks for.
 * @param {ChartUnit} unit
 * @param {readonly number[]} ticks
 */
export function tickTexts(unit, ticks) {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) * (unit === 'percent' ? 100 : 1);
  const digits = Math.min(4, Math.max(unit === 'price' ? 2 : 0, Math.ceil(-Math.log10(step) - 1e-9)));
  return ticks.map((value) => UNITS[unit](value, digits));
}

/**
 * UTC, to the millisecond where it has one.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const text = new Date(Math.round(seconds * 1000)).toISOString().replace('T', ' ').slice(0, 23);
  return text.endsWith('.000') ? text.slice(0, 19) : text;
}

/** @param {number} seconds */
export function elapsedText(seconds) {
  return `${plain(seconds, Number.isInteger(seconds) ? 0 : 2)} s`;
}

/**
 * The times at the ticks of an axis: the time of day, and below it the day where a new one begins. Days alone where
 * ticks are days apart.
 * @param {readonly number[]} ticks
 */
export function timeTicks(ticks) {
  const texts = ticks.map((seconds) => timeText(seconds));
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  const end = step >= 60 || step === 0 ? 16 : step >= 1 ? 19 : 23;
  return texts.map((text, index) => {
    const day = text.slice(0, 10);
    if (step >= 86_400) return day;
    return `${text.slice(11, end)}${texts[index - 1]?.startsWith(day) ? '' : `\n${day}`}`;
  });
}
