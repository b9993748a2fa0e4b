/**
 * sim/journal/command-schema: the form of commands in a file. Other fields are dropped. The venue decides whether a command
 * makes sense.
 */
import { z } from 'zod';
import type { Command } from '../../spec/venue/command.ts';

const Count = z.int().min(0);
const Outcome = z.literal([0, 1]);
const MarketNumbers = z.array(Count).readonly();
const Pair = z.tuple([Count, Count]).readonly();

const Fee = z.object({ rate: Count, exponent: z.literal([0, 1, 2]), takerOnly: z.boolean() });
const Terms = z.object({ tick: Count, minSize: Count, fee: Fee, delayMs: Count });

const Place = z.object({
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

const Transfer = z.object({
  kind: z.literal('transfer'),
  wallet: Count,
  to: Count,
  amount: Count,
  market: Count.exactOptional(),
  outcome: Outcome.exactOptional(),
});

export const COMMANDS = [
  z.object({ kind: z.literal('list-market'), terms: Terms }),
  z.object({ kind: z.literal('open-wallet') }),
  z.object({ kind: z.literal('deposit'), wallet: Count, amount: Count }),
  z.object({ kind: z.literal('split'), wallet: Count, market: Count, size: Count }),
  z.object({ kind: z.literal('merge'), wallet: Count, market: Count, size: Count }),
  z.object({ kind: z.literal('redeem'), wallet: Count, market: Count }),
  Place,
  z.object({ kind: z.literal('cancel'), wallet: Count, order: Count }),
  z.object({ kind: z.literal('heartbeat'), key: Count }),
  z.object({ kind: z.literal('pause-market'), market: Count }),
  z.object({ kind: z.literal('resume-market'), market: Count }),
  z.object({ kind: z.literal('close-market'), market: Count }),
  z.object({ kind: z.literal('resolve-market'), market: Count, payout: Pair }),
  z.object({ kind: z.literal('change-tick'), market: Count, tick: Count }),
  z.object({ kind: z.literal('group-markets'), markets: MarketNumbers }),
  z.object({ kind: z.literal('convert'), wallet: Count, group: Count, markets: MarketNumbers, size: Count }),
  z.object({ kind: z.literal('disturb-settlement'), trade: Count, outcome: z.enum(['retry', 'fail', 'hold']) }),
  Transfer,
  z.object({ kind: z.literal('note'), text: z.string() }),
] as const satisfies readonly z.ZodType<Command>[];
