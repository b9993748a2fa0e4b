/** wire/node-http: Node's HTTP client in the form of undici's, which closes at an unrequested `100 Continue`. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Dispatcher, errors } from 'undici';
import { type Client, type ConnectionOptions, type Tuning, tlsOf } from './client.ts';

export function createNodeClient(origin: string, options: ConnectionOptions, { connections, idleMs }: Tuning): Client {
  const { Agent, request } = origin.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs, ...tlsOf(options) });
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
