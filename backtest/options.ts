/** backtest/options: the assumptions of a run, with pessimistic defaults, and which of them make results rosier. */
import { z } from 'zod';
import type { AgentsPlan } from './agents/plan.ts';

export const FIDELITIES = ['overlay', 'injected', 'agents'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

export const QUEUE_MODELS = ['risk-averse', 'power', 'log', 'none'] as const;
export type QueueModel = (typeof QUEUE_MODELS)[number];

const amount = z.int().min(0);

/** Everything that a result on a recording rests on besides data, strategy and seed. */
export const AssumptionSettings = z.strictObject({
  fidelity: z.enum(FIDELITIES),
  queue: z.enum(QUEUE_MODELS),
  /** Delays in microseconds. `feed: 'recorded'` takes the receive times of the recording. */
  latency: z.strictObject({
    feed: z.union([amount, z.literal('recorded')]),
    order: amount,
    cancel: amount,
    response: amount,
    /** From a callback to the moment its orders leave. */
    compute: amount,
  }),
  /** Liquidity that was taken stays taken until the level changes. */
  consumption: z.boolean(),
  /** The share of a size decrease at the best price that counts as traded, in a market without any trade rows. */
  tradeShare: z.number().min(0).max(1),
  /** Micro shares that a recorded quote without a size stands for. */
  quoteSize: amount,
  /** Taker fee: `shares x rate x (p(1-p))^exponent`, rate in millionths. */
  fee: z.strictObject({ rate: amount, exponent: z.literal([0, 1, 2]), takerOnly: z.boolean() }),
  /** Smallest order, micro shares. */
  minSize: amount,
  /** Wait of a marketable order before it matches, milliseconds. */
  delayMs: amount,
  settlement: z.strictObject({ minedAfterMs: amount, confirmedAfterMs: amount, failureRate: z.number().min(0).max(1) }),
  /** Pay, at the end, the markets that did not resolve within the data. */
  settleAtEnd: z.boolean(),
  /** Cash at the start, micro dollars. */
  deposit: z.int().min(1),
});

export type Assumptions = Readonly<z.infer<typeof AssumptionSettings>> & {
  /** In a bound of the P&L: snapshots that differ from the book, and quotes without trades, fill all resting orders. */
  readonly fillsUnseen?: boolean;
  /** Fidelity agents: the simulated markets and their traders. */
  readonly agents?: AgentsPlan;
};
export type Latency = Assumptions['latency'];
export const LEGS = ['feed', 'order', 'cancel', 'response', 'compute'] as const;

export const LATENCIES: Readonly<Record<'none' | 'fast' | 'default' | 'slow', Latency>> = {
  none: { feed: 0, order: 0, cancel: 0, response: 0, compute: 0 },
  fast: { feed: 10_000, order: 20_000, cancel: 20_000, response: 10_000, compute: 0 },
  default: { feed: 50_000, order: 150_000, cancel: 150_000, response: 50_000, compute: 1_000 },
  slow: { feed: 250_000, order: 750_000, cancel: 750_000, response: 250_000, compute: 10_000 },
};

export const DEFAULT_ASSUMPTIONS: Assumptions = {
  fidelity: 'overlay',
  queue: 'risk-averse',
  latency: LATENCIES.default,
  consumption: true,
  tradeShare: 0.2,
  quoteSize: 100_000_000,
  fee: { rate: 0, exponent: 1, takerOnly: true },
  minSize: 5_000_000,
  delayMs: 0,
  settlement: { minedAfterMs: 2_000, confirmedAfterMs: 5_000, failureRate: 0 },
  settleAtEnd: false,
  deposit: 10_000_000_000,
};

/** The assumptions that make results rosier than the defaults, each in words. The report prints them in its header. */
export function rosierThanDefault(given: Assumptions): readonly string[] {
  const { queue, latency, consumption, minSize, settlement } = DEFAULT_ASSUMPTIONS;
  const isOverlay = given.fidelity === 'overlay';
  const rosier: string[] = [];
  if (isOverlay && given.queue !== queue) rosier.push(`queue model ${given.queue} instead of ${queue}`);
  for (const leg of LEGS) {
    const [own, usual] = [given.latency[leg], latency[leg]];
    if (typeof own === 'number' && typeof usual === 'number' && own < usual) {
      rosier.push(`${leg} latency of ${own / 1_000} ms instead of ${usual / 1_000} ms`);
    }
  }
  if (isOverlay && !given.consumption && consumption) rosier.push('liquidity that was taken comes back at once');
  if (isOverlay) rosier.push(...rosierGuesses(given));
  if (given.minSize < minSize)
    rosier.push(`a minimum order of ${given.minSize / 1e6} shares instead of ${minSize / 1e6}`);
  if (given.settlement.confirmedAfterMs < settlement.confirmedAfterMs)
    rosier.push('settlement is faster than by default');
  if (given.settleAtEnd) rosier.push('markets that did not resolve within the data are paid at its end');
  return rosier;
}

/** Guesses about data that the recording does not have. */
function rosierGuesses(given: Assumptions): readonly string[] {
  const { tradeShare, quoteSize } = DEFAULT_ASSUMPTIONS;
  const rosier: string[] = [];
  if (given.tradeShare > tradeShare)
    rosier.push(`${given.tradeShare} of size decreases count as trades instead of ${tradeShare}`);
  if (given.quoteSize > quoteSize)
    rosier.push(`a quote without a size counts as ${given.quoteSize / 1e6} shares instead of ${quoteSize / 1e6}`);
  return rosier;
}
