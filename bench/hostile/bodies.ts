/** bench/hostile/bodies: hostile bodies: too large, too deep, too wide, compressed, or with unexpected values. */
import { brotliCompressSync, deflateSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Response } from '../../wire/message.ts';
import {
  ESCAPES,
  nearMiss,
  withHugeNumbers,
  withLongTexts,
  withOneHugeText,
  withPrototypeKeys,
  withRepeatedKeys,
  withTexts,
} from './spoiled.ts';

type HostileResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
};

/** Turns an honest response into a hostile one. `turn` counts the responses. */
export type HostileBody = (honest: Response, turn: number) => HostileResponse;

/** Nearly the bound of one body. */
const LARGE = 15 * 1024 * 1024;
/** Eight times the bound of one body, and quick to compress. */
const UNPACKED = 128 * 1024 ** 2;

const JSON_TYPE = { 'content-type': 'application/json' };

function always(body: () => string | Buffer, headers: Record<string, string> = {}, status = 200): HostileBody {
  let made: HostileResponse | undefined;
  return () => {
    made ??= { status, headers: { ...JSON_TYPE, ...headers }, body: body() };
    return made;
  };
}

/** Changes JSON bodies; every other body stays as it is. Equal bodies are made once. */
function changed(change: (value: unknown) => unknown) {
  return rewritten((value) => JSON.stringify(change(value)));
}

function rewritten(write: (value: unknown) => string): HostileBody {
  const made = new Map<string, string>();
  return ({ status, headers, body }) => {
    const text = made.get(body) ?? write(JSON.parse(body));
    if (made.size < 50) made.set(body, text);
    return { status, headers: withoutLength(headers), body: text };
  };
}

function withoutLength(headers: Response['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));
}

/** A large JSON list of `part` again and again. */
function listOf(part: string) {
  return `[${`${part},`.repeat(Math.floor(LARGE / (part.length + 1)))}${part}]`;
}

function nested(open: string, close: string, depth: number) {
  return open.repeat(depth) + close.repeat(depth);
}

/** The rows of an honest page again and again, more of them on each page; a cursor never ends. */
const growingPages: HostileBody = ({ status, headers, body }, turn) => {
  const value = JSON.parse(body) as unknown;
  const grown = (rows: readonly unknown[]): unknown[] =>
    Array.from({ length: Math.min(turn * 2_000, 150_000) }, (_, index) => rows[index % rows.length] ?? {}).map(
      (row, index) =>
        typeof row === 'object' && row !== null && index >= rows.length ? { id: `${turn}-${index}` } : row,
    );
  const page = Array.isArray(value) ? grown(value) : value;
  const isList = typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
  const list = isList ? { ...value, data: grown(value.data as unknown[]), next_cursor: cursor(turn) } : page;
  return {
    status,
    headers: { ...withoutLength(headers), 'x-next-cursor': cursor(turn) },
    body: JSON.stringify(list),
  };
};

function cursor(turn: number) {
  return Buffer.from(String(turn * 100)).toString('base64');
}

function bomb(encoding: string, pack: (zeros: Buffer) => Buffer) {
  return always(() => pack(Buffer.alloc(UNPACKED, ' ')), { 'content-encoding': encoding });
}

const quickBrotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_LGWIN]: 24 } };

/** A page of a cursor list that names a new next page every time, with honest rows. */
const endlessCursor: HostileBody = ({ status, headers, body }, turn) => {
  const value = JSON.parse(body) as unknown;
  const isList = typeof value === 'object' && value !== null && 'next_cursor' in value;
  const text = isList ? JSON.stringify({ ...value, next_cursor: cursor(turn) }) : body;
  return { status, headers: { ...withoutLength(headers), 'x-next-cursor': cursor(turn) }, body: text };
};

export const HOSTILE_BODIES: Readonly<Record<string, HostileBody>> = {
  honest: (honest) => honest,
  'nested-objects': always(() => nested('{"a":', '}', LARGE / 6).replace('}', '1}')),
  'nested-objects-in-a-list': always(() => listOf(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`)),
  'deep-arrays': always(() => nested('[', ']', LARGE / 2)),
  'deep-arrays-in-a-list': always(() => listOf(nested('[', ']', 900))),
  'wide-object': always(
    () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":${index % 10}`).join(',')}}`,
  ),
  'wide-rows': changed((value) =>
    withFields(
      value,
      Array.from({ length: 20_000 }, (_, index) => `k${index}`),
    ),
  ),
  'empty-rows': always(() => listOf('{}')),
  'null-rows': always(() => listOf('null')),
  'gzip-bomb': bomb('gzip', gzipSync),
  'gzip-in-gzip-bomb': bomb('gzip, gzip', (zeros) => gzipSync(gzipSync(zeros))),
  'deflate-bomb': bomb('deflate', deflateSync),
  'br-bomb': bomb('br', (zeros) => brotliCompressSync(zeros, quickBrotli)),
  'gzip-under-the-bound': always(() => gzipSync(`[${' '.repeat(LARGE)}]`), { 'content-encoding': 'gzip' }),
  'one-huge-string': changed((value) => withOneHugeText(value, LARGE)),
  'one-long-string': changed((value) => withOneHugeText(value, 1_000_000)),
  'long-strings': changed((value) => withLongTexts(value, LARGE, (text) => text.padEnd(100_000, 'x'))),
  'long-wide-characters': changed((value) => withLongTexts(value, LARGE / 3, (text) => text.padEnd(100_000, '界'))),
  'near-misses': changed((value) => withLongTexts(value, LARGE, (text) => nearMiss(text, 50_000))),
  'huge-near-misses': changed((value) => withLongTexts(value, LARGE, (text) => nearMiss(text, 2_000_000))),
  'growing-pages': growingPages,
  'endless-cursor': endlessCursor,
  'repeated-keys': rewritten((value) => withRepeatedKeys(value, 100)),
  'one-key-again': always(() => `{${'"id":1,'.repeat(LARGE / 7)}"id":1}`),
  'prototype-keys': rewritten(withPrototypeKeys),
  'terminal-escapes': changed((value) => withTexts(value, (text) => ESCAPES + text + ESCAPES)),
  'huge-numbers': rewritten(withHugeNumbers),
  'one-huge-number': always(() => '9'.repeat(LARGE)),
  'huge-error-text': always(() => 'e'.repeat(LARGE), { 'content-type': 'text/plain' }, 500),
  'huge-error-sentence': always(() => JSON.stringify({ type: 'bad request', error: 'e'.repeat(LARGE) }), {}, 400),
  'wide-error': always(
    () => `{"error":"e",${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    {},
    400,
  ),
  'not-utf8': always(() => Buffer.alloc(LARGE, 0xff)),
  'many-headers': ({ status, headers, body }) => ({
    status,
    headers: { ...headers, ...Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x-${index}`, 'y'])) },
    body,
  }),
  'huge-headers': ({ status, headers, body }) => ({ status, headers: { ...headers, 'x-long': 'y'.repeat(1e6) }, body }),
  'long-header-values': ({ status, headers, body }) => ({
    status,
    headers: {
      ...headers,
      'content-type': 't'.repeat(5_000),
      date: 'd'.repeat(5_000),
      'x-next-cursor': 'c'.repeat(5_000),
    },
    body,
  }),
};

function withFields(value: unknown, names: readonly string[]): unknown {
  const more = Object.fromEntries(names.map((name) => [name, 0]));
  let left = 50;
  const widened = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(widened);
    if (typeof inner !== 'object' || inner === null || left === 0) return inner;
    left -= 1;
    return { ...inner, ...more };
  };
  return widened(value);
}
