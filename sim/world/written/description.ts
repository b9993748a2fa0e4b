/**
 * sim/world/written/description: the description of a world, for example in a scenario: markets, wallets, balances
 * and a history. The author chooses the names; amounts are shares and dollars.
 */
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

/** Payouts in dollars a share, `[1, 0]`, `[0, 1]` or `[0.5, 0.5]`, or the winning outcome. */
const Pays = z.union([z.enum(['yes', 'no']), z.tuple([z.number(), z.number()])]);

/** Steps that name markets and wallets as `name` allows, and trades as `trade` does. */
function stepsOf<Trade extends z.ZodType<number | string>>(name: z.ZodString, trade: Trade) {
  const sets = z.strictObject({ wallet: name, market: name, size: Amount });
  return [
    z.strictObject({ pause: name }),
    z.strictObject({ resume: name }),
    z.strictObject({ close: name }),
    z.strictObject({ resolve: z.strictObject({ market: name, pays: Pays }) }),
    /** Resolves a market with half a dollar for each outcome. */
    z.strictObject({ void: name }),
    z.strictObject({ tick: z.strictObject({ market: name, to: z.number() }) }),
    z.strictObject({ deposit: z.strictObject({ wallet: name, cash: Amount }) }),
    z.strictObject({ redeem: z.strictObject({ wallet: name, market: name }) }),
    z.strictObject({ merge: sets }),
    z.strictObject({ split: sets }),
    /** Disturbs the settlement of a trade: it is retried (RETRYING), or fails (FAILED) and is reversed. */
    z.strictObject({ settlement: z.strictObject({ trade, outcome: z.enum(['retry', 'fail']) }) }),
  ] as const;
}

/** Trades are counted from 1. */
const TradeNumber = z.int().min(1);

/** The history: orders, and ends of markets. */
export const HistoryStep = z.union([
  z.strictObject({ order: WrittenOrder }),
  z.strictObject({ wait: z.number().min(0).max(1e9) }),
  ...stepsOf(Name, TradeNumber),
  z.strictObject({
    convert: z.strictObject({ wallet: Name, group: Name, markets: z.array(Name).min(1), size: Amount }),
  }),
]);

export type HistoryStep = z.infer<typeof HistoryStep>;

const Reference = z.string().min(1).max(200);

/** A command to a running world, in the words of a history; markets, wallets, trades and orders by name or wire id. */
export const WorldCommand = z.union([
  ...stepsOf(Reference, z.union([TradeNumber, Reference])),
  /** A counterparty takes a resting order, `size` shares of it or all. */
  z.strictObject({ fill: z.strictObject({ order: Reference, size: Amount.optional() }) }),
]);
export type WorldCommand = z.infer<typeof WorldCommand>;

export const WrittenWorld = z.strictObject({
  markets: z.record(Name, WrittenMarket),
  wallets: z.record(Name, WrittenWallet).default({}),
  history: z.array(HistoryStep).max(10_000).default([]),
});
export type WrittenWorld = z.infer<typeof WrittenWorld>;

/** A description without the fields that have defaults. */
export type WorldDescription = z.input<typeof WrittenWorld>;
