/** sim/core/numeric-readers.test: the readers that return one number say what the views say. */
import { test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { FEES_AND_DELAYS } from '../fixtures/trading-world.ts';
import { traffic, trafficRun } from '../fixtures/traffic.ts';
import type { OutcomeIndex } from './command.ts';
import { createExchange } from './exchange.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

test.prop([traffic], { numRuns: 30 })('they agree with the levels and the orders', (steps) => {
  const exchange = createExchange();
  for (const { command, now } of trafficRun(steps, FEES_AND_DELAYS)) exchange.step(command, now);
  let orders = 0;
  for (; exchange.order(orders) !== undefined; orders += 1) {
    const { size = 0, matched = 0, state } = exchange.order(orders) ?? {};
    const isOpen = state === 'live' || state === 'delayed';
    expect(exchange.remaining(orders)).toBe(isOpen ? size - matched : 0);
  }
  for (const market of [0, 1, 2, 3]) {
    for (const outcome of OUTCOMES) {
      const sides = [
        ['BUY', exchange.bids(market, outcome)],
        ['SELL', exchange.asks(market, outcome)],
      ] as const;
      for (const [side, levels] of sides) {
        const shares = new Map(levels.map(({ price, size }) => [price, size]));
        for (let price = -100; price <= 10_100; price += 50) {
          expect(exchange.restingAt(market, outcome, side, price)).toBe(shares.get(price) ?? 0);
        }
      }
    }
  }
  const none = [exchange.remaining(orders), exchange.remaining(-1), exchange.remaining(0.5)];
  expect([...none, exchange.restingAt(9, 0, 'BUY', 100), exchange.restingAt(0, 0, 'BUY', 0.5)]).toEqual([
    0, 0, 0, 0, 0,
  ]);
});
