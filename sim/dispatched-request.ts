/** sim/dispatched-request: the options of an undici dispatch as a request record. */
import { type Dispatcher, errors } from 'undici';
import type { Request } from '../wire/message.ts';

type Options = Dispatcher.DispatchOptions;

/** The request that undici should send, as a plain record: headers of any form, query in the path or apart. */
export function toRequest({ path, query, method, headers }: Options, body: string | undefined): Request {
  const mark = path.indexOf('?');
  const queries = [mark === -1 ? '' : path.slice(mark + 1), encodeQuery(query)].filter((text) => text !== '');
  const request = {
    method: method.toUpperCase(),
    path: mark === -1 ? path : path.slice(0, mark),
    query: queries.join('&'),
    headers: headerRecord(headers),
  };
  return body === undefined ? request : { ...request, body };
}

function encodeQuery(query: Options['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** Headers in any form that undici takes, as a record: lower-case names, repeated values joined. */
export function headerRecord(headers: Options['headers']): Record<string, string> {
  const record = new Map<string, string>();
  for (const [name, value] of headerPairs(headers)) {
    const key = name.toLowerCase();
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    const earlier = record.get(key);
    record.set(key, earlier === undefined ? text : `${earlier}, ${text}`);
  }
  return Object.fromEntries(record);
}

function headerPairs(headers: Options['headers']): Iterable<readonly [string, unknown]> {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers) && typeof headers[0] === 'string') {
    return headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), headers[index + 1]] as const] : []));
  }
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, unknown]>)
    : Object.entries(headers as Record<string, unknown>);
}

/** The body as text; text, bytes and streams of either are taken. */
export async function readBody(body: unknown): Promise<string | undefined> {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  if (typeof body === 'object' && (Symbol.asyncIterator in body || Symbol.iterator in body)) {
    const chunks: Buffer[] = [];
    for await (const chunk of body as AsyncIterable<unknown>) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) throw wrongBody();
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks).toString('utf8');
  }
  throw wrongBody();
}

function wrongBody(): Error {
  return new errors.InvalidArgumentError('the body must be text, bytes, or a stream of either');
}
