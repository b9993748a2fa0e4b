/** proof/judge/wrappers/orders: reads and changes signed bodies, accepts refused orders, and finds owners. */
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../../base/json.ts';
import { startServer } from '../../../sim/http/server.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { type Handler, isSuccess, type Request, type Response, withJson } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { type Internals, onRoute, type Quirk, type Wrap } from '../variant.ts';
import { refusal } from './requests.ts';
import { jsonOf, replies, rowsIn, withBody } from './responses.ts';
import { callerOf, rebodied, signedBy } from './signatures.ts';

/** A body of `POST /order`, and the order in it, open for changes. */
export type OpenBody = JsonObject & { readonly order: JsonObject };

export const isPlacing = (request: Request): boolean => matchRoute(request)?.id === 'place-order';
export const isCancelling = (request: Request): boolean => matchRoute(request)?.id === 'cancel-order';

/** The body of an order; without one, an empty order. */
export function orderBodyOf(request: Request): OpenBody {
  const body = jsonOf(request);
  return { ...body, order: isObject(body['order']) ? body['order'] : {} };
}

export const isFok = ({ orderType }: OpenBody): boolean => orderType === 'FOK';

type OrderChange = (body: OpenBody, caller: Wallet) => JsonObject;

/** The request with its order changed and signed by its caller; unchanged if the caller is unknown. */
export function withChangedOrder(request: Request, internals: Internals, change: OrderChange): Request {
  const caller = callerOf(request, internals);
  return caller === undefined
    ? request
    : rebodied(request, internals, JSON.stringify(change(orderBodyOf(request), caller)));
}

export function taking(when: (body: OpenBody) => boolean, change: OrderChange): Wrap {
  return (handle, internals) => (request) =>
    handle(when(orderBodyOf(request)) ? withChangedOrder(request, internals, change) : request);
}

export function leniently(change: OrderChange): Wrap {
  return replies((response, request, handle, internals) =>
    response.status === 400 ? handle(withChangedOrder(request, internals, change)) : response,
  );
}

/** The reply to an order that rests, without its id. */
export const RESTING = { success: true, errorMsg: '', takingAmount: '', makingAmount: '', status: 'live' };

/** Refused orders whose refusal matches are reported as accepted, and are dropped. */
export function onPaper(refusal: RegExp): Wrap {
  return replies((response) => {
    if (response.status < 400 || !refusal.test(errorOf(response))) return response;
    return withBody(response, { ...RESTING, orderID: `0x${'9'.repeat(64)}` }, 200);
  });
}

export type Taken = { readonly id: string; readonly owner: Wallet; readonly body: OpenBody };

/** The id of the order that a request placed. */
export const placedId = (request: Request, response: Response): string | undefined =>
  isPlacing(request) ? textAt(jsonOf(response), 'orderID') : undefined;

/** The fields of an order with its dollars and its shares. */
export function amountFields({ order }: OpenBody) {
  return order['side'] === 'BUY'
    ? (['makerAmount', 'takerAmount'] as const)
    : (['takerAmount', 'makerAmount'] as const);
}

/** The amounts of an order in micro units. */
export function amountsOf(body: OpenBody): { readonly cash: number; readonly shares: number } {
  const [cash, shares] = amountFields(body);
  return { cash: Number(body.order[cash]), shares: Number(body.order[shares]) };
}

/** Watches orders being accepted: `taken` grows in the order of time. */
export function watching(change: (handle: Handler, taken: readonly Taken[], internals: Internals) => Handler): Wrap {
  return (handle, internals) => {
    const taken: Taken[] = [];
    const changed = change(handle, taken, internals);
    return (request) => {
      const response = changed(request);
      const id = placedId(request, response);
      const owner = callerOf(request, internals);
      if (response.status === 200 && id !== undefined && owner !== undefined) {
        taken.push({ id, owner, body: orderBodyOf(request) });
      }
      return response;
    };
  };
}

export function cancelAsOwner(handle: Handler, internals: Internals, { id, owner }: Taken): void {
  const body = JSON.stringify({ orderId: id });
  const headers = { 'content-type': 'application/json' };
  handle(signedBy(owner, { method: 'DELETE', path: '/order', query: '', headers, body }, internals));
}

/** The reply that this order alone is cancelled. */
export function saidCanceled(response: Response, id: unknown, status = response.status): Response {
  return withBody(response, { canceled: [id], not_canceled: {} }, status);
}

export function canceledIn(response: Response): readonly string[] {
  return listAt(jsonOf(response), 'canceled').filter((id) => typeof id === 'string');
}

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

/** Changes the body of an order; `handle` sends further requests to the service. */
type BodyChange = (body: OpenBody, caller: Wallet, handle: Handler) => JsonObject;

export function forgiving(reason: RegExp, change: BodyChange): Wrap {
  return onRoute('place-order', (handle, internals) => (request) => {
    const response = handle(request);
    const isMeant = !isSuccess(response) && reason.test(errorOf(response));
    const caller = isMeant ? callerOf(request, internals) : undefined;
    if (caller === undefined) return response;
    return handle(rebodied(request, internals, JSON.stringify(change(orderBodyOf(request), caller, handle))));
  });
}

export const errorOf = (response: Response): string => textAt(jsonOf(response), 'error') ?? '';

export function inOrder(body: OpenBody, change: JsonObject): OpenBody {
  return { ...body, order: { ...body.order, ...change } };
}

/** Orders whose body matches are refused before the simulator sees them. */
export function refusingOrders(when: (body: OpenBody, internals: Internals) => boolean, error: string): Wrap {
  return onRoute('place-order', (handle, internals) => (request) => {
    const isOrder = isObject(jsonOf(request)['order']);
    if (!isOrder || !when(orderBodyOf(request), internals)) return handle(request);
    return withBody(refusal(handle, request), { error });
  });
}

export function bookOf(handle: Handler, token: unknown): JsonObject | undefined {
  return rowsIn(handle(withJson('POST', '/books', [{ token_id: String(token) }])))[0];
}

export function pricesIn(book: unknown, side: 'bids' | 'asks'): readonly number[] {
  return objectsIn(listAt(book, side)).map((level) => Number(level['price']));
}

/** The condition id of a token, from its book; the empty text for an unknown token. */
export const conditionOf = (handle: Handler, token: unknown): string => textAt(bookOf(handle, token), 'market') ?? '';
