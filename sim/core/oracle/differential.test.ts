/** The engine and the naive exchange, command by command: the same replies, events, balances, books and hash. */
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import { createExchange } from '../exchange.ts';
import { hashOf, newRollingHash } from '../rolling-hash.ts';
import type { VenueRules } from '../rules.ts';
import { GENES, rulesFrom } from './commands.ts';
import { runBoth } from './differential.ts';
import { createNaive, type Port } from './port.ts';

const NEWS = ['change-tick', 'group-markets', 'convert', 'disturb-settlement'];

/** An exchange that knows nothing of groups, ticks that change and settlements that fail. */
function withoutNews<Kind extends Pick<Port, 'step' | 'advanceTo'>>(exchange: Kind): Kind {
  const { step } = exchange;
  exchange.step = (command, now) => {
    if (!NEWS.includes(command.kind)) return step(command, now);
    exchange.advanceTo(now);
    return { ok: false, refusal: { kind: 'malformed', what: 'kind' } };
  };
  return exchange;
}

function engineOf(rules: VenueRules): Port & { hash(): string } {
  const exchange = withoutNews(createExchange(rules));
  const { treasury, supply, market } = exchange;
  return Object.assign(exchange, {
    treasury: () => ({ ...treasury(), debt: 0 }),
    supply: (index: number) => ({ ...supply(index), vault: 0 }),
    group: () => undefined,
    market: (index: number) => ({ ...market(index), group: undefined }) as ReturnType<Port['market']>,
  });
}

function agree(rules: VenueRules, steps: readonly (readonly number[])[], every: number): Port {
  const engine = engineOf({ ...rules, selfTrade: 'cancel-newest' });
  const naive = withoutNews(createNaive({ ...rules, selfTrade: 'cancel-newest' }));
  expect(runBoth(engine, naive, steps, every)).toBeUndefined();
  expect(engine.hash()).toBe(hashOf(newRollingHash(), naive.log));
  return engine;
}

describe('the engine against the naive exchange', () => {
  test('agrees on any short run, after every command', () => {
    const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
    fc.assert(
      fc.property(genes, fc.array(genes, { maxLength: 40, size: 'max' }), (rules, steps) => {
        agree(rulesFrom(rules), steps, 1);
      }),
      { numRuns: 60, seed: 20_26, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
    );
  });

  test('agrees on long runs, which together see every kind of event', () => {
    const logs = ['one', 'two', 'three'].map((seed) => {
      const random = seedrandom(seed);
      const genes = (): number[] => Array.from({ length: GENES }, () => random.int32() >>> 1);
      return agree(rulesFrom(genes()), Array.from({ length: 1_500 }, genes), 50).log;
    });
    const seen = new Set(logs.flat().map((event) => (event.kind === 'order-closed' ? event.reason : event.kind)));
    expect([...seen].sort()).toEqual([
      'cancelled',
      'deposited',
      'expired',
      'heartbeat',
      'heartbeat-kept',
      'heartbeat-lost',
      'killed',
      'market-closed',
      'market-listed',
      'market-resolved',
      'market-state',
      'matched',
      'merged',
      'order-accepted',
      'order-released',
      'redeemed',
      'self-trade',
      'split',
      'trade',
      'trade-status',
      'wallet-opened',
    ]);
  });
});
