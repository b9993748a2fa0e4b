/** conformance/client/dropped: a request that ends the connection, or a target that was away for a moment. */
import { type Request, requestTarget } from '../../wire/message.ts';
import { createQueue } from './in-parallel.ts';

/** A target may refuse longer requests by closing the connection. */
const LONGEST = 8_000;
const TRIALS = 2;

/** `repeats` is true for a response. `isAlone`: nothing else was under way as the connection closed. */
export type DropTrial = (request: Request, isAlone: boolean, repeats: () => Promise<boolean>) => Promise<boolean>;

/**
 * True if the target responds to another request before each trial (`isBack`), and to the repeated request never; or if
 * it ends at the request. Requests are tried one at a time, because one that ends the service fails those beside it.
 */
export function createDropTrial(isBack: () => Promise<boolean>): DropTrial {
  const oneAtATime = createQueue();
  let latestAway = Number.NEGATIVE_INFINITY;
  return async (request, isAlone, repeats) => {
    if (!isShort(request)) return false;
    const since = performance.now();
    let isDropped = false;
    await oneAtATime(async () => {
      for (let trial = 0; trial < TRIALS; trial += 1) {
        // One wait serves all requests that failed while the target was away.
        if (since < latestAway) return;
        if (!(await isBack())) {
          latestAway = performance.now();
          isDropped = isAlone;
          return;
        }
        if (await repeats()) return;
      }
      isDropped = since >= latestAway;
    });
    return isDropped;
  };
}

function isShort(request: Request) {
  const { body = '' } = request;
  return typeof body === 'string' && body.length + requestTarget(request).length <= LONGEST;
}
