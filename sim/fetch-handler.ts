/**
 * sim/fetch-handler: a simulator as a function from a fetch `Request` to a `Response`, the form that MSW, nock, service workers and
 * edge runtimes take. No socket is opened.
 */
import { headerRecord } from './dispatched-request.ts';
import type { Simulator } from './simulator.ts';

/** Returns the response of the simulator, for any origin of the request URL. Rejects only if the body cannot be read. */
export function fetchHandler(simulator: Pick<Simulator, 'handle'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : await request.text();
    const {
      status,
      headers,
      body: text,
    } = simulator.handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: headerRecord(request.headers),
      ...(body === undefined ? {} : { body }),
    });
    return new Response(request.method === 'HEAD' ? null : text, { status, headers });
  };
}
