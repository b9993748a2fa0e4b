/** sim/core/numeric-readers.test: the readers that return one number agree with the views. */
import { test } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import { FEES_AND_DELAYS } from '../fixtures/trading-world.ts';
import { traffic, trafficRun } from '../fixtures/traffic.ts';
import { createVenue } from './venue.ts';

const OUTCOMES: readonly OutcomeIndex[] = [0, 1];

test.prop([traffic], { numRuns: 15 })('they agree with the levels and the orders', (steps) => {
  const venue = createVenue();
  for (const { command, now } of trafficRun(steps, FEES_AND_DELAYS)) venue.step(command, now);
  let orders = 0;
  for (; venue.order(orders) !== undefined; orders += 1) {
    const { size = 0, matched = 0, state } = venue.order(orders) ?? {};
    const isOpen = state === 'live' || state === 'delayed';
    expect(venue.remaining(orders)).toBe(isOpen ? size - matched : 0);
  }
  for (const market of [0, 1, 2, 3]) {
    for (const outcome of OUTCOMES) {
      const sides = [
        ['BUY', venue.bids(market, outcome)],
        ['SELL', venue.asks(market, outcome)],
      ] as const;
      for (const [side, levels] of sides) {
        const shares = new Map(levels.map(({ price, size }) => [price, size]));
        for (let price = -100; price <= 10_100; price += 50) {
          expect(venue.restingAt(market, outcome, side, price)).toBe(shares.get(price) ?? 0);
        }
      }
    }
  }
  const none = [venue.remaining(orders), venue.remaining(-1), venue.remaining(0.5)];
  expect([...none, venue.restingAt(9, 0, 'BUY', 100), venue.restingAt(0, 0, 'BUY', 0.5)]).toEqual([0, 0, 0, 0, 0]);
});
