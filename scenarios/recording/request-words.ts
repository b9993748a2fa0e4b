/** scenarios/recording/request-words: a recorded request as the words of a step that sends it again. */

import { isObject, type JsonObject, parseJson } from '../../base/json.ts';
import { CURSOR_END, CURSOR_START } from '../../spec/cursor.ts';
import type { RouteId } from '../../spec/route.ts';
import { jsonIn, type Request } from '../../wire/message.ts';
import { percentDecoded } from '../../wire/percent.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { isDeep, type Leaf, leavesOf } from './leaves.ts';
import { FORBIDDEN_KEYS, masked, type Vocabulary } from './vocabulary.ts';

export type Reference = { readonly key: string; readonly text: string };

const ID_SHAPE = /^(?:0x[0-9a-fA-F]{16,128}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\d{16,100})$/;
const ID_KEY = /(?:^|_)(?:ids?|slug|cursor|address|tag)$|(?:Id|ID|Slug|Cursor|Address)$/;

/** True for texts that mean the same everywhere: hashes, UUIDs, token ids. */
export function isIdShaped(text: string): boolean {
  return ID_SHAPE.test(text);
}

export function isCursorKey(key: string): boolean {
  return /cursor$/i.test(key);
}

/** Keys of path parameters whose name is only `id` or `slug`. */
const PATH_KEYS: Partial<Readonly<Record<RouteId, string>>> = {
  event: 'event_id',
  'event-by-slug': 'event_slug',
  'comment-replies': 'comment_id',
};

/** The key of the last segment of a path. */
function pathKey(request: Request): string {
  const route = matchRoute(request);
  return route === undefined ? '' : (PATH_KEYS[route.id] ?? route.pathParam?.name ?? '');
}

export function referencesIn(request: Request): readonly Reference[] {
  const segments = request.path.split('/');
  const last = pathKey(request);
  const inPath = segments.map((text, index) => ({
    key: index === segments.length - 1 ? last : '',
    text: decoded(text),
  }));
  const inQuery = [...new URLSearchParams(request.query)].flatMap(([key, text]) =>
    [text, ...(text.includes(',') ? text.split(',') : [])].map((one) => ({ key, text: one })),
  );
  const body = jsonIn(request);
  const inBody = leavesOf(body).map(({ key, text }) => ({ key, text }));
  return [...inPath, ...inQuery, ...inBody].filter(isReference);
}

export function isReference({ key, text }: Reference): boolean {
  if (text === '' || text.length > 300 || text === CURSOR_START || text === CURSOR_END) return false;
  return isIdShaped(text) || ID_KEY.test(key);
}

/** A decoded path segment; unchanged if it is malformed. */
function decoded(segment: string) {
  return percentDecoded(segment) ?? segment;
}

/** True if a value of a response can be the source of a reference. Short texts must be of the same kind. */
export function isSource(leaf: Leaf, from: RouteId | undefined, { key, text }: Reference): boolean {
  if (isCursorKey(key) || isCursorKey(leaf.key)) return isCursorKey(key) && isCursorKey(leaf.key);
  if (isIdShaped(text)) return !/^(?:hash|timestamp|salt)$/.test(leaf.key);
  if (/slug$/i.test(key)) return /slug$/i.test(leaf.key) && isAboutEvent(leaf, from) === /event/i.test(key);
  if (/event/i.test(key)) return isAboutEvent(leaf, from) && /id$/i.test(leaf.key);
  if (/comment/i.test(key)) return from === 'comment-replies' && leaf.key === 'id';
  return leaf.key === key;
}

function isAboutEvent({ pointer, key }: Leaf, from: RouteId | undefined) {
  if (/^event/i.test(key) || /\/events?\/(?:\d+\/)?[^/]+$/.test(pointer)) return true;
  return (from === 'event' || from === 'event-by-slug') && /^\/[^/]+$/.test(pointer);
}

export type Words = Readonly<Record<string, unknown>>;

/** A longer text is no part of a scenario. */
const TEXT_LENGTH_MAX = 100_000;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** True for requests that a scenario can send: their bodies are texts of a length that can be written down. */
export function isRepeatable({ body, path, query, method }: Request): boolean {
  const isText = body === undefined || (typeof body === 'string' && body.length <= TEXT_LENGTH_MAX / 2);
  return isText && path.length + query.length <= TEXT_LENGTH_MAX / 2 && /^[A-Z]{1,20}$/.test(method);
}

