/** proof/judge/wrappers/responses: changes a response: its body, one place of it by its path, its list, its errors. */
import { isObject, type JsonObject, objectsIn, parseJson } from '../../../base/json.ts';
import { get, type Handler, isSuccess, jsonIn, type Request, type Response } from '../../../wire/message.ts';
import type { Internals, Wrap } from '../variant.ts';

/** The address of a wallet that no world has. */
export const STRANGER = `0x${'2'.repeat(40)}`;
/** The condition id of a market that no world has. */
export const NO_MARKET = `0x${'0'.repeat(64)}`;

/** The new value of a place; undefined removes the key. `holder` is the object that contains it. */
export type Change = (value: unknown, holder: JsonObject) => unknown;

/**
 * `value` with every place that `path` names changed. A path is keys with dots between; `*` stands for every item of an
 * array or value of an object, `first` and `last` for one item, `a|b` for two keys.
 */
export function editAt(value: unknown, path: string, change: Change): unknown {
  return editFrom(value, path.split('.'), change, {});
}

function editFrom(value: unknown, path: readonly string[], change: Change, holder: JsonObject): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value, holder);
  if (Array.isArray(value)) {
    const chosen = head === 'first' ? 0 : head === 'last' ? value.length - 1 : undefined;
    return value.map((item: unknown, index) =>
      chosen === undefined || index === chosen ? editFrom(item, rest, change, holder) : item,
    );
  }
  if (!isObject(value)) return value;
  const keys = head.split('|');
  const isChanged = (key: string) => head === '*' || keys.includes(key);
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, isChanged(key) ? editFrom(inner, rest, change, value) : inner] as const,
  );
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

export const asJson: Change = (value) => (typeof value === 'string' ? JSON.parse(value) : value);
/** Unix seconds as an ISO 8601 moment. */
export const asIso: Change = (value) => new Date(Number(value) * 1_000).toISOString();
export const to =
  (constant: unknown): Change =>
  () =>
    constant;
/** A number, or digits in a text, moved by `amount`. */
export const plus =
  (amount: number): Change =>
  (value) =>
    typeof value === 'string' ? String(Number(value) + amount) : Number(value) + amount;
export const times =
  (factor: number): Change =>
  (value) =>
    Number(value) * factor;
/** Changes objects; every other value stays as it is. */
export const ofObject =
  (change: (object: JsonObject) => unknown): Change =>
  (value) =>
    isObject(value) ? change(value) : value;
export const withKey = (key: string, make: (holder: JsonObject) => unknown): Change =>
  ofObject((value) => ({ ...value, [key]: make(value) }));
export const inverted: Change = (value) => value !== true;
export const shouted: Change = (value) => String(value).toUpperCase();
export const lowered: Change = (value) => String(value).toLowerCase();
export const reversed: Change = (value) => (Array.isArray(value) ? value.toReversed() : value);
export const lastTwice: Change = (value) => (Array.isArray(value) ? [...value, ...value.slice(-1)] : value);
export const lastGone: Change = (value) => (Array.isArray(value) ? value.slice(0, -1) : value);

export function reworded(from: string, other: string): Wrap {
  return errors((json) => ({ ...json, error: String(json['error']).replace(from, other) }));
}

/** Refusals that say this, or have this status, get another status. */
export function otherStatus(which: RegExp | number, status: number): Wrap {
  return refusalsThat(
    (response) => (typeof which === 'number' ? response.status === which : which.test(response.body)),
    (response) => ({ ...response, status }),
  );
}

/** Refusals for which `when` holds become a successful response with this body. */
export function forgiven(body: unknown, when: (json: JsonObject) => boolean = () => true): Wrap {
  return refusalsThat(
    (response) => when(jsonOf(response)),
    (response) => withBody(response, body, 200),
  );
}

/** Refusals of this status become a successful response with this body. */
export const succeeding = (status: number, body: unknown): Wrap =>
  refusalsThat(
    (response) => response.status === status,
    (response) => withBody(response, body, 200),
  );

