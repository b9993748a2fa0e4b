/** sim/views/token-price tests: payout, else last trade, else midpoint, else half a dollar. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { createTradingService, perform } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { tokenPrice } from './token-price.ts';

function buy(service: Service, wallet: number, outcome: 0 | 1, price: number): void {
  const salt = String(service.world.venue.log.length);
  const order = { kind: 'place', type: 'GTC', side: 'BUY', market: 0, postOnly: false, salt } as const;
  perform(service, { ...order, wallet, key: wallet, outcome, price, size: MICRO });
}

const pricesOf = ({ world }: Service) => [tokenPrice(world.venue, 0, 0), tokenPrice(world.venue, 0, 1)];

describe('the price of a token', () => {
  it('is half a dollar, then the midpoint, then the last trade, then the payout', () => {
    const service = createTradingService();
    expect(pricesOf(service)).toEqual([500_000, 500_000]);
    buy(service, 0, 0, 4_000);
    expect(pricesOf(service)).toEqual([500_000, 500_000]);
    buy(service, 1, 1, 5_500);
    expect(pricesOf(service)).toEqual([425_000, 575_000]);
    buy(service, 2, 1, 6_000);
    expect(pricesOf(service)).toEqual([400_000, 600_000]);
    perform(service, { kind: 'resolve-market', market: 0, payout: [0, MICRO] });
    expect(pricesOf(service)).toEqual([0, MICRO]);
  });

  it('of both tokens of a market adds up to a dollar', () => {
    expect(assertClaim('pricesAddUp').get('price')).toBeGreaterThan(100);
  });
});
