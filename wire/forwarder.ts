/** wire/forwarder: forwards requests and responses byte for byte. An observer cannot change or delay them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConnectionOptions, createPool, type WireRequest } from './client.ts';
import { BODY_BYTES_MAX, type Forwarded, ForwardedExchange, joined, originForm, refuse } from './forwarded.ts';
import { forwardedLines } from './hop-headers.ts';

/** The idle time is shorter than that of common servers, so that few connections are found closed when used again. */
const TUNING = { connections: 64, timeoutMs: 10_000, idleMs: 1_500 };
/** These lines are made for the new connection. */
const MADE_HERE: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

/** Forwards to `base`, whose path is a prefix of every request path. */
export function createForwarder(base: URL, observe: (forwarded: Forwarded) => void, options: ConnectionOptions = {}) {
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = createPool(base.origin, options, TUNING);
  return {
    serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
      receiveBody(incoming, (body) => {
        if (body === undefined) return refuse(outgoing, 413, `a request body of more than ${BODY_BYTES_MAX} bytes`);
        const wanted: WireRequest = {
          method: incoming.method ?? 'GET',
          path: prefix + originForm(incoming.url ?? '/'),
          headers: valuesByName(forwardedLines(incoming.rawHeaders, MADE_HERE)),
          body: body.length === 0 ? null : body,
        };
        const send = (exchange: ForwardedExchange) => {
          try {
            pool.dispatch(wanted, exchange.sink);
          } catch (error) {
            exchange.fail(error);
          }
        };
        send(new ForwardedExchange({ incoming, outgoing, body, origin: base.origin, observe, send }));
      });
    },
    close: () => pool.destroy(),
  };
}

/** Header lines (name, value, name, value, ...) in the form that clients of proxies add headers to. */
function valuesByName(lines: readonly string[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at] ?? '';
    values.set(name, [...(values.get(name) ?? []), lines[at + 1] ?? '']);
  }
  return Object.fromEntries(values);
}

/** Calls `done` with the whole body, or with undefined if it is too long. Never calls it for a client that leaves. */
function receiveBody(incoming: IncomingMessage, done: (body: Uint8Array<ArrayBuffer> | undefined) => void) {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers;
  if (length === '0' && coding === undefined) return done(new Uint8Array(0));
  const pieces: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (piece: Buffer) => {
    const isOver = bytes > BODY_BYTES_MAX;
    bytes += piece.length;
    if (bytes <= BODY_BYTES_MAX) pieces.push(piece);
    else if (!isOver) done(undefined);
  });
  incoming.on('end', () => {
    if (bytes <= BODY_BYTES_MAX) done(joined(pieces));
  });
}
