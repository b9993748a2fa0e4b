/** wire/connection: the client of undici: connects directly, or through the proxy that the environment names. */
import { EnvHttpProxyAgent, Pool } from 'undici';
import { type Client, type ConnectionOptions, type Tuning, tlsOf } from './client.ts';

/** A client for requests to one origin. */
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
    options.usesProxy === true
      ? // Many proxies open tunnels for HTTPS alone.
        new EnvHttpProxyAgent({ ...common, requestTls: tls, proxyTls: tls, proxyTunnel: origin.startsWith('https:') })
      : new Pool(origin, common);
  return {
    // Without `reset`, each DELETE with a body would cost a connection.
    dispatch: (wanted, sink) => pool.dispatch({ ...wanted, origin, reset: false }, sink),
    destroy: () => pool.destroy(),
  };
}
