/** wire/message: requests and responses as plain records, and the port to every deployment that exchanges them. */
import { parseJson } from '../base/json.ts';

/**
 * One request. `path` is percent-encoded and has no query; `query` is raw and has no `?`; header names are lower case.
 * `body` is the text as sent, or the reason why it could not be read. `client` is the caller's network address.
 */
export type Request = Readonly<{
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body?: string | UnreadableBody;
  client?: string;
}>;

/** A body that the server rejected: too long, or not UTF-8. `bytes`: only as a client sends them. */
export type UnreadableBody = { readonly unreadable: 'too-large' | 'not-utf8'; readonly bytes?: Uint8Array };

/** One response. Header names are lower case; `body` is text (UTF-8 on the wire). */
export type Response = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** How the network delivers it, for the adapters of a simulator with faults; absent: whole and at once. */
  delivery?: Delivery;
}>;

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

/** The JSON in the body of a request; undefined without JSON. */
export function jsonIn({ body }: Pick<Request, 'body'>): unknown {
  return typeof body === 'string' ? parseJson(body) : undefined;
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

/** The failure of a request that got no response to judge. */
export type TransportTrouble =
  | 'unreachable'
  | 'timeout'
  | 'not-http'
  | 'too-large'
  | 'truncated'
  | 'redirect'
  | 'bad-encoding'
  | 'gateway'
  | 'aborted';

type Head = Pick<Response, 'status' | 'headers'>;

/** A response, or the reason why it is missing. `detail`: one line; `head`: if the response had begun. */
export type SendOutcome =
  | { readonly kind: 'response'; readonly response: Response }
  | Readonly<{ kind: 'trouble'; trouble: TransportTrouble; detail: string; head?: Head }>;

/** A deployment. `send` never throws; `label` is its name in a report, which has `$TARGET` elsewhere. */
export type Target = {
  readonly label: string;
  /** Texts that no report may show: the values of headers for a gateway. */
  readonly secrets?: readonly string[];
  /** Milliseconds in which `send` has an outcome; the default of a run is a minute. Undefined in process. */
  readonly timeoutMs?: number;
  send(request: Request): Promise<SendOutcome>;
  /** Control of time and faults, if the deployment offers it. */
  readonly control?: Control;
  close(): Promise<void>;
};

/** The target. `onRequest` is called with each request before it is sent. */
export function observed(target: Target, onRequest: (request: Request) => void): Target {
  return {
    ...target,
    send(request) {
      onRequest(request);
      return target.send(request);
    },
  };
}

/** Faults that a test deployment can inject. `none` switches all off. */
export const FAULT_SWITCHES = ['none', 'internal-error', 'not-allowlisted'] as const;
export type FaultSwitch = (typeof FAULT_SWITCHES)[number];

/** The paths of the control routes begin with it. */
export const CONTROL_PREFIX = '/_touchstone/';

/** The control routes of a test deployment (`POST /_touchstone/...`). Each returns false if the deployment refused. */
export type Control = {
  /** Moves the service clock ahead by whole milliseconds. */
  advance(ms: number): Promise<boolean>;
  /** Back to the state after start. */
  reset(): Promise<boolean>;
  faults(fault: FaultSwitch): Promise<boolean>;
  /** Replaces the rules for failures as clients meet them; absent or false: the deployment takes none. */
  faultRules?(rules: readonly unknown[]): Promise<boolean>;
  /** Moves the world: the body of the response, or of the refusal. Undefined if the deployment has no such route. */
  command?(command: unknown): Promise<unknown>;
  /** Rolling state hash. */
  hash(): Promise<string | undefined>;
  /** Milliseconds since the epoch on the service clock. */
  now(): Promise<number | undefined>;
};
