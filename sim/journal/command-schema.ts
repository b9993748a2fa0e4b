/**
 * sim/journal/command-schema: what a command looks like in a file. Only the form is checked here, field by field with none
 * to spare; whether a command makes sense is for the venue to say.
 */
import { z } from 'zod';
import type { Command } from '../core/command.ts';

const Count = z.int().min(0);
const Outcome = z.literal([0, 1]);
const MarketNumbers = z.array(Count).readonly();
const Pair = z.tuple([Count, Count]).readonly();

const Fee = z.strictObject({ rate: Count, exponent: z.literal([0, 1, 2]), takerOnly: z.boolean() });
const Terms = z.strictObject({ tick: Count, minSize: Count, fee: Fee, delayMs: Count });

const Place = z.strictObject({
  kind: z.literal('place'),
  wallet: Count,
  key: Count,
  market: Count,
  outcome: Outcome,
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
  price: Count,
  size: Count,
  postOnly: z.boolean(),
  expiresAt: Count.exactOptional(),
  salt: z.string(),
});

/** One schema for each kind of command; a kind without one cannot be handed to what writes it. */
export const COMMANDS = [
  z.strictObject({ kind: z.literal('list-market'), terms: Terms }),
  z.strictObject({ kind: z.literal('open-wallet') }),
  z.strictObject({ kind: z.literal('deposit'), wallet: Count, amount: Count }),
  z.strictObject({ kind: z.literal('split'), wallet: Count, market: Count, size: Count }),
  z.strictObject({ kind: z.literal('merge'), wallet: Count, market: Count, size: Count }),
  z.strictObject({ kind: z.literal('redeem'), wallet: Count, market: Count }),
  Place,
  z.strictObject({ kind: z.literal('cancel'), wallet: Count, order: Count }),
  z.strictObject({ kind: z.literal('heartbeat'), key: Count }),
  z.strictObject({ kind: z.literal('pause-market'), market: Count }),
  z.strictObject({ kind: z.literal('resume-market'), market: Count }),
  z.strictObject({ kind: z.literal('close-market'), market: Count }),
  z.strictObject({ kind: z.literal('resolve-market'), market: Count, payout: Pair }),
  z.strictObject({ kind: z.literal('change-tick'), market: Count, tick: Count }),
  z.strictObject({ kind: z.literal('group-markets'), markets: MarketNumbers }),
  z.strictObject({ kind: z.literal('convert'), wallet: Count, group: Count, markets: MarketNumbers, size: Count }),
  z.strictObject({ kind: z.literal('disturb-settlement'), trade: Count, outcome: z.enum(['retry', 'fail']) }),
] as const satisfies readonly z.ZodType<Command>[];
