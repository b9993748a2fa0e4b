/** spec/route: the columns of the route table. */
import type { z } from 'zod';
import type { ErrorCondition, ErrorFamily } from './errors.ts';
import type { RoutePrefixes, Subject } from './ids.generated.ts';
import type { LimitScopeId } from './limits.ts';

/** The ids of the rows in `spec/tables`, once `npm run ids` has run. */
export type RouteId = keyof RoutePrefixes;

/** A query or path parameter. Bounds are inclusive; absent bounds are not stated by the interface. */
export type Param = Readonly<{
  name: string;
  /** `conditions`: ids with commas. `unix-seconds`: in a string. `cursor`: base64 offset. `address`: a wallet. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'conditions' | 'unix-seconds' | 'cursor' | 'address';
  /** `by-route`: the route function refuses its absence and wrong texts, with the errors that clients know. */
  required?: true | 'by-route';
  min?: number;
  max?: number;
  /** Longest text in characters. */
  maxLength?: number;
  default?: string | number | boolean;
  /** A closed list of members. */
  members?: readonly string[];
  /** Other names of the same parameter. */
  aliases?: readonly string[];
  /** A list of texts, separated by commas or given several times. */
  repeated?: true;
  /** Letter case does not count: an id in hexadecimal digits. */
  caseless?: true;
  /** Its role in one sentence. */
  text: string;
}>;

export type Route = Readonly<{
  id: RouteId;
  method: 'GET' | 'POST' | 'DELETE';
  /** Path template; `{name}` is a parameter, literal segments win over parameters. */
  path: string;
  section: string;
  purpose: string;
  /** `L2`: five signed headers. `account`: account-bound, headers not listed by the interface. */
  auth: 'L2' | 'account' | 'none';
  /** The kind of thing that a request names: in the path, in a body of tokens, or in the required query parameter. */
  subject: Subject | 'none';
  pathParam?: Param;
  /** A list with `offset` or `next_cursor` is paged by it. That of a bare array is in a header (decision). */
  query: readonly Param[];
  /** The kind of the request body; `none` without one. */
  body: 'none' | 'heartbeat' | 'order' | 'cancel' | 'tokens';
  /** Schema of the 200 body. */
  ok: z.ZodType;
  /** Schema of one item of a list at `''` (bare array) or `data`. `counted`: `limit` counts this list of each group. */
  item?: { readonly schema: z.ZodType; readonly at: '' | 'data'; readonly counted?: string };
  /** Routes with the error `unknown-field` refuse unlisted query parameters, others ignore them. */
  family: ErrorFamily;
  /** Error conditions a client can provoke or see here, besides throttling. */
  errors: readonly ErrorCondition[];
  limits: readonly LimitScopeId[];
}>;

/** The columns of a route that a server needs. Profiles add routes without a section of the interface (`spec/clob`). */
export type ServedRoute = Pick<
  Route,
  'method' | 'path' | 'purpose' | 'pathParam' | 'query' | 'family' | 'errors' | 'limits' | 'ok'
> & {
  readonly id: string;
  /** `L1`: the signature of a private key, which the route function verifies. */
  readonly auth: Route['auth'] | 'L1';
  /** `json`: a body without a form of its own in the table. `optional`: the same, or none. */
  readonly body: Route['body'] | 'json' | 'optional';
};
