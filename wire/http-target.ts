/** wire/http-target: a deployment as a Target: any behavior is an outcome in bounded time; `send` never throws. */
import { ok, type Result, refuse } from '../base/result.ts';
import { type Client, type ConnectionOptions, createPool, type WireRequest } from './client.ts';
import { type Attempt, createCollector, type Limits } from './collector.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { type Request, requestTarget, type SendOutcome, type Target } from './message.ts';
import { matchRoute } from './route-match.ts';

export type HttpTargetOptions = ConnectionOptions &
  Readonly<{
    /** From sending to the last byte of the response, milliseconds; default 10 s. */
    timeoutMs?: number;
    /** Longest body, unpacked, in bytes; default 16 MiB. Concurrent bodies share it. */
    bodyBytesMax?: number;
    /** Connections at most; default 32. */
    connections?: number;
    /** Sent with every request, for example for a gateway. Lower-case names. No report shows the values. */
    headers?: Readonly<Record<string, string>>;
  }>;

/** Shorter than the idle time of common servers, so that few connections are found closed when used again. */
const IDLE_MS = 1_500;

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

/** The deployment at `baseUrl`, whose path is a prefix. To be closed. Throws for anything but a `URL`. */
export function httpTarget(baseUrl: URL, options: HttpTargetOptions = {}): Target {
  // Callers of the package may not be type checked.
  if (!URL.canParse(baseUrl?.href)) throw new Error("httpTarget takes a URL object: new URL('http://host:port')");
  const limits = { timeoutMs: options.timeoutMs ?? 10_000, bodyBytesMax: options.bodyBytesMax ?? 16 * 1024 * 1024 };
  const inFlight = createInFlight(limits.bodyBytesMax);
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const common = { 'accept-encoding': 'gzip, br', accept: 'application/json', ...options.headers };
  const connections = options.connections ?? 32;
  const tuning = { connections, timeoutMs: limits.timeoutMs, idleMs: IDLE_MS };
  const pool = createPool(baseUrl.origin, options, tuning);
  let nodeClient: Client | undefined;
  const toWire = (request: Request): WireRequest => ({
    path: prefix + requestTarget(request),
    method: request.method,
    headers: { ...common, ...request.headers },
    body: typeof request.body === 'string' ? request.body : (request.body?.bytes ?? null),
  });
  return {
    label: baseUrl.origin + prefix,
    secrets: Object.values(options.headers ?? {}),
    // A connection that was closed while idle costs a second attempt.
    timeoutMs: 2 * limits.timeoutMs,
    async send(request) {
      const wanted = toWire(request);
      const client = nodeClient ?? pool;
      const first = await attempt(client, wanted, limits, inFlight);
      if (options.proxy !== undefined) return ofProxy(first.outcome);
      if (first.isContinued) {
        const { createNodeClient } = await import('./node-http.ts');
        nodeClient ??= createNodeClient(baseUrl.origin, options, tuning);
        return isSafe(request) ? (await attempt(nodeClient, wanted, limits, inFlight)).outcome : first.outcome;
      }
      const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
      return first.isStale && isRepeatable ? (await attempt(client, wanted, limits, inFlight)).outcome : first.outcome;
    },
    async close() {
      await Promise.all([pool.destroy(), nodeClient?.destroy()]);
    },
  };
}

/** The proxy may be the one that is gone. */
function ofProxy(outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'response' || outcome.trouble !== 'unreachable') return outcome;
  return { ...outcome, detail: `by way of the proxy: ${outcome.detail}` };
}

/** True for a request that changes nothing, so that it may be sent again although the server received it. */
function isSafe(request: Request) {
  return request.method === 'GET' || request.method === 'HEAD' || matchRoute(request)?.body === 'tokens';
}

function attempt(client: Client, wanted: WireRequest, limits: Limits, inFlight: InFlight): Promise<Attempt> {
  return new Promise((resolve) => {
    const collector = createCollector(limits, inFlight, resolve);
    try {
      client.dispatch(wanted, collector.sink);
    } catch (error) {
      collector.fail(error);
    }
  });
}
