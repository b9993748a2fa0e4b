/**
 * sim/fetch-handler: a simulator as a `fetch`: also the form that MSW, nock, service workers and edge runtimes take. No socket is
 * opened.
 */
import { headerRecord } from './dispatched-request.ts';
import type { Simulator } from './simulator.ts';

/** The origin of a URL that is a path. */
const ORIGIN = 'http://simulator.invalid';

/**
 * Returns a `fetch` whose responses are those of the simulator, for any origin; a path alone is a URL, too. Rejects as `fetch`
 * does: for a URL or `init` that makes no request, for a body that cannot be read, and with the reason of an aborted signal.
 */
export function fetchHandler(
  simulator: Pick<Simulator, 'handle'>,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
    const { pathname, search } = new URL(request.url);
    request.signal.throwIfAborted();
    const sent = request.body === null ? undefined : await request.text();
    request.signal.throwIfAborted();
    const { status, headers, body } = simulator.handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: headerRecord(request.headers),
      ...(sent === undefined ? {} : { body: sent }),
    });
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
}
