/** sim/http/server: the service on a socket. It bounds the cost of hostile and slow clients in bytes and time. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback } from '../../wire/loopback.ts';
import { CONTROL_PREFIX, type Request, type Response, type UnreadableBody } from '../../wire/message.ts';
import { BODY_BYTES_MAX } from '../body.ts';
import { createCache } from '../cache.ts';
import { httpDate } from '../headers.ts';
import { type Controllable, controlResponse } from './control.ts';
import { brokenHttpResponse, collectBody, deliver, settle } from './exchange.ts';

export type ServerOptions = Readonly<{
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Offers the control routes; loopback hosts only. */
  control?: Controllable;
  /** The service clock, for the `Date` of responses to bytes that are not HTTP; default: that of `control`, or none. */
  clock?: () => number;
  /** Longest request body in bytes; default 1 MiB. */
  bodyBytesMax?: number;
  /** Time for all headers, and for the whole request (and its handler), in milliseconds; default 10 s and 30 s. */
  headersTimeoutMs?: number;
  requestTimeoutMs?: number;
  /** A connection without traffic is closed after this many milliseconds; default 60 s. */
  idleTimeoutMs?: number;
  /** Takes over upgrade requests, such as `createStreams(simulator)`; closed with the server. Default: ordinary. */
  streams?: StreamServer;
  /** Writes the responses; default: each at once, with its content-length. */
  write?: ResponseWriter;
}>;

/** A handler that may take its time. One that throws, rejects or does not end in time is answered with 500. */
export type AnyHandler = (request: Request) => Response | Promise<Response>;

type StreamServer = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
};

export type ResponseWriter = (outgoing: ServerResponse, response: Response) => void;

export type RunningServer = {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening, lets requests in progress finish for a moment, then closes every connection. */
  close(): Promise<void>;
};

const HEADER_BYTES_MAX = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const CLOSE_GRACE_MS = 1_000;
const PAGES_KEPT_MAX = 128;
const PAGE_LENGTH_MIN = 4 * 1024;
const PAGE_LENGTH_MAX = 256 * 1024;

/** Serves over HTTP/1.1. Rejects control on a host that is not loopback, and with Node's error if it cannot listen. */
export async function startServer(handle: AnyHandler, options: ServerOptions = {}): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  if (options.control !== undefined && !isLoopback(host)) {
    throw new Error(`control of time and faults is offered on loopback only, not on ${host}`);
  }
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(1_000, options.headersTimeoutMs ?? 1_000),
    keepAliveTimeout: options.idleTimeoutMs ?? 60_000,
    joinDuplicateHeaders: true,
    // Node itself refuses a missing host and expectations (below), with the `Date` of the machine.
    requireHostHeader: false,
  });
  server.timeout = options.idleTimeoutMs ?? 60_000;
  const { control } = options;
  const respondToBroken = brokenHttpResponse(options.clock ?? (control && (() => control.now())));
  const listener = createListener(handle, options);
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.httpVersion === '1.1' && incoming.headers.host === undefined) respondToBroken({}, incoming.socket);
    else listener(incoming, outgoing);
  };
  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', respondToBroken);
  const { streams } = options;
  if (streams !== undefined) server.on('upgrade', (request, socket, head) => streams.upgrade(request, socket, head));
  const port = await listen(server, host, options.port ?? 0);
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    port,
    close: async () => {
      const closed = stop(server);
      await streams?.close();
      await closed;
    },
  };
}

function createListener(handle: AnyHandler, options: ServerOptions) {
  const {
    control,
    bodyBytesMax = BODY_BYTES_MAX,
    write = createWriter(),
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  } = options;
  const respond = (request: Request): Response | Promise<Response> => {
    if (control === undefined || !request.path.startsWith(CONTROL_PREFIX)) return handle(request);
    const { status, headers, body } = controlResponse(control, request);
    return { status, headers: { ...headers, date: httpDate(control.now()) }, body };
  };
  const finish = (outgoing: ServerResponse, response: Response) => {
    if (response.delivery === undefined) write(outgoing, response);
    else deliver(outgoing, response, () => write(outgoing, response));
  };
  const send = (request: Request, outgoing: ServerResponse) => {
    settle(
      () => respond(request),
      (response) => finish(outgoing, response),
      requestTimeoutMs,
    );
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method === 'GET' || incoming.method === 'HEAD')
      return send(readRequest(incoming, undefined), outgoing);
    collectBody(incoming, bodyBytesMax, (body, isEnded) => {
      if (!isEnded) outgoing.shouldKeepAlive = false;
      send(readRequest(incoming, body), outgoing);
    });
  };
}

function readRequest(incoming: IncomingMessage, body: string | UnreadableBody | undefined): Request {
  const target = originForm(incoming.url ?? '/');
  const mark = target.indexOf('?');
  const request = {
    method: incoming.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    // Repeated headers are joined, so that none is a list.
    headers: incoming.headers as Record<string, string>,
    client: clientAddress(incoming.socket.remoteAddress),
  };
  return body === undefined ? request : { ...request, body };
}

/** `http://host/path` in a request line means `/path`. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const match = /^https?:\/\/[^/?#]*([/?#].*)?$/is.exec(target);
  if (match === null) return target;
  const path = match[1] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
}

/** An IPv4 caller has one address, on a socket of either family. */
function clientAddress(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** Writes responses, and caches the bytes of long ones: encoding takes longer than the rest of the request. */
function createWriter(): ResponseWriter {
  const pages = createCache<Buffer>(PAGES_KEPT_MAX);
  return (outgoing, { status, headers, body }) => {
    const isPage = body.length >= PAGE_LENGTH_MIN && body.length <= PAGE_LENGTH_MAX;
    const bytes = isPage ? (pages.get(body) ?? pages.set(body, Buffer.from(body))) : body;
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(bytes) });
    outgoing.end(bytes);
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
