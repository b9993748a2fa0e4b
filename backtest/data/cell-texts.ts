/** backtest/data/cell-texts: the one reader of ids, truth values and lists; undefined if a value is not understood. */
import type { Cell } from './cell-values.ts';

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
function trimmed(text: string): string {
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

function withAllDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
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
