/** proof/judge/wrappers/overlapping: a server that changes requests to orders which overlap. One client alone never sees the change. */
import { startServer } from '../../../sim/http/server.ts';
import type { Handler, Request, Response } from '../../../wire/message.ts';
import type { Quirk } from '../variant.ts';
import { isCancelling, isPlacing } from './orders.ts';

/** Requests that come within this time of each other overlap. */
const GAP_MS = 4;

/** `change`: the response to a request that began while another one was under way. Called once for each server, to keep state. */
export function overlapping(
  change: (handle: Handler) => (request: Request) => Response,
): Required<Pick<Quirk, 'transport'>> {
  return {
    transport(handle) {
      const changed = change(handle);
      let underWay = 0;
      const serve = async (request: Request): Promise<Response> => {
        if (!isPlacing(request) && !isCancelling(request)) return handle(request);
        underWay += 1;
        const isAlone = underWay === 1;
        await new Promise((resolve) => setTimeout(resolve, GAP_MS));
        underWay -= 1;
        return isAlone ? handle(request) : changed(request);
      };
      return startServer(serve);
    },
  };
}
