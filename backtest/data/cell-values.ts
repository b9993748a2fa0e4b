/** backtest/data/cell-values: cells as whole numbers (NaN if invalid), ids, names, truth values and lists. */
import { DOLLAR } from './event.ts';

/** A cell of a row: text from CSV; JSON and Parquet have numbers, big integers and nothing as well. */
export type Cell = unknown;

const MICROS = 1_000_000;
const EXACT_LIMIT = Number.MAX_SAFE_INTEGER;

/** A price in dollars from 0 to 1, in ticks of 1e-4 dollars. Digits beyond the fourth are rounded half up. */
export function parseTick(cell: Cell): number {
  const tick = parseDecimal(cell, DOLLAR);
  return tick <= DOLLAR ? tick : NaN;
}

/** A number of shares, in micro shares. Digits beyond the sixth are rounded half up. */
export function parseSize(cell: Cell): number {
  return parseDecimal(cell, MICROS);
}

/** A decimal number, not negative, in units of 1 / `scale`, rounded half up. */
export function parseDecimal(cell: Cell, scale: number): number {
  const text = typeof cell === 'string' ? cell : decimalText(cell);
  let whole = 0;
  let at = 0;
  for (; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    whole = whole * 10 + digit;
  }
  // Some venues write .5 for 0.5.
  if (at === 0 && text.charCodeAt(0) !== 46) return NaN;
  let units = whole * scale;
  if (at < text.length) {
    if (text.charCodeAt(at) !== 46 || at + 1 === text.length) return NaN;
    units += parseFraction(text, at + 1, scale);
  }
  return units <= EXACT_LIMIT ? units : NaN;
}

function parseFraction(text: string, from: number, scale: number): number {
  let units = 0;
  let unit = scale;
  for (let at = from; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    // The digit after the last whole unit decides the rounding. Later digits only have to be digits.
    if (unit === 1 && digit >= 5) units += 1;
    unit = unit > 1 ? unit / 10 : 0;
    units += digit * Math.floor(unit);
  }
  return units;
}

