/** wire/connection: the client of undici: connects directly or through a proxy. */
import { EnvHttpProxyAgent, Pool } from 'undici';
import { type Client, type ConnectionOptions, type Tuning, tlsOf } from './client.ts';
import { guardedClient } from './guarded-client.ts';

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
