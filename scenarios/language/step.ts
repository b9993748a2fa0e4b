/** scenarios/language/step: the steps of a scenario: each has one verb, and words that go with it. */
import { z } from 'zod';
import { type AnyCommand, commandSchemas } from '../../sim/commands/command-words.ts';
import { EMPTY, Expression, isFilled, Json, Name, NumberOrTemplate, Span, Text } from './vocabulary.ts';

const StatusRange = z.string().regex(/^(?:[1-5]xx|\$\{.+\})$/s, 'a status: 404, or any of a kind: 4xx');
const Status = z.union([z.int().min(100).max(599), StatusRange]);

/** The schema of `Expectation` in wire/pattern/expectation. */
const Expectation = z
  .strictObject({
    status: z.union([Status, z.array(Status).min(1)]).optional(),
    error: Json.refine((value) => value !== false, 'true, or a pattern for its text').optional(),
    refused: z.literal(true).optional(),
    headers: z.record(z.string(), Json).refine(isFilled, EMPTY).optional(),
    body: Json.optional(),
    at: z
      .record(z.string().regex(/^(?:\/.*)?$/s, 'a JSON pointer: empty, or it starts with /'), Json)
      .refine(isFilled, EMPTY)
      .optional(),
    shape: z.literal(true).optional(),
    documented: z.literal(true).optional(),
  })
  .refine(isFilled, EMPTY);

/** Variables by name: a JSON pointer into the body of the response (`/0/id`), or a text with `${expressions}`. */
export const Captures = z.record(z.string(), Text);
export type Captures = z.infer<typeof Captures>;

/** Keys that every step accepts besides its verb. */
const common = {
  name: z.string().max(200).optional(),
  when: Expression.optional(),
};

/** Keys that every step which sends a request accepts. */
const sending = {
  ...common,
  /** The wallet that signs. Requests without it are not signed. */
  as: Text.optional(),
  expect: Expectation.optional(),
  capture: Captures.optional(),
  /** The request or its response is lost: nothing is expected or captured. */
  lose: z.enum(['request', 'response']).optional(),
};

const Query = z.record(z.string(), z.union([Text, z.number(), z.boolean(), z.array(z.union([Text, z.number()]))]));

const request = {
  ...sending,
  query: z.union([Text, Query]).optional(),
  headers: z.record(z.string(), Text).optional(),
  /** JSON, the raw `text` of the body, or its `bytes` in base64, which need not be a text. */
  body: Json.optional(),
  text: Text.optional(),
  bytes: Text.optional(),
  /**
   * How the signature is made wrong or otherwise: other seconds, another method, path or body than is sent, headers
   * changed (`null` leaves one out).
   */
  sign: z
    .strictObject({
      /** Seconds added to the service clock in the timestamp. */
      skew: NumberOrTemplate.optional(),
      /** Signed instead of the request's own. */
      method: Text.optional(),
      path: Text.optional(),
      text: Text.optional(),
      headers: z.record(z.string(), z.union([Text, z.null()])).optional(),
    })
    .optional(),
  /** The client address, if the deployment is in process. */
  client: Text.optional(),
};

