/** spec/profile: the machine-readable half of the decisions: values that the simulator uses and runs judge by. */
import { z } from 'zod';
import { HEADER_PREFIXES } from './auth.ts';
import type { ErrorCondition } from './errors.ts';
import { readTable } from './table.ts';

/** The end marker of a cursor list: an empty text, or base64 of -1. */
const CursorEnd = z.enum(['', 'LTE=']);
const Status = z.int().min(400).max(599);
const Count = z.int().min(1);
/** No wait of a service is longer. */
const YEAR_SECONDS = 366 * 24 * 3_600;

export const Profile = z.strictObject({
  name: z.string().min(1),
  title: z.string().min(1),
  /** HTTP status of each kind of refusal (7: not shown). */
  statuses: z.strictObject({
    /** A parameter, body or order that is not acceptable. */
    badRequest: Status,
    /** Missing or wrong L2 headers, or a caller not on the allowlist. */
    auth: Status,
    /** An entity or a route that does not exist. */
    notFound: Status,
    methodNotAllowed: Status,
    /** An order for a market that takes none. */
    notAccepting: Status,
    tooLarge: Status,
    throttled: Status,
    internal: Status,
  }),
  auth: z.strictObject({
    /** The beginning of the names of all five headers. */
    prefix: z.enum(HEADER_PREFIXES),
    /** How far the header of the timestamp may be from the service clock, both ways, in seconds. */
    windowSeconds: Count,
    /** How a client writes the HMAC-SHA256 digest. */
    digest: z.enum(['hex', 'base64url']),
    /** Whether a service takes the digest in base64url as well. */
    acceptBase64url: z.boolean(),
    /** The sentence before the reason when the headers are refused, which clients recognize. */
    refusal: z.string().optional(),
  }),
  /** Items per page of the lists whose page size a caller cannot set. */
  pages: z.strictObject({ trades: Count, liveOrders: Count, marketLists: Count }),
  /** The `next_cursor` of the last page. */
  cursorEnds: z.strictObject({ trades: CursorEnd, liveOrders: CursorEnd, marketLists: CursorEnd }),
  /** Most tokens in one request for books or prices. */
  batch: z.strictObject({ max: Count }),
  /** How long a key that started heartbeats may be silent, in milliseconds. */
  heartbeat: z.strictObject({ timeoutMs: Count.max(YEAR_SECONDS * 1_000) }),
  order: z.strictObject({
    types: z.array(z.enum(['GTC', 'GTD', 'FOK', 'FAK'])).min(1),
    signatureTypes: z.array(z.int().min(0)).min(1),
    /** A GTD order expires more than this many seconds after the service clock. */
    gtdMinAheadSeconds: Count.max(YEAR_SECONDS),
    /** The outcome when an order crosses another order of the same wallet. */
    selfTrade: z.enum(['cancel-newest', 'cancel-oldest', 'cancel-both', 'decrement']),
    signatureBytesMax: Count,
  }),
  /** Decimal places of a fee in dollars. */
  fee: z.strictObject({ digits: z.int().min(0).max(6) }),
  /** The form of `asset` and `oppositeAsset` in wallet data. */
  assets: z.enum(['condition-and-index', 'token-id']),
  /** The price that `BUY` names in lists of best prices. */
  buyPrice: z.enum(['best-ask', 'best-bid']),
  /** Routes and forms of orders that real clients expect; absent in a profile of the interface alone. */
  clob: z
    .strictObject({
      /** The contracts that verify orders (`spec/clob/order.ts`). */
      contracts: z.enum(['polymarket', 'kuest']),
      /** The field of `DELETE /order` with the id. */
      cancelField: z.enum(['orderID', 'orderId']),
      /** The version of signed orders, which clients ask for before their first one. */
      orderVersion: z.literal(2),
      /** The place of the refusal of a single cancellation: in the list of those not cancelled, or in the status. */
      cancelRefusals: z.enum(['listed', 'status']),
      /** Clauses that the profile contradicts: ids, or beginnings of ids that end in `*` (`register.ts`). */
      replaces: z.array(z.string().regex(/^[^*\s]+\*?$/, 'a clause id, or the beginning of one and *')),
    })
    .optional(),
});
export type Profile = z.infer<typeof Profile>;

export const profileNames: readonly string[] = ['document', 'polymarket', 'kuest'];

/** The profile called `name`. Throws an `Error` that lists the known names when there is no such profile. */
export function loadProfile(name: string): Profile {
  if (!profileNames.includes(name))
    throw new Error(`unknown profile "${name}"; known profiles: ${profileNames.join(', ')}`);
  return readTable(new URL(`./profiles/${name}.generated.json`, import.meta.url));
}

const STATUSES: Readonly<Record<ErrorCondition, keyof Profile['statuses']>> = {
  'bad-request': 'badRequest',
  'missing-field': 'badRequest',
  'unknown-field': 'badRequest',
  'too-large': 'tooLarge',
  'not-found': 'notFound',
  unauthorized: 'auth',
  'not-allowlisted': 'auth',
  'method-not-allowed': 'methodNotAllowed',
  'not-accepting': 'notAccepting',
  throttled: 'throttled',
  internal: 'internal',
};

export function errorStatus(profile: Profile, condition: ErrorCondition): number {
  return profile.statuses[STATUSES[condition]];
}
