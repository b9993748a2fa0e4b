/** wire/trouble: the reason for a missing response, in one line without the target or any part of a request. */

import { errors } from 'undici';
import { systemCode } from '../base/system-code.ts';
import type { SendOutcome, TransportTrouble } from './message.ts';

export type Trouble = Extract<SendOutcome, { readonly kind: 'trouble' }>;

export function trouble(kind: TransportTrouble, detail: string): Trouble {
  return { kind: 'trouble', trouble: kind, detail };
}

/** The detail of a connection that no server accepts. */
export const REFUSED = 'connection refused';

const WORDS: Readonly<Record<string, readonly [TransportTrouble, string]>> = {
  ECONNREFUSED: ['unreachable', REFUSED],
  ENOTFOUND: ['unreachable', 'the host name does not exist'],
  EAI_AGAIN: ['unreachable', 'the host name could not be looked up'],
  EHOSTUNREACH: ['unreachable', 'no route to the host'],
  ENETUNREACH: ['unreachable', 'no route to the network'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['unreachable', 'the port does not speak TLS'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['unreachable', 'the port does not speak TLS'],
  ECONNRESET: ['unreachable', 'the connection was closed before a response'],
  EPIPE: ['unreachable', 'the connection was closed before a response'],
  UND_ERR_SOCKET: ['unreachable', 'the connection was closed before a response'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection in time'],
  ETIMEDOUT: ['timeout', 'no connection in time'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the response headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too-large', 'the extensions of a chunk are too large'],
  HPE_HEADER_OVERFLOW: ['too-large', 'the response headers are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['truncated', 'the body is not as long as content-length says'],
  UND_ERR_DESTROYED: ['aborted', 'the target was closed'],
  UND_ERR_CLOSED: ['aborted', 'the target was closed'],
  UND_ERR_INVALID_ARG: ['aborted', 'the request cannot be sent over HTTP'],
  ERR_UNESCAPED_CHARACTERS: ['aborted', 'the request cannot be sent over HTTP'],
  ERR_INVALID_CHAR: ['aborted', 'the request cannot be sent over HTTP'],
};

/** Codes that may only mean that a kept-alive connection was closed just before it was used again. */
const STALE: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** The trouble behind a client error; `isAnswered` is true when the response had begun. */
export function troubleOf(error: unknown, isAnswered: boolean): Trouble {
  const code = systemCode(error, '');
  const known = WORDS[code];
  // The messages of the parser repeat nothing of the response.
  if (error instanceof errors.HTTPParserError || (known === undefined && code.startsWith('HPE_')))
    return trouble('not-http', error instanceof Error ? error.message : code);
  if (isAnswered && isStale(error))
    return trouble('truncated', 'the connection was closed in the middle of the response');
  if (known !== undefined) return trouble(...known);
  if (/CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code)) return trouble('unreachable', `no TLS connection (${code})`);
  return trouble('unreachable', `the request failed (${code === '' ? 'unknown error' : code})`);
}

export function isStale(error: unknown): boolean {
  return STALE.includes(systemCode(error, ''));
}

/** True for the error of undici at a `100 Continue` that its request did not ask for. */
export function isContinued(error: unknown): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}
