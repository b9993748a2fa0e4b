/**
 * sim/http/exchange: the body of a request, and one response for each: also from a handler that throws, rejects or
 * never ends, from a faulty network, and to a client whose bytes are not HTTP.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { messageOf } from '../../base/system-code.ts';
import type { Response, UnreadableBody } from '../../wire/message.ts';
import { httpDate, jsonResponse } from '../headers.ts';
import { firstBytes } from './delivery.ts';

/** Calls `done` once: with the response, or with a 500 that states the failure. A late response is dropped. */
export function settle(
  respond: () => Response | Promise<Response>,
  done: (response: Response) => void,
  limitMs: number,
): void {
  let pending: Response | Promise<Response>;
  try {
    pending = respond();
  } catch (error) {
    done(failure(`the handler threw: ${messageOf(error)}`));
    return;
  }
  if (!(pending instanceof Promise)) {
    done(pending);
    return;
  }
  let isOver = false;
  const finish = (response: Response) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    done(response);
  };
  const timer = setTimeout(finish, limitMs, failure(`the handler did not end within ${limitMs} ms`)).unref();
  pending.then(finish, (error: unknown) => finish(failure(`the handler rejected: ${messageOf(error)}`)));
}

const failure = (error: string) => jsonResponse(500, { error });

/** Bytes of an oversized body that are still read, so that its sender receives the response. */
const DROPPED_BYTES_MAX = 16 * 1024 * 1024;

const TOO_LARGE: UnreadableBody = { unreadable: 'too-large' };
const NOT_UTF8: UnreadableBody = { unreadable: 'not-utf8' };

/** Calls `done` once, unless the client disconnects first. `isEnded` false: the connection is of no more use. */
export function collectBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (body: string | UnreadableBody, isEnded: boolean) => void,
): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isDone = false;
  const finish = (body: string | UnreadableBody, isEnded: boolean) => {
    if (isDone) return;
    isDone = true;
    done(body, isEnded);
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else chunks = [];
    if (bytes > DROPPED_BYTES_MAX) finish(TOO_LARGE, false);
  });
  request.on('end', () => finish(bytes > bytesMax ? TOO_LARGE : textOf(chunks), true));
}

function textOf(chunks: readonly Buffer[]): string | UnreadableBody {
  const [only] = chunks;
  const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  return isUtf8(whole) ? whole.toString('utf8') : NOT_UTF8;
}

const ANSWERS: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};
const MALFORMED = ['400 Bad Request', 'the request is not valid HTTP'] as const;

/** Sends JSON and closes the socket, if it is still open. Without a clock of the service there is no `Date`. */
export function brokenHttpResponse(clock: (() => number) | undefined) {
  return ({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>, socket: Duplex) => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, text] = ANSWERS[code] ?? MALFORMED;
    const body = JSON.stringify({ error: text });
    const date = clock === undefined ? '' : `date: ${httpDate(clock())}\r\n`;
    const type = 'content-type: application/json; charset=utf-8';
    const head = `HTTP/1.1 ${status}\r\n${type}\r\ncontent-length: ${body.length}\r\n`;
    socket.end(`${head}${date}connection: close\r\n\r\n${body}`);
  };
}

/** Writes the response as its `delivery` says. A late response is dropped if its client has gone. */
export function deliver(outgoing: ServerResponse, response: Response, write: () => void): void {
  const { delayMs = 0, end } = response.delivery ?? {};
  if (end === 'lost') outgoing.socket?.resetAndDestroy();
  else if (end === 'cut') {
    outgoing.writeHead(response.status, { ...response.headers, 'content-length': Buffer.byteLength(response.body) });
    outgoing.write(firstBytes(response), () => outgoing.socket?.destroy());
  } else {
    const timer = setTimeout(write, delayMs);
    outgoing.once('close', () => clearTimeout(timer));
  }
}
