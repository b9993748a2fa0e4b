/** proof/judge/wrappers/overlapping: changes requests to orders that overlap; one client alone never sees it. */

import { textAt } from '../../../base/json.ts';
import { startServer } from '../../../sim/http/server.ts';
import type { Handler, Request, Response } from '../../../wire/message.ts';
import type { Quirk } from '../variant.ts';
import { isCancelling, isPlacing } from './orders.ts';
import { jsonOf } from './responses.ts';

/** Requests that come within this time of each other overlap. */
const GAP_MS = 12;

/** `change` responds to a request that overlaps another; `accepted`: ids of all orders. Called once for each server. */
export function overlapping(
  change: (handle: Handler, accepted: ReadonlySet<string>) => (request: Request) => Response,
): Required<Pick<Quirk, 'transport'>> {
  return {
    transport(handle) {
      const accepted = new Set<string>();
      const changed = change(handle, accepted);
      let underWay = 0;
      const serve = async (request: Request): Promise<Response> => {
        if (!isPlacing(request) && !isCancelling(request)) return handle(request);
        underWay += 1;
        const isAlone = underWay === 1;
        await new Promise((resolve) => setTimeout(resolve, GAP_MS));
        underWay -= 1;
        const response = isAlone ? handle(request) : changed(request);
        const id = textAt(jsonOf(response), 'orderID');
        if (id !== undefined) accepted.add(id);
        return response;
      };
      return startServer(serve);
    },
  };
}
