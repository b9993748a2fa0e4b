/** wire/forwarded: one forwarded request: its response byte for byte to the client, then a copy to an observer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { joinedHeaders } from './collector.ts';
import { forwardedLines } from './hop-headers.ts';
import { isStale, type Trouble, trouble, troubleOf } from './trouble.ts';

/** One request, and the response that was sent on, in bytes; plain data, so that it can go to another thread. */
export type Forwarded = Readonly<{
  method: string;
  /** Path and query as the client sent them. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  status: number;
  responseHeaders: Readonly<Record<string, string>>;
  /** Packed as the service sent it. */
  responseBody: Uint8Array<ArrayBuffer>;
  /** Why there is no whole response. */
  trouble?: Trouble;
}>;

/** Longest request body, and longest response body that is observed; a longer response is sent on, too. */
export const BODY_BYTES_MAX = 16 * 1024 * 1024;
const NOTHING: ReadonlySet<string> = new Set();

/** `http://host/path` in a request line means `/path`. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = URL.parse(target);
  return url === null ? '/' : `${url.pathname}${url.search}`;
}

/** A copy of the pieces, because a piece may be part of a large shared buffer. */
export function joined(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Answers in place of the deployment. */
export function refuse(outgoing: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ error: `touchstone proxy: ${detail}` });
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

type ExchangeParts = Readonly<{
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Uint8Array<ArrayBuffer>;
  origin: string;
  observe: (forwarded: Forwarded) => void;
  send: (exchange: ForwardedExchange) => void;
}>;

export class ForwardedExchange {
  readonly #parts: ExchangeParts;
  readonly #outgoing: ServerResponse;
  #status = 0;
  #headers: Record<string, string> = {};
  #pieces: Buffer[] = [];
  #bytes = 0;
  #hasLeft = false;
  #isRepeated = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#outgoing = parts.outgoing;
  }

  readonly sink: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      const { socket } = this.#outgoing;
      const leave = () => {
        if (this.#outgoing.writableEnded) return;
        this.#hasLeft = true;
        controller.abort(new Error('the client left'));
      };
      if (socket === null || socket.destroyed) leave();
      else this.#outgoing.once('close', leave);
    },
    onResponseStart: (controller, status, headers, message) => {
      if (status < 200) return;
      this.#status = status;
      this.#headers = joinedHeaders(headers);
      const raw = controller.rawHeaders;
      const lines = Array.isArray(raw)
        ? raw.map((line) => line.toString('latin1'))
        : Object.entries(this.#headers).flat();
      this.#outgoing.sendDate = false;
      this.#outgoing.writeHead(status, message, forwardedLines(lines, NOTHING));
    },
    onResponseData: (controller, piece) => {
      this.#bytes += piece.length;
      if (this.#bytes <= BODY_BYTES_MAX) this.#pieces.push(piece);
      else this.#pieces = [];
      if (this.#outgoing.write(piece)) return;
      controller.pause();
      this.#outgoing.once('drain', () => controller.resume());
    },
    onResponseEnd: () => {
      this.#outgoing.end();
      const isOver = this.#bytes > BODY_BYTES_MAX;
      this.#conclude(isOver ? trouble('too-large', `the body is longer than ${BODY_BYTES_MAX} bytes`) : undefined);
    },
    onResponseError: (_controller, error) => this.fail(error),
  };

  fail(error: unknown): void {
    if (this.#hasLeft) return;
    const { incoming, origin, send } = this.#parts;
    // A kept-alive connection may be closed at the moment of the next request, which is no fault of the service.
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (this.#status === 0 && isRead && isStale(error) && !this.#isRepeated) {
      this.#isRepeated = true;
      send(this);
      return;
    }
    const why = troubleOf(error, this.#status !== 0);
    if (this.#status === 0) refuse(this.#outgoing, 502, `no response from ${origin} (${why.detail})`);
    // A response that was cut off must not look whole.
    else this.#outgoing.destroy();
    this.#conclude(why);
  }

  #conclude(why: Trouble | undefined) {
    const { incoming, body, observe } = this.#parts;
    const { method = 'GET', url = '/', headersDistinct } = incoming;
    observe({
      method,
      target: originForm(url),
      headers: joinedHeaders(headersDistinct),
      body,
      status: this.#status,
      responseHeaders: this.#headers,
      responseBody: joined(this.#pieces),
      ...(why !== undefined && { trouble: why }),
    });
  }
}
