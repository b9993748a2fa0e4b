/** sim/exchanges: the latest requests of clients and their responses, for tests of retries and back-off. */

import { authHeader } from '../wire/auth-headers.ts';
import type { Request, Response } from '../wire/message.ts';
import { routeNameOf } from '../wire/route-match.ts';
import type { FaultKind } from './faults/rule.ts';

/** One request as the client sent it, and the response that it received. */
export type ClientExchange = Readonly<{
  /** Method and path of the route as the interface or a profile lists them; undefined for other paths. */
  route: string | undefined;
  method: string;
  path: string;
  query: string;
  /** The body of the request: a parsed JSON value, else its text; undefined without one. */
  body: unknown;
  /** 0 if the client received no response. */
  status: number;
  response: Response;
  /** The service clock after the request, in milliseconds. */
  time: number;
  /** The name of the wallet in `SVC_ADDRESS`, or that address; undefined without one. */
  wallet: string | undefined;
  /** The fault that the client received. */
  fault: FaultKind | undefined;
}>;

export type Exchanges = {
  /** The exchanges that are kept, oldest first. */
  readonly all: readonly ClientExchange[];
  readonly length: number;
  /** How many older ones were dropped. */
  readonly dropped: number;
  /** Those of a route, such as `POST /order`. */
  of(route: string): Exchanges;
  /** Those of a wallet: its name or its address. */
  by(wallet: string): Exchanges;
  last(): ClientExchange | undefined;
  /** Milliseconds between each exchange and the next one. */
  gaps(): readonly number[];
};

type Kept = Readonly<{
  request: Request;
  response: Response;
  time: number;
  fault: FaultKind | undefined;
}>;

/** Keeps references to the latest `max` exchanges; everything else is computed when it is read. */
export function createExchangeLog(max: number, nameOf: (address: string) => string) {
  const ring: Kept[] = [];
  let count = 0;
  const read = (): readonly ClientExchange[] => {
    const oldest = count % max;
    const inOrder = ring.length < max ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    return inOrder.map((kept) => described(kept, nameOf));
  };
  return {
    exchanges: queries(read, () => count - ring.length, nameOf),
    add(request: Request, response: Response, time: number, fault: FaultKind | undefined) {
      if (max === 0) return;
      ring[count % max] = { request, response, time, fault };
      count += 1;
    },
  };
}

function queries(
  read: () => readonly ClientExchange[],
  dropped: () => number,
  nameOf: (address: string) => string,
): Exchanges {
  const where = (test: (exchange: ClientExchange) => boolean): Exchanges =>
    queries(() => read().filter(test), dropped, nameOf);
  return {
    get all() {
      return read();
    },
    get length() {
      return read().length;
    },
    get dropped() {
      return dropped();
    },
    of: (route) => where((exchange) => exchange.route === route),
    by: (wallet) => where((exchange) => exchange.wallet === wallet || exchange.wallet === nameOf(wallet)),
    last: () => read().at(-1),
    gaps() {
      const times = read().map(({ time }) => time);
      return times.slice(1).map((time, index) => time - (times[index] ?? time));
    },
  };
}

function described({ request, response, time, fault }: Kept, nameOf: (address: string) => string): ClientExchange {
  const { method, path, query } = request;
  const address = addressIn(request);
  return {
    route: routeNameOf(request),
    method,
    path,
    query,
    body: parsedBody(request.body),
    status: response.status,
    response,
    time,
    wallet: address === undefined ? undefined : nameOf(address),
    fault,
  };
}

/** The address of the wallet that a request names, in lower case. */
export function addressIn(request: Request): string | undefined {
  return authHeader(request, 'ADDRESS')?.toLowerCase();
}

function parsedBody(body: Request['body']): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
