/** proof/judge/wrappers/writers: unusual ways to write a response, which every HTTP/1.1 client can read. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Rng } from '../../../base/rng.ts';
import type { ResponseWriter } from '../../../sim/http/server.ts';
import type { Response } from '../../../wire/message.ts';

/** Creates the writer of one server; its random choices follow from the stream. */
export type WriterMaker = (rng: Rng) => ResponseWriter;

type Encoding = 'gzip' | 'br';
const packers: Readonly<Record<Encoding, (body: string) => Buffer>> = {
  gzip: (body) => gzipSync(body, { level: 1 }),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

function plainly(outgoing: ServerResponse, { status, headers, body }: Response, more: Record<string, string> = {}) {
  outgoing.writeHead(status, { ...headers, ...more, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** A response in the form of an old server: no content-length, and the end of the connection is the end of the body. */
export function untilClose(version: '1.0' | '1.1'): WriterMaker {
  return () =>
    (outgoing, { status, headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const reason = STATUS_CODES[status] ?? '';
      const head = `HTTP/${version} ${status} ${reason}\r\n${lines.join('')}connection: close\r\n\r\n`;
      outgoing.socket?.end(outgoing.req.method === 'HEAD' ? head : head + body);
    };
}

export const cutInsideCharacters: WriterMaker =
  (rng) =>
  (outgoing, { status, headers, body }) => {
    outgoing.writeHead(status, headers);
    for (const piece of cut(Buffer.from(body), rng)) outgoing.write(piece);
    outgoing.end();
  };

const CUTS_MAX = 4;
const REACH = 500;

function cut(bytes: Buffer, rng: Rng): readonly Buffer[] {
  const places = Array.from({ length: CUTS_MAX }, () => insideCharacter(bytes, rng.int(bytes.length + 1)));
  const ends = [...places.sort((one, other) => one - other), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

/** The first place from `start` on that is inside a character of several bytes; `start` if no such place is nearby. */
function insideCharacter(bytes: Buffer, start: number): number {
  const at = bytes.subarray(start, start + REACH).findIndex((byte) => (byte & 0xc0) === 0x80);
  return at === -1 ? start : start + at;
}

export function packed(encoding: Encoding): WriterMaker {
  return () => (outgoing, response) => {
    const accepted = String(outgoing.req.headers['accept-encoding'] ?? '').split(/\s*,\s*/);
    if (!accepted.includes(encoding)) return plainly(outgoing, response, { vary: 'accept-encoding' });
    const bytes = packers[encoding](response.body);
    const more = { 'content-encoding': encoding, 'content-length': bytes.length, vary: 'accept-encoding' };
    outgoing.writeHead(response.status, { ...response.headers, ...more });
    outgoing.end(bytes);
  };
}

export const inOtherCase: WriterMaker =
  (rng) =>
  (outgoing, { status, headers, body }) => {
    const spelled = (name: string) =>
      rng.chance(0.5) ? name.toUpperCase() : name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
    const entries = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
    outgoing.writeHead(status, Object.fromEntries(entries.map(([name, value]) => [spelled(name), value])));
    outgoing.end(body);
  };

const PAUSE_MS = 1;

export const slowly: WriterMaker =
  () =>
  (outgoing, { status, headers, body }) => {
    const bytes = Buffer.from(body);
    const half = bytes.length >> 1;
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
    outgoing.flushHeaders();
    // Two timers of different length may fire in either order when the process is busy.
    setTimeout(() => {
      outgoing.write(bytes.subarray(0, half));
      setTimeout(() => outgoing.end(bytes.subarray(half)), PAUSE_MS);
    }, PAUSE_MS);
  };

const DELAY_MS = 20;

export const delayedOrders: WriterMaker = () => (outgoing, response) => {
  const { method, url } = outgoing.req;
  if (method === 'POST' && url === '/order') setTimeout(() => plainly(outgoing, response), DELAY_MS);
  else plainly(outgoing, response);
};

export function closing(share: number): WriterMaker {
  return (rng) => (outgoing, response) => plainly(outgoing, response, rng.chance(share) ? { connection: 'close' } : {});
}

export const withEarlyHints: WriterMaker = () => (outgoing, response) => {
  outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  plainly(outgoing, response);
};

export const withContinue: WriterMaker = () => (outgoing, response) => {
  outgoing.writeContinue();
  plainly(outgoing, response);
};

export const withTrailers: WriterMaker =
  () =>
  (outgoing, { status, headers, body }) => {
    outgoing.writeHead(status, { ...headers, trailer: 'server-timing' });
    outgoing.addTrailers({ 'server-timing': 'total;dur=1' });
    outgoing.end(body);
  };

export const behindGateways: WriterMaker = () => (outgoing, response) => {
  outgoing.setHeader('set-cookie', ['session=1; Path=/; HttpOnly', 'affinity=2; Path=/']);
  outgoing.setHeader('via', ['1.1 edge', '1.1 cache']);
  plainly(outgoing, response, { 'x-cache': 'MISS', age: '0', 'strict-transport-security': 'max-age=31536000' });
};
