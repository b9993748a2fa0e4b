/**
 * wire/node-http: the HTTP client of Node in the form of undici's. It accepts a `100 Continue` that no request asked for, and undici
 * closes the connection then.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Dispatcher, errors } from 'undici';

/** A request as both clients send it. */
export type WireRequest = {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | null;
};

export type Client = {
  /** Reports the response, or the error in its place, to `sink`. Throws for a request that HTTP cannot carry. */
  dispatch(wanted: WireRequest, sink: Dispatcher.DispatchHandler): unknown;
  destroy(): Promise<void>;
};

/** `idleMs`: how long a connection is kept for the next request. */
export function createNodeClient(origin: string, connections: number, idleMs: number): Client {
  const { Agent, request } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs });
  let isClosed = false;
  return {
    dispatch({ path, method, headers, body }, sink) {
      if (isClosed) throw new errors.ClientDestroyedError();
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(origin, { agent, path, method, headers: { ...headers, ...length } });
      let incoming: IncomingMessage | undefined;
      const controller: Dispatcher.DispatchController = {
        aborted: false,
        paused: false,
        reason: null,
        abort: (reason) => void outgoing.destroy(reason),
        pause: () => void incoming?.pause(),
        resume: () => void incoming?.resume(),
      };
      const fail = (error: Error): void => sink.onResponseError?.(controller, error);
      outgoing.on('error', fail);
      outgoing.on('response', (response) => {
        incoming = response;
        response.on('error', fail);
        response.on('end', () => sink.onResponseEnd?.(controller, {}));
        sink.onResponseStart?.(controller, response.statusCode ?? 0, { ...response.headersDistinct });
        response.on('data', (piece: Buffer) => sink.onResponseData?.(controller, piece));
      });
      sink.onRequestStart?.(controller, undefined);
      outgoing.end(body);
    },
    async destroy() {
      isClosed = true;
      agent.destroy();
    },
  };
}
