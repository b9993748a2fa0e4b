/**
 * conformance/mutants/orders: what wrappers of the trading routes have in common: reading and changing the body of a signed
 * request, taking what the service refuses, and knowing whose order is whose.
 */
import { isObject, type JsonObject, listAt, parseJson, textAt } from '../../spec/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Handler, Request, Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Internals, Wrap } from './mutant.ts';
import { callerOf, rebodied, signedBy } from './resign.ts';
import { withBody } from './responses.ts';

/** A body of `POST /order`, and the order in it, for changes. */
export type OpenBody = JsonObject & { readonly order: JsonObject };

/** True for `POST /order`. */
export const isPlacing = (request: Request): boolean => matchRoute(request)?.id === 'place-order';
/** True for `DELETE /order`. */
export const isCancelling = (request: Request): boolean => matchRoute(request)?.id === 'cancel-order';

/** The object in a body; an empty one where there is none. */
export function jsonOf({ body }: Pick<Request | Response, 'body'>): JsonObject {
  const json = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(json) ? json : {};
}

/** The body of an order; without one, an empty order. */
export function orderBodyOf(request: Request): OpenBody {
  const body = jsonOf(request);
  return { ...body, order: isObject(body['order']) ? body['order'] : {} };
}

/** True for an order that is to fill whole or not at all. */
export const isFok = ({ orderType }: OpenBody): boolean => orderType === 'FOK';

type Mend = (body: OpenBody, caller: Wallet) => JsonObject;

/** The request with its order changed and signed by its caller; unchanged if the caller is unknown. */
export function mended(request: Request, internals: Internals, mend: Mend): Request {
  const caller = callerOf(request, internals);
  return caller === undefined
    ? request
    : rebodied(request, internals, JSON.stringify(mend(orderBodyOf(request), caller)));
}

/** Orders for which `when` holds are seen as `mend` makes them. */
export function taking(when: (body: OpenBody) => boolean, mend: Mend): Wrap {
  return (handle, internals) => (request) =>
    handle(when(orderBodyOf(request)) ? mended(request, internals, mend) : request);
}

/** An order that is refused is mended and tried again. */
export function leniently(mend: Mend): Wrap {
  return (handle, internals) => (request) => {
    const response = handle(request);
    return response.status === 400 ? handle(mended(request, internals, mend)) : response;
  };
}

/** Orders whose refusal says so are said to be taken, and are forgotten. */
export function onPaper(refusal: RegExp): Wrap {
  return (handle) => (request) => {
    const response = handle(request);
    if (response.status < 400 || !refusal.test(textAt(jsonOf(response), 'error') ?? '')) return response;
    const reply = { success: true, errorMsg: '', takingAmount: '', makingAmount: '', status: 'live' };
    return { ...withBody(response, { ...reply, orderID: `0x${'9'.repeat(64)}` }), status: 200 };
  };
}

/** An order that was taken: its id, whose it is, and what it says. */
export type Taken = { readonly id: string; readonly owner: Wallet; readonly body: OpenBody };

/** Watches orders being taken: `taken` grows in the order of time. */
export function watching(change: (handle: Handler, taken: readonly Taken[], internals: Internals) => Handler): Wrap {
  return (handle, internals) => {
    const taken: Taken[] = [];
    const changed = change(handle, taken, internals);
    return (request) => {
      const response = changed(request);
      const id = isPlacing(request) ? textAt(jsonOf(response), 'orderID') : undefined;
      const owner = callerOf(request, internals);
      if (response.status === 200 && id !== undefined && owner !== undefined) {
        taken.push({ id, owner, body: orderBodyOf(request) });
      }
      return response;
    };
  };
}

/** Cancels an order for its owner. */
export function cancelAsOwner(handle: Handler, internals: Internals, { id, owner }: Taken): void {
  const body = JSON.stringify({ orderId: id });
  const headers = { 'content-type': 'application/json' };
  handle(signedBy(owner, { method: 'DELETE', path: '/order', query: '', headers, body }, internals));
}

/** The ids that a reply to a cancel calls cancelled. */
export function canceledIn(response: Response): readonly string[] {
  return listAt(jsonOf(response), 'canceled').filter((id) => typeof id === 'string');
}
