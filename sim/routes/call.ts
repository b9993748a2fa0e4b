/** sim/routes/call: the contract between the handler, which has parsed and authenticated, and the route functions. */
import type { ErrorCondition } from '../../spec/errors.ts';
import type { ServedRoute } from '../../spec/route.ts';
import type { Request } from '../../wire/message.ts';
import type { ParamValues } from '../query.ts';
import type { Service } from '../service.ts';
import type { WorldAccount } from '../world/world.ts';

export type Call = {
  readonly route: ServedRoute;
  readonly params: ParamValues;
  /** The decoded path parameter, `''` if the route has none. */
  readonly pathValue: string;
  /** Parsed JSON body; undefined without a body. */
  readonly body: unknown;
  /** The wallet whose signature was verified. */
  readonly caller: WorldAccount | undefined;
  /** Names in lower case. */
  readonly headers: Request['headers'];
  /** Service clock, milliseconds. */
  readonly now: number;
};

type Texts = Readonly<Record<string, string>>;

/** Of an error: `detail` is the text of `error` (wallet family: after the code), `extra` further fields of the body. */
export type RouteResponse = { readonly headers?: Texts } & (
  | { readonly kind: 'ok'; readonly json: string }
  | { readonly kind: 'error'; readonly condition: ErrorCondition; readonly detail: string; readonly extra?: Texts }
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
