/** wire/client: what the HTTP clients of a deployment share, and the client of undici, direct or by a proxy. */

import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { guardedClient } from './guarded-client.ts';

/** A request as both clients send it. */
export type WireRequest = Readonly<{
  path: string;
  method: string;
  headers: Record<string, string | string[]>;
  body: string | Uint8Array | null;
}>;

export type Client = {
  /** Reports the response, or the error in its place, to `sink`. Throws for a request that HTTP cannot carry. */
  dispatch(wanted: WireRequest, sink: Dispatcher.DispatchHandler): unknown;
  destroy(): Promise<void>;
};

export type ConnectionOptions = {
  /** Certificates of authorities that are trusted besides those of Node.js, PEM. */
  readonly ca?: string | undefined;
  readonly isInsecure?: boolean | undefined;
  /** Address of the proxy to connect through, unless NO_PROXY names the host. */
  readonly proxy?: string | undefined;
};

/** `timeoutMs`: for a connection. `idleMs`: how long one is kept for the next request. */
export type Tuning = { readonly connections: number; readonly timeoutMs: number; readonly idleMs: number };

/** The options of TLS that differ from those of Node.js. Made once: parsing all authorities takes long. */
export function tlsOf({ ca, isInsecure }: ConnectionOptions): {
  secureContext?: SecureContext;
  rejectUnauthorized?: boolean;
} {
  return {
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
}

export function createPool(origin: string, options: ConnectionOptions, tuning: Tuning): Client {
  const tls = tlsOf(options);
  const common = {
    connections: tuning.connections,
    connectTimeout: tuning.timeoutMs,
    // The deadline of each request covers the rest.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: tuning.idleMs,
    allowH2: false,
    connect: tls,
  };
  const pool =
    options.proxy === undefined
      ? new Pool(origin, { ...common, factory: guardedClient })
      : new EnvHttpProxyAgent({
          ...common,
          httpProxy: options.proxy,
          httpsProxy: options.proxy,
          requestTls: tls,
          proxyTls: tls,
          // Many proxies open tunnels for HTTPS alone.
          proxyTunnel: origin.startsWith('https:'),
        });
  return {
    // Without `reset`, each DELETE with a body would cost a connection.
    dispatch: (wanted, sink) => pool.dispatch({ ...wanted, origin, reset: false }, sink),
    destroy: () => pool.destroy(),
  };
}