export function withBody(response: Response, json: unknown, status = response.status): Response {
  return { ...response, status, body: JSON.stringify(json) };
}

export function withHeaders(response: Response, more: Response['headers']): Response {
  return { ...response, headers: { ...response.headers, ...more } };
}

export function withoutHeader(response: Response, name: string): Response {
  const { [name]: _, ...headers } = response.headers;
  return { ...response, headers };
}

export const queryOf = ({ query }: Request): URLSearchParams => new URLSearchParams(query);

/** The object in a body; empty for a body that is no object. */
export function jsonOf(message: Pick<Request, 'body'>): JsonObject {
  const json = jsonIn(message);
  return isObject(json) ? json : {};
}

/** The objects of the list in a body. */
export const rowsIn = ({ body }: Pick<Request | Response, 'body'>): readonly JsonObject[] =>
  objectsIn(parseJson(String(body)));

/** `handle` sends further requests to the service. */
type ReplyChange = (response: Response, request: Request, handle: Handler, internals: Internals) => Response;

/** Changes every response. */
export function replies(change: ReplyChange): Wrap {
  return (handle, internals) => (request) => change(handle(request), request, handle, internals);
}

/** Changes successful responses. */
export function responses(change: ReplyChange): Wrap {
  return replies((response, ...more) => (isSuccess(response) ? change(response, ...more) : response));
}

/** Successful responses get another status. */
export const withStatus = (status: number): Wrap => responses((response) => ({ ...response, status }));

export function refusals(change: ReplyChange): Wrap {
  return replies((response, ...more) => (isSuccess(response) ? response : change(response, ...more)));
}

/** Changes the refusals that `is` chooses. */
export function refusalsThat(
  is: (response: Response, request: Request) => boolean,
  change: (response: Response) => Response,
): Wrap {
  return refusals((response, request) => (is(response, request) ? change(response) : response));
}

export function bodies(change: (json: unknown, query: URLSearchParams) => unknown): Wrap {
  return responses((response, request) => withBody(response, change(parseJson(response.body), queryOf(request))));
}

/** Changes one place in the bodies of successful responses; see `editAt`. */
export function edit(path: string, change: Change): Wrap {
  return bodies((json) => editAt(json, path, change));
}

export const set = (path: string, value: unknown): Wrap => edit(path, () => value);
export const drop = (path: string): Wrap => set(path, undefined);
export const copy = (path: string, other: string): Wrap => edit(path, (_, holder) => holder[other]);

/** Changes the list in the bodies of successful responses: the body itself or its `data`. */
export function rows(change: (rows: readonly JsonObject[], query: URLSearchParams) => readonly unknown[]): Wrap {
  return bodies((json, query) =>
    isObject(json) ? { ...json, data: change(objectsIn(json['data']), query) } : change(objectsIn(json), query),
  );
}

export function errors(change: (json: JsonObject, request: Request) => unknown): Wrap {
  return refusals((response, request) => withBody(response, change(jsonOf(response), request)));
}

export const alwaysFirst: Wrap = (handle) => {
  let first: string | undefined;
  return (request) => {
    const response = handle(request);
    if (!isSuccess(response)) return response;
    first ??= response.body;
    return { ...response, body: first };
  };
};

export function replying(json: unknown, when: (request: Request) => boolean = () => true): Wrap {
  return (handle) => (request) => {
    if (!when(request)) return handle(request);
    return withBody(handle(get('/')), json, 200);
  };
}

export function eachRow(change: (row: JsonObject, index: number) => unknown): Wrap {
  return rows((list) => list.map(change));
}

export const keeping = (holds: (row: JsonObject) => boolean): Wrap => rows((list) => list.filter(holds));
export const backwards = rows((list) => list.toReversed());
export const lastRowTwice = rows((list) => [...list, ...list.slice(-1)]);
