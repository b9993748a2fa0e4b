/** wire/client: what the HTTP clients of a deployment share: a request, a client, and the options of a connection. */
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';

/** A request as both clients send it. */
export type WireRequest = {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: string | Uint8Array | null;
};

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
