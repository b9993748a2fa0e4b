/** wire/message: requests and responses as plain records, which simulator, server, targets and checks exchange. */

/**
 * One request. `path` is percent-encoded and has no query; `query` is raw and has no `?`; header names are lower case.
 * `body` is the text as sent, or the reason why it could not be read. `client` is the caller's network address.
 */
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | UnreadableBody;
  readonly client?: string;
};

/** A body that the server rejected: too long, or not UTF-8. `bytes`: only as a client sends them. */
export type UnreadableBody = { readonly unreadable: 'too-large' | 'not-utf8'; readonly bytes?: Uint8Array };

/** One response. Header names are lower case; `body` is text (UTF-8 on the wire). */
export type Response = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the network delivers it, for the adapters of a simulator with faults; absent: whole and at once. */
  readonly delivery?: Delivery;
};

/** `lost`: reset before the response; its status is 0. `cut`: reset after half of the body. `delayMs`: a wait. */
export type Delivery = { readonly delayMs?: number; readonly end?: 'lost' | 'cut' };

/** The service as one synchronous function. */
export type Handler = (request: Request) => Response;

export function isSuccess({ status }: Pick<Response, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** True for a refusal of the caller, whatever the request contains. */
export function isCallerRefused({ status }: Pick<Response, 'status'>): boolean {
  return status === 401 || status === 403;
}

export function bare(method: string, path: string): Request {
  return { method, path, query: '', headers: {} };
}

/** Query parameters by name, each given once. */
export type Query = Readonly<Record<string, string>>;

/** A request record from its parts: `get('/markets', {limit: '5'})`. */
export function get(path: string, query: Query = {}): Request {
  return { method: 'GET', path, query: new URLSearchParams(query).toString(), headers: {} };
}

export function withJson(method: 'POST' | 'DELETE', path: string, body: unknown): Request {
  return { method, path, query: '', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A header of a request, in any letter case: some are sent in capitals on purpose. `name` is lower case. */
export function headerOf({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  return headers[name] ?? Object.entries(headers).find(([spelled]) => spelled.toLowerCase() === name)?.[1];
}

/** Path and query, as in a request line. */
export function requestTarget(request: Request): string {
  return request.query === '' ? request.path : `${request.path}?${request.query}`;
}
