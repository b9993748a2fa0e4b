/** conformance/client/placing: the orders in a request and their fate, for the clean-up and the order journal alike */
import { flagAt, type JsonObject, objectAt, parseJson, textAt } from '../../base/json.ts';
import { authHeader } from '../../wire/auth-headers.ts';
import { isSuccess, type Request, type Response } from '../../wire/message.ts';

/** An order that is sent: its wallet in lower case, and terms by which it can be found without an id. */
export type Placing = {
  readonly wallet: string;
  readonly type: string;
  readonly order: Readonly<Record<string, string>>;
};

/** The fate of an order by its response. An accepted order may lack an id. */
export type Fate = { readonly accepted: boolean; readonly id?: string | undefined };

const TERMS = ['tokenId', 'conditionId', 'side', 'makerAmount', 'takerAmount', 'salt', 'expiration'];
/** Tolerant, because checks send malformed orders on purpose. */
const LONGEST = 200;
const LONGEST_ID = 2_000;

const brief = (value: unknown): string => String(value).slice(0, LONGEST);

/** The orders of a request, with their places in the response: one, or the batch of a profile. */
export function placingsIn(request: Request): readonly (readonly [place: number, Placing])[] {
  const { method, path, body } = request;
  if (method !== 'POST' || typeof body !== 'string' || (path !== '/order' && path !== '/orders')) return [];
  const json = parseJson(body);
  const bodies: readonly unknown[] = path === '/orders' && Array.isArray(json) ? json : [json];
  return bodies.flatMap((one, place) => {
    const order = objectAt(one, 'order');
    return order === undefined ? [] : [[place, placingOf(request, one, order)] as const];
  });
}

function placingOf(request: Request, body: unknown, order: JsonObject): Placing {
  const wallet = authHeader(request, 'ADDRESS') ?? textAt(order, 'maker') ?? '';
  const terms = TERMS.flatMap((name) => (order[name] === undefined ? [] : [[name, brief(order[name])]]));
  // The service clock in milliseconds, if the run knows it.
  const seconds = Number(authHeader(request, 'TIMESTAMP'));
  const timestamp = Number.isFinite(seconds) ? String(seconds * 1_000) : brief(order['timestamp']);
  return {
    wallet: brief(wallet).toLowerCase(),
    type: brief(textAt(body, 'orderType')),
    order: { ...Object.fromEntries(terms), timestamp },
  };
}

/** The fate of an order; undefined if unknown, since a service or gateway may fail after it was placed. */
export function fateOf(place: number, { status }: Pick<Response, 'status'>, json: unknown): Fate | undefined {
  const reply: unknown = Array.isArray(json) ? json[place] : json;
  const id = textAt(reply, 'orderID') || undefined;
  if (id === undefined && status >= 500) return undefined;
  const accepted = isSuccess({ status }) && flagAt(reply, 'success') !== false;
  return { accepted, ...(id === undefined ? {} : { id: id.slice(0, LONGEST_ID) }) };
}
