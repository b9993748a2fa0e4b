/**
 * backtest/data/times: the one reader of times. The number of digits of a Unix time states its unit: between 2001 and
 * 2286 seconds have 10 digits, milliseconds 13, microseconds 16 and nanoseconds 19. Times outside of 2015 to 2100, and
 * a second unit in one column, are refused.
 */
import { type Cell, isAbsent, parseDecimal, parseMoment, parseUsMoment } from './cell-values.ts';
import type { Intake } from './intake.ts';

const FIRST = Date.UTC(2015, 0) * 1_000;
const END = Date.UTC(2101, 0) * 1_000;
/** Microseconds of a unit, by the digits before the decimal point. Nanoseconds are cut to microseconds. */
const SCALES = new Map([
  [10, 1_000_000],
  [13, 1_000],
  [16, 1],
  [19, 0],
]);
const MICRO_DIGITS = 16;

export class TimeColumn {
  #digits = 0;

  /** Unix microseconds, or NaN, whose reason `fault` returns. */
  micros(cell: Cell): number {
    const text =
      typeof cell === 'string' ? cell : typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : '';
    const digits = wholeDigits(text);
    if (digits === 0) return plausible(readMoment(cell));
    if (this.#digits !== 0 && this.#digits !== digits) return NaN;
    const scale = SCALES.get(digits);
    if (scale === undefined) return NaN;
    const time = plausible(scale === 0 ? parseDecimal(text.slice(0, MICRO_DIGITS), 1) : parseDecimal(text, scale));
    if (!Number.isNaN(time)) this.#digits = digits;
    return time;
  }

  /** As `micros`. A cell that is no time refuses its row. */
  ofRow(cell: Cell, intake: Intake): number {
    const time = this.micros(cell);
    if (Number.isNaN(time)) intake.refuse(this.fault(cell));
    return time;
  }

  /** Why a cell is no time. */
  fault(cell: Cell): string {
    if (isAbsent(cell)) return 'the time is missing';
    const digits = wholeDigits(String(cell));
    if (digits === 0 && Number.isNaN(readMoment(cell))) return 'the time does not parse';
    const isMixed = this.#digits !== 0 && SCALES.has(digits) && this.#digits !== digits;
    return isMixed
      ? 'the time has another unit than the first one of its column'
      : 'the time is not in the years 2015 to 2100';
  }
}

function readMoment(cell: Cell): number {
  const moment = parseMoment(cell);
  return Number.isNaN(moment) ? parseUsMoment(cell) : moment;
}

function plausible(time: number) {
  return time >= FIRST && time < END ? time : NaN;
}

/** The digits before a decimal point; 0 for text that is no number. */
function wholeDigits(text: string): number {
  const point = text.indexOf('.');
  const whole = point < 0 ? text.length : point;
  for (let at = 0; at < whole; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
  }
  return whole;
}

export class ReceiveTimes {
  readonly #times = new TimeColumn();

  /** Unix microseconds; 0 when the time is absent or, which is counted, not understood. */
  micros(cell: Cell, intake: Intake): number {
    if (isAbsent(cell)) return 0;
    const time = this.#times.micros(cell);
    if (!Number.isNaN(time)) return time;
    intake.lose('unread-value', `received_us: ${this.#times.fault(cell)}`);
    return 0;
  }
}
