/** scenarios/language/step: the steps of a scenario: each has one verb, and words that go with it. */
import { z } from 'zod';
import { type AnyCommand, commandSchemas } from '../../sim/commands/command-words.ts';
import { Captures, Expectation } from './expectation.ts';
import { EMPTY, Expression, isFilled, Json, Name, NumberOrTemplate, Span, Text } from './vocabulary.ts';

/** Keys that every step accepts besides its verb. */
const common = {
  /** The name of the step in reports. */
  name: z.string().max(200).optional(),
  /** The step is skipped if this is false. */
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
   * How the signature is made wrong or otherwise: other seconds, another method, path or body than is sent, headers changed
   * (`null` leaves one out).
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

const Get = z.strictObject({ get: Text, ...request });
const Post = z.strictObject({ post: Text, ...request });
const Delete = z.strictObject({ delete: Text, ...request });
/** Any other method: `{send: PATCH, path: /order}`. */
const Send = z.strictObject({ send: Text, path: Text, ...request });

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

const PlaceOrder = z.strictObject({ order: Order, ...sending });
/** `DELETE /order`. */
const Cancel = z.strictObject({ cancel: Text, ...sending });
/** `POST /heartbeats`, or `POST /v1/heartbeats` with the heartbeat id that is named (or `start`). */
const Heartbeat = z.strictObject({ heartbeat: z.union([z.literal('plain'), z.literal('start'), Text]), ...sending });

/** Moves the service clock, or waits if it cannot be moved and the span is short. */
const Advance = z.strictObject({ advance: Span, ...common });
/** Faults that the deployment injects until `none`. */
const InjectFault = z.strictObject({ fault: z.enum(['none', 'internal-error', 'not-allowlisted']), ...common });
/** Rules for failures as clients meet them, until other rules or the end of the scenario. */
const InjectFaults = z.strictObject({ faults: z.array(Json), ...common });
/** The service ends at once, as in a power cut, and restarts from its stored state. */
const Restart = z.strictObject({ restart: z.literal(true), ...common });
/** The deployment returns to its state after start. */
const Reset = z.strictObject({ reset: z.literal(true), ...common });
const SetVariables = z.strictObject({ set: z.record(z.string(), Json).refine(isFilled, EMPTY), ...common });
const Check = z.strictObject({ check: z.union([Expression, z.array(Expression).min(1)]), ...common });

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
const DrawStep = z.strictObject({ draw: z.record(z.string(), Draw).refine(isFilled, EMPTY), ...common });

/** Expected events since the scenario began, in order: patterns of events of the engine's log, others may lie between. */
const ExpectState = z.strictObject({
  expectState: z
    .strictObject({
      events: z.array(Json).min(1).optional(),
      /** Patterns that no event may match. */
      never: z.array(Json).min(1).optional(),
      /** The number of events of a kind. */
      count: z.record(z.string(), Json).refine(isFilled, EMPTY).optional(),
    })
    .refine(isFilled, EMPTY),
  ...common,
});

/** Commands to the world, in the words of `sim/commands`; expressions may stand for names and values. */
export type CommandStep = AnyCommand & { readonly name?: string; readonly when?: string };
type KeysOf<Value> = Value extends unknown ? keyof Value : never;
type CommandVerb = KeysOf<AnyCommand>;
const orTemplate = <Schema extends z.ZodType>(schema: Schema): Schema =>
  z.union([schema, z.string().regex(/\$\{/, 'a value or an expression')]) as unknown as Schema;
const COMMAND_STEPS = Object.fromEntries(
  commandSchemas({ ref: Text, or: orTemplate }).map((schema) => [
    Object.keys(schema.shape).join(),
    z.strictObject({ ...schema.shape, ...common }),
  ]),
) as unknown as Readonly<Record<CommandVerb, z.ZodType<CommandStep> & { readonly shape: object }>>;
export const COMMANDS = Object.keys(COMMAND_STEPS) as readonly CommandVerb[];

export type Step =
  | CommandStep
  | z.infer<typeof Get>
  | z.infer<typeof Post>
  | z.infer<typeof Delete>
  | z.infer<typeof Send>
  | z.infer<typeof PlaceOrder>
  | z.infer<typeof Cancel>
  | z.infer<typeof Heartbeat>
  | z.infer<typeof Advance>
  | z.infer<typeof InjectFault>
  | z.infer<typeof InjectFaults>
  | z.infer<typeof Restart>
  | z.infer<typeof Reset>
  | z.infer<typeof SetVariables>
  | z.infer<typeof Check>
  | z.infer<typeof DrawStep>
  | z.infer<typeof ExpectState>
  | Block;

/** Steps that hold other steps. */
type Block =
  | {
      readonly call: string;
      readonly with?: Readonly<Record<string, unknown>>;
      readonly name?: string;
      readonly when?: string;
    }
  /** Repeats until all of `do` holds; fails after `within`. */
  | { readonly until: Until; readonly name?: string; readonly when?: string }
  | { readonly repeat: Repeat; readonly name?: string; readonly when?: string }
  | { readonly each: Each; readonly name?: string; readonly when?: string }
  /** Concurrent clients: the seed decides how their steps are interleaved; each client keeps its own order. */
  | { readonly together: Readonly<Record<string, readonly Step[]>>; readonly name?: string; readonly when?: string };

type Until = { readonly within: string; readonly every: string; readonly do: readonly Step[] };
type Repeat = { readonly times: number | string; readonly as?: string; readonly do: readonly Step[] };
type Each = { readonly of: unknown; readonly as: string; readonly do: readonly Step[] };

const Steps = z.lazy(() => z.array(AnyStep).min(1));

const Call = z.strictObject({ call: Name, with: z.record(z.string(), Json).optional(), ...common });
const UntilStep = z.strictObject({
  until: z.strictObject({ within: Span, every: Span.default('1s'), do: Steps }),
  ...common,
});
const RepeatStep = z.strictObject({
  /** At most ten thousand times. */
  repeat: z.strictObject({ times: NumberOrTemplate, as: Name.optional(), do: Steps }),
  ...common,
});
const EachStep = z.strictObject({
  each: z.strictObject({ of: z.union([z.array(Json), Text]), as: Name, do: Steps }),
  ...common,
});
const Together = z.strictObject({ together: z.record(z.string(), Steps).refine(isFilled, EMPTY), ...common });

/** Every kind of step by its verb. */
export const STEPS = {
  get: Get,
  post: Post,
  delete: Delete,
  send: Send,
  order: PlaceOrder,
  cancel: Cancel,
  heartbeat: Heartbeat,
  advance: Advance,
  fault: InjectFault,
  faults: InjectFaults,
  restart: Restart,
  reset: Reset,
  set: SetVariables,
  check: Check,
  draw: DrawStep,
  expectState: ExpectState,
  call: Call,
  until: UntilStep,
  repeat: RepeatStep,
  each: EachStep,
  together: Together,
  ...COMMAND_STEPS,
} as const;
export type Verb = keyof typeof STEPS;
export const VERBS = Object.keys(STEPS) as readonly Verb[];

export const AnyStep: z.ZodType<Step> = z.union(Object.values(STEPS) as unknown as [z.ZodType<Step>, z.ZodType<Step>]);
