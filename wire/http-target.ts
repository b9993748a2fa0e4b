/**
 * wire/http-target: any deployment behind a URL as a Target. Any behavior of the server (silence, redirects, endless or
 * compressed bodies, bytes that are not HTTP) becomes an outcome within bounded time and memory; `send` never throws.
 */
import { type Dispatcher, Pool } from 'undici';
import { ok, type Result, refuse } from '../spec/result.ts';
import { type Attempt, createCollector, type Limits } from './collector.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { type Request, requestTarget } from './message.ts';
import type { Target } from './target.ts';

export type HttpTargetOptions = {
  /** From sending to the last byte of the response, milliseconds; default 10 s. */
  readonly timeoutMs?: number;
  /** Longest body, unpacked, in bytes; default 16 MiB. Concurrent bodies share it. */
  readonly bodyBytesMax?: number;
  /** Connections at most; default 32. */
  readonly connections?: number;
  /** Sent with every request, for example for a gateway. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The base URL in a text, or one line that states why it is not valid. */
export function parseBaseUrl(text: string): Result<URL, string> {
  const url = URL.parse(text);
  if (url === null) return refuse(`not a URL: ${JSON.stringify(text)}; write http://host:port or https://host/prefix`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`the URL must start with http:// or https://`);
  if (url.username !== '' || url.password !== '') return refuse('the URL must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('the base URL must not have a query or a fragment');
  return ok(url);
}

/**
 * The deployment at `baseUrl`, whose path is a prefix of every request path. Close it when done. Throws an `Error` of one line for
 * anything but a `URL` object.
 */
export function httpTarget(baseUrl: URL, options: HttpTargetOptions = {}): Target {
  // Callers of the package may not be type checked.
  if (!URL.canParse(baseUrl?.href)) throw new Error("httpTarget takes a URL object: new URL('http://host:port')");
  const limits = { timeoutMs: options.timeoutMs ?? 10_000, bodyBytesMax: options.bodyBytesMax ?? 16 * 1024 * 1024 };
  const inFlight = createInFlight(limits.bodyBytesMax);
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const common = { 'accept-encoding': 'gzip, br', accept: 'application/json', ...options.headers };
  const pool = new Pool(baseUrl.origin, {
    connections: options.connections ?? 32,
    connectTimeout: limits.timeoutMs,
    // The deadline of each request covers the rest.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than the idle time of common servers, so that few connections are found closed when used again.
    keepAliveTimeout: 1_500,
    allowH2: false,
  });
  const toOptions = (request: Request): Dispatcher.DispatchOptions => ({
    path: prefix + requestTarget(request),
    method: request.method,
    headers: { ...common, ...request.headers },
    body: typeof request.body === 'string' ? request.body : (request.body?.bytes ?? null),
    // Otherwise each DELETE with a body would cost a connection.
    reset: false,
  });
  return {
    label: baseUrl.origin + prefix,
    // A connection that was closed while idle costs a second attempt.
    timeoutMs: 2 * limits.timeoutMs,
    async send(request) {
      const wanted = toOptions(request);
      const first = await attempt(pool, wanted, limits, inFlight);
      const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
      return first.isStale && isRepeatable ? (await attempt(pool, wanted, limits, inFlight)).outcome : first.outcome;
    },
    close: () => pool.destroy(),
  };
}

function attempt(pool: Pool, wanted: Dispatcher.DispatchOptions, limits: Limits, inFlight: InFlight): Promise<Attempt> {
  return new Promise((resolve) => {
    const collector = createCollector(limits, inFlight, resolve);
    try {
      pool.dispatch(wanted, collector.sink);
    } catch (error) {
      collector.fail(error);
    }
  });
}