/** An order as its owner thinks of it; becomes the signed body of `POST /order`. */
const Order = z.strictObject({
  market: Text.default('market'),
  outcome: z.union([z.enum(['yes', 'no']), z.string().regex(/\$\{/, 'yes, no or an expression')]).default('yes'),
  side: z.union([z.enum(['BUY', 'SELL']), z.string().regex(/\$\{/, 'BUY, SELL or an expression')]).default('BUY'),
  type: Text.default('GTC'),
  /** Dollars a share, of the outcome's own token. */
  price: NumberOrTemplate,
  /** Shares. */
  size: NumberOrTemplate,
  postOnly: z.union([z.boolean(), z.string().regex(/\$\{/, 'true, false or an expression')]).optional(),
  /** How long from now on, for GTD. */
  expires: Span.optional(),
  /** An order with the same salt is the same order; drawn if absent. */
  salt: z.union([Text, z.number()]).optional(),
  /** Fields of the body to set or (`null`) to leave out, applied last: `{orderType: null, order: {side: HOLD}}`. */
  over: z.record(z.string(), Json).optional(),
});

/** Values drawn from the seed. `orders`: this many orders, none of which crosses another unless `crossing` is true. */
export const Draw = z.union([
  z.strictObject({ int: z.tuple([z.int(), z.int()]), count: z.int().min(1).max(10_000).optional() }),
  z.strictObject({ of: z.array(Json).min(1), count: z.int().min(1).max(10_000).optional() }),
  z.strictObject({ shuffle: z.union([z.array(Json), Text]) }),
  z.strictObject({
    orders: z.int().min(1).max(10_000),
    market: Text.default('market'),
    crossing: z.boolean().default(false),
    /** Bounds of the prices in dollars, and of the sizes in shares. */
    price: z.tuple([z.number(), z.number()]).default([0.1, 0.9]),
    size: z.tuple([z.number(), z.number()]).default([5, 50]),
    side: z.enum(['BUY', 'SELL', 'both']).default('both'),
  }),
]);
export type Draw = z.infer<typeof Draw>;

const some = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema).refine(isFilled, EMPTY);

/** The steps that hold no others, by their verb. `reading/descriptions` has a sentence about each. */
const LEAVES = {
  get: z.strictObject({ get: Text, ...request }),
  post: z.strictObject({ post: Text, ...request }),
  delete: z.strictObject({ delete: Text, ...request }),
  send: z.strictObject({ send: Text, path: Text, ...request }),
  order: z.strictObject({ order: Order, ...sending }),
  cancel: z.strictObject({ cancel: Text, ...sending }),
  /** `POST /heartbeats`, or `POST /v1/heartbeats` with the heartbeat id that is named (or `start`). */
  heartbeat: z.strictObject({ heartbeat: z.union([z.literal('plain'), z.literal('start'), Text]), ...sending }),
  /** A clock that cannot be moved is waited for if the span is short. */
  advance: z.strictObject({ advance: Span, ...common }),
  fault: z.strictObject({ fault: z.enum(['none', 'internal-error', 'not-allowlisted']), ...common }),
  /** They last until other rules or the end of the scenario. */
  faults: z.strictObject({ faults: z.array(Json), ...common }),
  restart: z.strictObject({ restart: z.literal(true), ...common }),
  reset: z.strictObject({ reset: z.literal(true), ...common }),
  set: z.strictObject({ set: some(Json), ...common }),
  check: z.strictObject({ check: z.union([Expression, z.array(Expression).min(1)]), ...common }),
  draw: z.strictObject({ draw: some(Draw), ...common }),
  /** Patterns of events of the engine's log; other events may lie between. */
  expectState: z.strictObject({
    expectState: z
      .strictObject({
        events: z.array(Json).min(1).optional(),
        /** Patterns that no event may match. */
        never: z.array(Json).min(1).optional(),
        /** The number of events of a kind. */
        count: some(Json).optional(),
      })
      .refine(isFilled, EMPTY),
    ...common,
  }),
} as const;

/** Commands to the world, in the words of `sim/commands`; expressions may stand for names and values. */
type Labels = { readonly name?: string; readonly when?: string };
export type CommandStep = AnyCommand & Labels;
type KeysOf<Value> = Value extends unknown ? keyof Value : never;
type CommandVerb = KeysOf<AnyCommand>;
const orTemplate = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.string().regex(/\$\{/, 'a value or an expression')]) as unknown as Schema;
const COMMAND_STEPS = Object.fromEntries(
  commandSchemas({ ref: Text, or: orTemplate }).map((schema) => [
    Object.keys(schema.shape).join(),
    z.strictObject({ ...schema.shape, ...common }),
  ]),
) as unknown as Readonly<Record<CommandVerb, z.ZodType<CommandStep> & { readonly shape: object }>>;
export const COMMANDS = Object.keys(COMMAND_STEPS) as readonly CommandVerb[];

export type Step = CommandStep | z.infer<(typeof LEAVES)[keyof typeof LEAVES]> | Block;

/** The steps with one of these verbs. */
export type StepOf<Verbs extends string> = Verbs extends unknown
  ? Extract<Step, Readonly<Record<Verbs, unknown>>>
  : never;

/** Steps that hold other steps. */
type Block = Labels &
  (
    | { readonly call: string; readonly with?: Readonly<Record<string, unknown>> }
    /** Repeats until all of `do` holds; fails after `within`. */
    | { readonly until: Until }
    | { readonly repeat: Repeat }
    | { readonly each: Each }
    /** Concurrent clients: the seed decides how their steps are interleaved; each client keeps its own order. */
    | { readonly together: Readonly<Record<string, readonly Step[]>> }
  );

type Until = { readonly within: string; readonly every: string; readonly do: readonly Step[] };
type Repeat = { readonly times: number | string; readonly as?: string; readonly do: readonly Step[] };
type Each = { readonly of: unknown; readonly as: string; readonly do: readonly Step[] };

const Steps = z.lazy(() => z.array(AnyStep).min(1));

/** Every kind of step by its verb. */
export const STEPS = {
  ...LEAVES,
  call: z.strictObject({ call: Name, with: z.record(z.string(), Json).optional(), ...common }),
  until: z.strictObject({
    until: z.strictObject({ within: Span, every: Span.default('1s'), do: Steps }),
    ...common,
  }),
  /** At most ten thousand times. */
  repeat: z.strictObject({
    repeat: z.strictObject({ times: NumberOrTemplate, as: Name.optional(), do: Steps }),
    ...common,
  }),
  each: z.strictObject({
    each: z.strictObject({ of: z.union([z.array(Json), Text]), as: Name, do: Steps }),
    ...common,
  }),
  together: z.strictObject({ together: some(Steps), ...common }),
  ...COMMAND_STEPS,
} as const;
export type Verb = keyof typeof STEPS;
export const VERBS = Object.keys(STEPS) as readonly Verb[];

export const AnyStep: z.ZodType<Step> = z.union(Object.values(STEPS) as unknown as [z.ZodType<Step>, z.ZodType<Step>]);
