/** sim/world/recorded/source: the text of a recorded file, bounded in size, as JSON documents with their places. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import zlib from 'node:zlib';
import { momentMs } from '../../../base/iso-moment.ts';
import { isObject } from '../../../base/json.ts';
import { WorldError } from '../world-error.ts';
import { oneLine } from '../written/description-file.ts';

/** A line, or an element of an array. `at` is its place for error messages, with its first line: `pages.jsonl:12`. */
type Document = { readonly at: string; readonly value: unknown };

/** Largest file, packed or unpacked, whose text fits into one string. */
const BYTES_MAX = 256 * 1024 * 1024;
const NAMES = '.json or .jsonl, as it is or packed as .gz or .zst, or in .yaml for a world of your own';

/** Every JSON document of a file. Throws `WorldError` if the file cannot be read or one of them is not JSON. */
export function readDocuments(path: string): readonly Document[] {
  const name = basename(path);
  const kind = /\.(jsonl?)(?:\.(gz|zst))?$/i.exec(name);
  if (kind === null) {
    throw new WorldError(`${path}: no such world: use small, medium, large or the path of a file ending in ${NAMES}`);
  }
  const text = decode(name, unpack(name, readBytes(path), kind[2]?.toLowerCase()));
  return kind[1]?.toLowerCase() === 'json' ? parseFile(name, text) : parseLines(name, text);
}

function readBytes(path: string): Buffer {
  try {
    if (statSync(path).size > BYTES_MAX) throw new WorldError(`${path}: larger than ${BYTES_MAX} bytes; split it`);
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof WorldError) throw cause;
    throw new WorldError(`${path}: cannot be read (${oneLine(cause)}); use small, medium, large or the path of a file`);
  }
}

function unpack(name: string, bytes: Buffer, packing: string | undefined): Buffer {
  const limit = { maxOutputLength: BYTES_MAX };
  try {
    if (packing === 'gz') return zlib.gunzipSync(bytes, limit);
    return packing === 'zst' ? zlib.zstdDecompressSync(bytes, limit) : bytes;
  } catch (cause) {
    throw new WorldError(`${name}: cannot be unpacked to at most ${BYTES_MAX} bytes (${oneLine(cause)})`);
  }
}

function decode(name: string, bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WorldError(`${name}: not UTF-8 text`);
  }
}

function parseLines(name: string, text: string): Document[] {
  const documents: Document[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() !== '') documents.push(parseText(`${name}:${index + 1}`, line));
  });
  return documents;
}

function parseText(at: string, text: string): Document {
  try {
    return { at, value: JSON.parse(text) };
  } catch (cause) {
    throw new WorldError(`${at}: not JSON: ${oneLine(cause)}`);
  }
}

/** An array is read element by element, anything else as one document. */
function parseFile(name: string, text: string): Document[] {
  const elements = elementsOf(text) ?? [{ line: 1, text }];
  return elements.map((element) => parseText(`${name}:${element.line}`, element.text));
}

/** An element as written, and the line of the file it starts on. */
type Element = { readonly line: number; readonly text: string };

/** The elements of the text of an array; undefined if the text is anything else, or an array without an end. */
export function elementsOf(text: string): readonly Element[] | undefined {
  const body = /^\s*\[/.exec(text);
  if (body === null) return undefined;
  const elements: Element[] = [];
  let start = body[0].length;
  let depth = 1;
  const cut = (end: number) => {
    elements.push({ line: 0, text: text.slice(start, end) });
    start = end + 1;
  };
  let at = start;
  for (; at < text.length && depth > 0; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) depth += 1;
    else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth -= 1;
    else if (char === COMMA && depth === 1) cut(at);
  }
  if (depth > 0 || text.slice(at).trim() !== '') return undefined;
  cut(at - 1);
  const isEmpty = elements.length === 1 && elements[0]?.text.trim() === '';
  return isEmpty ? [] : withLines(elements, body[0]);
}

const QUOTE = '"'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPEN_ARRAY = '['.charCodeAt(0);
const CLOSE_ARRAY = ']'.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);

/** The end of the string that opens at `start`: a quote behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Counts lines along the way: elements lie one after the other. */
function withLines(elements: readonly Element[], opening: string): readonly Element[] {
  let line = 1 + newlinesIn(opening);
  return elements.map(({ text }) => {
    const placed = { line: line + newlinesIn(/^\s*/.exec(text)?.[0] ?? ''), text };
    line += newlinesIn(text);
    return placed;
  });
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** A market, and its place for error messages: `pages.jsonl:12: markets[3]`. */
export type FoundMarket = { readonly at: string; readonly value: unknown };

type FoundPages = {
  readonly markets: readonly FoundMarket[];
  /** The latest valid `run_ts`, milliseconds, if there is one. */
  readonly recordedMs: number | undefined;
  /** Warnings about ignored values. */
  readonly warnings: readonly string[];
};

/** Every market in order of the file. Throws `WorldError` for a document of an unknown shape. */
export function findMarkets(documents: readonly Document[]): FoundPages {
  let recordedMs: number | undefined;
  const warnings: string[] = [];
  const markets = documents.flatMap(({ at, value }) => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => ({ at: `${at}: [${index}]`, value: item }));
    if (!isObject(value)) throw new WorldError(`${at}: must be a page with markets, a market, or an array of markets`);
    if (!('markets' in value)) return [{ at: `${at}: market`, value }];
    const { markets: items, run_ts: runTs } = value;
    if (!Array.isArray(items)) throw new WorldError(`${at}: markets: must be an array of markets`);
    const moment = typeof runTs === 'string' ? momentMs(runTs) : undefined;
    if (moment !== undefined) recordedMs = Math.max(recordedMs ?? moment, moment);
    else if (runTs !== undefined && runTs !== null) warnings.push(`${at}: run_ts: no moment, left out`);
    return items.map((item: unknown, index) => ({ at: `${at}: markets[${index}]`, value: item }));
  });
  return { markets, recordedMs, warnings };
}
