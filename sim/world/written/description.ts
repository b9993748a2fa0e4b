/** sim/world/written/description: the description of a world, in names of its author, shares and dollars. */
import { z } from 'zod';

const Name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'a name: a lower-case letter, then at most 39 letters, digits or underscores');
const Amount = z.number().min(0).max(1_000_000_000);

export const WrittenMarket = z.strictObject({
  question: z.string().min(1).max(200).optional(),
  outcomes: z
    .tuple([z.string().min(1).max(100), z.string().min(1).max(100)])
    .refine(([first, second]) => first !== second, 'two different names')
    .default(['Yes', 'No']),
  /** Price step in dollars: 0.1 to 0.0001, as the venue allows. */
  tick: z.number().default(0.01),
  minSize: Amount.default(5),
  /** Rate, exponent and whether only takers pay. */
  fee: z
    .strictObject({
      rate: z.number().min(0).max(1),
      exponent: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(1),
      takerOnly: z.boolean().default(true),
    })
    .default({ rate: 0, exponent: 1, takerOnly: true }),
  /** Seconds a marketable order waits before it matches. */
  delay: z.number().min(0).max(3_600).default(0),
  /** Markets with the same group name are one negative-risk group: at least two. */
  group: Name.optional(),
});

export type WrittenMarket = z.infer<typeof WrittenMarket>;

/** The balances of a wallet: dollars, and shares of both tokens by market. */
const WrittenWallet = z.strictObject({
  cash: Amount.default(0),
  tokens: z.record(z.string(), Amount).default({}),
});

/** One order of the history, made before the scenario begins. */
const WrittenOrder = z.strictObject({
  wallet: Name,
  market: Name,
  outcome: z.enum(['yes', 'no']).default('yes'),
  side: z.enum(['BUY', 'SELL']),
  price: z.number(),
  size: Amount,
});

/** How names and values are written: in a scenario also as expressions. */
export type Wording = {
  readonly ref: z.ZodType<string>;
  readonly or: <Schema extends z.ZodType>(schema: Schema) => Schema;
};

/** `yes` pays a dollar for each share of the first outcome, `no` of the second; else dollars a share of each. */
const Pays = z.union(
  [z.enum(['yes', 'no']), z.tuple([z.number(), z.number()])],
  'yes, no, or dollars for each outcome',
);

/** Steps of a history that can also be commanded while the service runs. */
export function deedSchemas({ ref, or }: Wording) {
  const size = or(Amount);
  const at = { wallet: ref, market: ref };
  return [
    z.strictObject({ pause: ref }),
    z.strictObject({ resume: ref }),
    z.strictObject({ close: ref }),
    z.strictObject({ resolve: z.strictObject({ market: ref, pays: or(Pays) }) }),
    /** Pays half a dollar for each share. */
    z.strictObject({ void: ref }),
    z.strictObject({ tick: z.strictObject({ market: ref, to: or(z.number()) }) }),
    z.strictObject({ deposit: z.strictObject({ wallet: ref, cash: size }) }),
    /** Dollars, or shares of one outcome. */
    z.strictObject({
      transfer: z.strictObject({
        wallet: ref,
        to: ref,
        cash: size.optional(),
        market: ref.optional(),
        outcome: or(z.enum(['yes', 'no'])).optional(),
        size: size.optional(),
      }),
    }),
    z.strictObject({ redeem: z.strictObject(at) }),
    z.strictObject({ merge: z.strictObject({ ...at, size }) }),
    z.strictObject({ split: z.strictObject({ ...at, size }) }),
    z.strictObject({ convert: z.strictObject({ wallet: ref, group: ref, markets: z.array(ref).min(1), size }) }),
    /** Settlement of a trade, counted from 1: retried (RETRYING), failed and reversed (FAILED), or held. */
    z.strictObject({ settlement: z.strictObject({ trade: or(TradeRef), outcome: or(Outcome) }) }),
  ] as const;
}

const TradeRef = z.union([z.int().min(1), z.string().min(1).max(100)], 'a number from 1, an id, or last');
const Outcome = z.enum(['retry', 'fail', 'hold', 'release']);

/** The history: orders, and ends of markets. */
export const WorldStep = z.union([
  z.strictObject({ order: WrittenOrder }),
  z.strictObject({ wait: z.number().min(0).max(1e9) }),
  ...deedSchemas({ ref: Name, or: (schema) => schema }),
]);

export type WorldStep = z.infer<typeof WorldStep>;

export const WrittenWorld = z.strictObject({
  markets: z.record(Name, WrittenMarket),
  wallets: z.record(Name, WrittenWallet).default({}),
  history: z.array(WorldStep).max(10_000).default([]),
});
export type WrittenWorld = z.infer<typeof WrittenWorld>;

/** A description without the fields that have defaults. */
export type WorldDescription = z.input<typeof WrittenWorld>;
