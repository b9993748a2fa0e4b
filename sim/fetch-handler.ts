/** sim/fetch-handler: a simulator as a `fetch`: also the form of MSW, nock, service workers and edge runtimes. */
import { headerRecord } from './dispatched-request.ts';
import { connectionReset, firstBytes, untilDelivered } from './http/delivery.ts';
import type { Simulator } from './simulator.ts';

/** The origin of a URL that is a path. */
const ORIGIN = 'http://simulator.invalid';

/**
 * Returns a `fetch` whose responses are those of the simulator, for any origin; a path alone is a URL, too. Rejects as
 * `fetch` does: for a URL or `init` that makes no request, for a body that cannot be read, and with the reason of an
 * aborted signal.
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
    const response = simulator.handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: headerRecord(request.headers),
      ...(sent !== undefined && { body: sent }),
    });
    const { status, headers, body, delivery } = response;
    if (delivery?.delayMs !== undefined) await untilDelivered(response, request.signal);
    if (delivery?.end === 'lost') throw new TypeError('fetch failed', { cause: connectionReset() });
    const content = delivery?.end === 'cut' ? cutStream(firstBytes(response)) : body;
    return new Response(request.method === 'HEAD' ? null : content, { status, headers });
  };
}

/** A body whose reader gets these bytes, and then the error of a connection that ended. */
function cutStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isRead = false;
  return new ReadableStream({
    pull(controller) {
      if (isRead) controller.error(new TypeError('terminated', { cause: connectionReset() }));
      else controller.enqueue(bytes);
      isRead = true;
    },
  });
}
