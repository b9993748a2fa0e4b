/** backtest/run/open-engine: the engine before a run: markets without orders, and wallets with cash. */
import { invariant } from '../../base/result.ts';
import { createVenue, type Venue } from '../../sim/core/venue.ts';
import { SECOND_MS } from '../../sim/world/world.ts';
import type { Command, FeeTerms } from '../../spec/venue/command.ts';
import { DOCUMENT_RULES, type VenueRules } from '../../spec/venue/rules.ts';
import type { Assumptions } from '../options.ts';

/** Smallest order, micro shares: what is left of a recorded level can be less than the minimum of a venue. */
export const MIN_SIZE = 1;
const NO_FEE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };

export type Opening = Readonly<{
  /** By market: its price step, 1e-4 dollars. */
  ticks: readonly number[];
  /** By wallet: its cash, micro dollars. */
  cash: readonly number[];
  rules: VenueRules;
  fee?: FeeTerms;
  /** The first moment, milliseconds. The engine is a second before it. */
  firstMs: number;
}>;

/** With the fee and the settlement that a run assumes. */
export function openAssumed(
  { fee, settlement: { minedAfterMs, confirmedAfterMs } }: Assumptions,
  opening: Pick<Opening, 'ticks' | 'cash' | 'firstMs'>,
): Venue {
  return openEngine({ ...opening, fee, rules: { ...DOCUMENT_RULES, minedAfterMs, confirmedAfterMs } });
}

export function openEngine({ ticks, cash, rules, fee = NO_FEE, firstMs }: Opening): Venue {
  const engine = createVenue(rules);
  const commands: readonly Command[] = [
    ...ticks.map((tick) => ({ kind: 'list-market', terms: { tick, minSize: MIN_SIZE, fee, delayMs: 0 } }) as const),
    ...cash.flatMap((amount, wallet) => [
      { kind: 'open-wallet' } as const,
      { kind: 'deposit', wallet, amount } as const,
    ]),
  ];
  for (const command of commands) {
    const result = engine.step(command, firstMs - SECOND_MS);
    invariant(result.ok, `${command.kind} is accepted, not ${JSON.stringify(result)}`);
  }
  return engine;
}