function decimalText(cell: Cell) {
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell !== 'number') return '';
  const text = String(cell);
  // Numbers below 1e-6 have an exponent: they round to nothing.
  return /^\d(?:\.\d+)?e-\d+$/.test(text) ? '0' : text;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)? ?(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?$/;

/** ISO 8601 text, or a date, in Unix microseconds. Text without a zone is UTC. */
export function parseMoment(cell: Cell): number {
  if (cell instanceof Date) return cell.getTime() * 1_000;
  const match = typeof cell === 'string' ? ISO.exec(cell) : null;
  if (match === null) return NaN;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, offsetHour, offsetMinute] =
    match;
  const utc = utcMillis([year, month, day, hour, minute, second].map(Number));
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * 60_000;
  return (utc + (sign === '-' ? offset : -offset)) * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const US_TEXT = /^[A-Z][a-z]+day, ([A-Z][a-z]+) (\d{1,2}), (\d{4}) (\d\d):(\d\d):(\d\d) (EST|EDT)$/;

/** A moment such as `Friday, February 27, 2026 21:22:03 EST`, in Unix microseconds. */
export function parseUsMoment(cell: Cell): number {
  const match = typeof cell === 'string' ? US_TEXT.exec(cell) : null;
  if (match === null) return NaN;
  const [, name = '', day, year, hour, minute, second, zone] = match;
  const month = MONTHS.indexOf(name) + 1;
  const utc = utcMillis([Number(year), month, ...[day, hour, minute, second].map(Number)]);
  return (utc + (zone === 'EDT' ? 4 : 5) * 3_600_000) * 1_000;
}

/** NaN for a date that the calendar does not have. */
function utcMillis([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): number {
  const millis = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(millis);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && hour < 24 && minute < 60 && second < 60 ? millis : NaN;
}

export function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell === undefined || cell === null ? '' : String(cell);
}

/** A number of 53 bits that stands for a text: equal for equal texts, almost certainly not for others; 0 if empty. */
export function identityOf(text: string): number {
  if (text === '') return 0;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (high & 0x1f_ffff) * 4_294_967_296 + (low >>> 0);
}

/** Texts by which tables state that they have no value. */
const ABSENT = new Set(['', 'null', 'NULL', 'None', 'none', 'nan', 'NaN', '<NA>', 'N/A', 'undefined']);
const ABSENT_LENGTH_MAX = 9;

export function isAbsent(cell: Cell): boolean {
  if (typeof cell === 'string') return cell.length <= ABSENT_LENGTH_MAX && ABSENT.has(cell.trim());
  return cell === undefined || cell === null || Number.isNaN(cell);
}

const WHOLE_FLOAT = /^(\d{1,15})\.0+$/;
const FLOAT = /^\d+(?:\.\d+)?[eE][+-]?\d+$|^\d{16,}\.\d*$/;

/** An id or a name, with all its digits; empty when it is absent, undefined when a program has cut digits off. */
export function idOf(cell: Cell): string | undefined {
  if (isAbsent(cell)) return '';
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? String(cell) : undefined;
  if (typeof cell === 'bigint') return String(cell);
  if (typeof cell !== 'string') return undefined;
  const text = trimmed(cell);
  const first = text.charCodeAt(0);
  if (first < 48 || first > 57 || !/[.eE]/.test(text)) return text;
  return WHOLE_FLOAT.exec(text)?.[1] ?? (FLOAT.test(text) ? undefined : text);
}

const SPACE = 32;

/** Without white space around it. Most texts have none, and `trim` would make a copy of each. */
function trimmed(text: string) {
  return text.charCodeAt(0) <= SPACE || text.charCodeAt(text.length - 1) <= SPACE ? text.trim() : text;
}

/** A text of a table, such as a question; empty when it is absent. */
export function nameOf(cell: Cell): string {
  return isAbsent(cell) ? '' : trimmed(String(cell));
}

const TRUTHS = new Map([
  ...['true', 't', 'yes', 'y', '1', '1.0'].map((text) => [text, true] as const),
  ...['false', 'f', 'no', 'n', '0', '0.0'].map((text) => [text, false] as const),
]);

/** A truth value in any spelling: `absent` for an empty cell, undefined for a text with another meaning. */
export function truthOf(cell: Cell): boolean | 'absent' | undefined {
  return isAbsent(cell) ? 'absent' : TRUTHS.get(String(cell).trim().toLowerCase());
}

const LONG_NUMBER = /[:[,]\s*-?\d{16,}/;

/** Parses JSON and keeps whole numbers that a double cannot hold as texts. Throws for text that is no JSON. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text);
}

function withAllDigits(_key: string, value: unknown, context?: { readonly source?: string }) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}

const LIST = /^\s*[[({](.*)[\])}]\s*$/s;
const ITEM = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"]+))\s*(?:,|$|(?=['"]))/sy;

/** The items of a list: an array, or its text as JSON, Python, NumPy or SQL write it. Empty when it is absent. */
export function listOf(cell: Cell): readonly unknown[] | undefined {
  if (isAbsent(cell)) return [];
  if (Array.isArray(cell)) return cell;
  if (typeof cell !== 'string') return undefined;
  try {
    const parsed = parseJson(cell);
    if (typeof parsed === 'string') return listOf(parsed);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return pythonList(cell);
  }
}

function pythonList(text: string): readonly string[] | undefined {
  const inner = LIST.exec(text)?.[1]?.trim();
  if (inner === undefined) return undefined;
  const items: string[] = [];
  ITEM.lastIndex = 0;
  for (let at = 0; at < inner.length; at = ITEM.lastIndex) {
    const item = ITEM.exec(inner);
    if (item === null) return undefined;
    items.push((item[1] ?? item[2] ?? item[3] ?? '').replace(/\\(.)/gs, '$1'));
  }
  return items;
}
