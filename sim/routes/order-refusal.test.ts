/** sim/routes/order-refusal tests: a sentence names the bound of the profile that refuses. */
import { describe, expect, it } from 'vitest';
import { responseOf } from '../../proof/venue/reads/calls.ts';
import { loadProfile } from '../../spec/profile.ts';
import { withOrder } from '../fixtures/order-bodies.ts';
import { createTradingService, START_MS } from '../fixtures/trading-world.ts';
import { placeOrder } from './orders.ts';

describe('an expiration that is too near', () => {
  it.each([
    [60, '60 seconds'],
    [5, '5 seconds'],
    [1, '1 second'],
    [0, '0 seconds'],
  ])('has an error that names the bound of %i seconds', (gtdMinAheadSeconds, bound) => {
    const profile = loadProfile('document');
    const service = createTradingService(undefined, { ...profile, order: { ...profile.order, gtdMinAheadSeconds } });
    const expiring = (seconds: number) => {
      const body = withOrder({ expiration: String(START_MS / 1_000 + seconds) }, { orderType: 'GTD' });
      return responseOf('place-order', placeOrder, service, { body, caller: 0 });
    };
    expect(expiring(gtdMinAheadSeconds)).toEqual({
      kind: 'error',
      condition: 'bad-request',
      detail: `order.expiration is too near: it must be more than ${bound} ahead`,
    });
    expect(expiring(gtdMinAheadSeconds + 1)).toMatchObject({ kind: 'ok' });
  });
});
