/** The engine and the naive exchange, command by command: the same replies, events, balances, books and hash. */
import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, test } from 'vitest';
import type { OutcomeIndex } from '../command.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import { hashOf, newRollingHash } from '../rolling-hash.ts';
import { commandFrom, GENES, OPENING, type Scene, waitFrom } from './commands.ts';
import { levels } from './naive-book.ts';
import { advanceTo, nextDue, step } from './naive-exchange.ts';
import { filled } from './naive-money.ts';
import { reservedCash, reservedTokens } from './naive-reserves.ts';
import { type Naive, newNaive, tokensOf } from './naive-state.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

function compareState(engine: Exchange, naive: Naive): void {
  expect(engine.nextDue()).toBe(nextDue(naive));
  const { fees, residual } = engine.treasury();
  expect([BigInt(fees), BigInt(residual)]).toEqual([naive.fees, naive.residual]);
  naive.cashByWallet.forEach((cash, wallet) => {
    const { free, reserved } = engine.cash(wallet);
    expect([wallet, free + reserved, reserved]).toEqual([wallet, Number(cash), Number(reservedCash(naive, wallet))]);
  });
  naive.markets.forEach((market, index) => {
    const view = engine.market(index);
    expect([view?.state, view?.payout]).toEqual([market.state, market.payout]);
    expect(engine.supply(index).collateral).toBe(Number(market.collateral));
    for (const outcome of OUTCOMES) {
      expect(engine.bids(index, outcome)).toEqual(levels(naive, index, outcome, 'SELL'));
      expect(engine.asks(index, outcome)).toEqual(levels(naive, index, outcome, 'BUY'));
      naive.cashByWallet.forEach((_, wallet) => {
        const { free, reserved } = engine.tokens(wallet, index, outcome);
        expect(free + reserved).toBe(Number(tokensOf(naive, wallet, index, outcome)));
        expect(reserved).toBe(Number(reservedTokens(naive, wallet, index, outcome)));
      });
    }
  });
  for (const order of naive.orders) {
    const view = engine.order(order.order);
    expect([view?.state, view?.matched]).toEqual([order.state, Number(filled(order))]);
  }
  expect(engine.hash()).toBe(hashOf(newRollingHash(), naive.log));
}

/** Runs both; `every` says after how many commands the whole state is compared, besides replies and events. */
function runBoth(steps: readonly (readonly number[])[], every: number): Exchange {
  const engine = createExchange();
  const naive = newNaive();
  let now = 1_000;
  for (const command of OPENING) {
    expect(engine.step(command, now)).toEqual(step(naive, command, now));
  }
  steps.forEach((genes, index) => {
    now += waitFrom(genes);
    const owners = naive.orders.map((order) => order.wallet);
    const scene: Scene = { wallets: naive.cashByWallet.length, markets: naive.markets, owners };
    const command = commandFrom(genes, scene, now, `salt-${index}`);
    const seen = engine.log.length;
    const before = engine.hash();
    engine.advanceTo(now);
    advanceTo(naive, now);
    const atTurn = engine.hash();
    const reply = engine.step(command, now);
    expect({ command, reply }).toEqual({ command, reply: step(naive, command, now) });
    expect(engine.log.slice(seen)).toEqual(naive.log.slice(seen));
    if (!reply.ok) expect(engine.hash()).toBe(atTurn);
    if (engine.log.length > seen) expect(engine.hash()).not.toBe(before);
    if (index % every === 0) compareState(engine, naive);
  });
  compareState(engine, naive);
  engine.advanceTo(now + 200_000);
  advanceTo(naive, now + 200_000);
  compareState(engine, naive);
  return engine;
}

describe('the engine against the naive exchange', () => {
  test('agrees on any short run, after every command', () => {
    const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
    fc.assert(
      fc.property(fc.array(genes, { maxLength: 40, size: 'max' }), (steps) => {
        runBoth(steps, 1);
      }),
      { numRuns: 60, seed: 20_26, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
    );
  });

  test.for(['one', 'two', 'three'])('agrees on the long run of seed %s, which sees every kind of event', (seed) => {
    const random = seedrandom(seed);
    const steps = Array.from({ length: 1_500 }, () => Array.from({ length: GENES }, () => random.int32() >>> 1));
    const engine = runBoth(steps, 50);
    const kinds = new Set(engine.log.map((event) => event.kind));
    expect([...kinds].sort()).toEqual([
      'deposited',
      'heartbeat-kept',
      'heartbeat-lost',
      'market-listed',
      'market-resolved',
      'market-state',
      'merged',
      'order-accepted',
      'order-closed',
      'order-released',
      'redeemed',
      'split',
      'trade',
      'trade-status',
      'wallet-opened',
    ]);
    const reasons = new Set(engine.log.map((event) => (event.kind === 'order-closed' ? event.reason : undefined)));
    for (const reason of ['matched', 'cancelled', 'expired', 'killed', 'heartbeat', 'self-trade', 'market-closed']) {
      expect(reasons).toContain(reason);
    }
  });
});