/** For example `{get: /markets, query: {limit: 5}}`: method, path, query, headers, body and client of the request. */
export function requestWords(request: Request, vocabulary: Vocabulary): Words {
  const path = pathWords(request, vocabulary);
  const verb = request.method.toLowerCase();
  // Requests outside the interface are kept exactly as they were sent.
  const isPlain = ['get', 'post', 'delete'].includes(verb) && matchRoute(request) !== undefined;
  const sent = isPlain ? { [verb]: path } : { send: request.method, path };
  const client = request.client === undefined || LOOPBACK.test(request.client) ? {} : { client: request.client };
  return { ...sent, ...queryWords(request.query, vocabulary), ...bodyWords(request, vocabulary), ...client };
}

function pathWords(request: Request, vocabulary: Vocabulary) {
  const segments = request.path.split('/');
  const words = segments.map((segment, index) => {
    const text = decoded(segment);
    const key = index === segments.length - 1 ? pathKey(request) : '';
    // The value of a variable is sent unencoded, so a text that needs encoding cannot be one.
    const isPlain = text === segment && encodeURIComponent(text) === segment;
    const isNamed = isPlain && vocabulary.expressionOf(text, key) !== undefined;
    return vocabulary.written(isNamed ? text : segment, key);
  });
  return words.join('/');
}

/** A map by name, with lists for repeated parameters; the raw text if a map would not be the same query. */
function queryWords(query: string, vocabulary: Vocabulary): Words {
  if (query === '') return {};
  const pairs = [...new URLSearchParams(query)];
  // In the order of a map, which lists whole numbers first.
  const names = Object.keys(Object.fromEntries(pairs));
  const valuesOf = (wanted: string) => pairs.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const ordered = names.flatMap((name) => valuesOf(name).map((value) => [name, value]));
  const isSame =
    JSON.stringify(ordered) === JSON.stringify(pairs) &&
    isWellFormed(query) &&
    !names.some((name) => FORBIDDEN_KEYS.includes(name));
  if (!isSame) return { query: vocabulary.written(query, 'query') };
  const map = names.map((name) => {
    const values = valuesOf(name).map((value) => scalar(value, name, vocabulary));
    return [
      vocabulary.written(name, ''),
      values.length === 1 ? values[0] : values.map((value) => (typeof value === 'boolean' ? `${value}` : value)),
    ];
  });
  return { query: Object.fromEntries(map) };
}

/** Text that is decoded and encoded again must mean the same to a strict reader too. */
function isWellFormed(query: string) {
  return percentDecoded(query) !== undefined && query.split('&').every((pair) => /^[^=]+=/.test(pair));
}

function scalar(text: string, key: string, vocabulary: Vocabulary): string | number | boolean {
  if (vocabulary.expressionOf(text, key) !== undefined) return vocabulary.written(text, key);
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
  return vocabulary.written(text, key);
}

/** JSON as values if they produce the same JSON; else the raw text and its type. */
function bodyWords({ body, headers }: Request, vocabulary: Vocabulary): Words {
  if (typeof body !== 'string' || body === '') return {};
  const type = headers['content-type'];
  const isJsonType = type === undefined || /^application\/json\b/i.test(type);
  const typed = isJsonType ? {} : { headers: { 'content-type': vocabulary.written(type, '') } };
  const json = parseJson(body);
  const isJson = json !== undefined && !isDeep(json) && isLossless(body, json);
  return isJson
    ? { ...typed, body: jsonWords(json, '', vocabulary) }
    : { ...typed, text: vocabulary.written(body, '') };
}

/** False for JSON with duplicate keys, inexact numbers, or keys that no map can have. */
function isLossless(body: string, json: unknown) {
  const compact = body.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return compact === JSON.stringify(json) && !FORBIDDEN_KEYS.some((key) => compact.includes(`"${key}":`));
}

function jsonWords(value: unknown, key: string, vocabulary: Vocabulary): unknown {
  if (typeof value === 'string') return key === 'signature' ? maskedHex(value) : vocabulary.written(value, key);
  if (Array.isArray(value)) return value.map((item: unknown) => jsonWords(item, key, vocabulary));
  if (!isObject(value)) return value;
  return mapped(value, vocabulary);
}

function mapped(value: JsonObject, vocabulary: Vocabulary): Words {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [vocabulary.written(name, ''), jsonWords(item, name, vocabulary)]),
  );
}

/** Signatures of orders bind their owner, so they are written as zeros of the same form. */
function maskedHex(text: string) {
  return text.startsWith('0x') ? `0x${masked(text.slice(2))}` : masked(text);
}
