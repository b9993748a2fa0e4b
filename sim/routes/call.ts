/** sim/routes/call: the contract between the handler, which has parsed and authenticated, and the route functions. */
import type { ErrorCondition } from '../../spec/errors.ts';
import type { ServedRoute } from '../../spec/route.ts';
import type { Request } from '../../wire/message.ts';
import type { ParamValues } from '../query.ts';
import type { Service } from '../service.ts';
import type { WorldAccount } from '../world/world.ts';

export type Call = Readonly<{
  route: ServedRoute;
  params: ParamValues;
  /** The decoded path parameter, `''` if the route has none. */
  pathValue: string;
  /** Parsed JSON body; undefined without a body. */
  body: unknown;
  /** The wallet whose signature was verified. */
  caller: WorldAccount | undefined;
  /** Names in lower case. */
  headers: Request['headers'];
  /** Service clock, milliseconds. */
  now: number;
}>;

type Texts = Readonly<Record<string, string>>;

/** Of an error: `detail` is the text of `error` (wallet family: after the code), `extra` further fields of the body. */
export type RouteResponse = { readonly headers?: Texts } & (
  | { readonly kind: 'ok'; readonly json: string }
  | Readonly<{ kind: 'error'; condition: ErrorCondition; detail: string; extra?: Texts }>
);

export type RouteFunction = (service: Service, call: Call) => RouteResponse;

/** By the id of the route. */
export type RouteFunctions = Readonly<Record<string, RouteFunction>>;

/** A route and its function. */
export type RouteEntry = { readonly route: ServedRoute; readonly run: RouteFunction };

export function okJson(json: string): RouteResponse {
  return { kind: 'ok', json };
}

export function okValue(value: unknown): RouteResponse {
  return okJson(JSON.stringify(value));
}

export function error(condition: ErrorCondition, detail: string): RouteResponse {
  return { kind: 'error', condition, detail };
}

export function badRequest(detail: string): RouteResponse {
  return error('bad-request', detail);
}

export function notFound(detail: string): RouteResponse {
  return error('not-found', detail);
}
