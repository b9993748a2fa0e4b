/** sim/venue-rules tests: the rules of a profile apply to signed requests. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../base/result.ts';
import { MICRO } from '../base/units.ts';
import { loadProfile, type Profile } from '../spec/profile.ts';
import type { LiveOrder } from '../spec/resources/order.ts';
import { bare, get, type Request, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { type OrderFields, orderBody } from './fixtures/order-bodies.ts';
import { createTradingService, perform } from './fixtures/trading-world.ts';
import { createSimulator, runService } from './simulator.ts';

type SelfTrade = Profile['order']['selfTrade'];

const DOCUMENT = loadProfile('document');

/** Wallet 0 on a service with the document profile and another mode of self-trade prevention. */
function venueWith(selfTrade: SelfTrade) {
  const profile = { ...DOCUMENT, order: { ...DOCUMENT.order, selfTrade } };
  const service = createTradingService(undefined, profile);
  perform(service, { kind: 'split', wallet: 0, market: 0, size: 100 * MICRO });
  const simulator = runService(() => service);
  const { key, address } = service.world.accounts[0] ?? {};
  invariant(key !== undefined && address !== undefined, 'wallet 0 has a key');
  const send = (request: Request): { readonly status: number; readonly body: unknown } => {
    const response = simulator.handle(signed({ address, ...key }, request, Math.floor(simulator.now() / 1_000)));
    return { status: response.status, body: JSON.parse(response.body) };
  };
  return {
    place: (fields: OrderFields) => send(withJson('POST', '/order', orderBody({ size: 10 * MICRO, ...fields }))),
    /** Side, original size and matched size of each live order. */
    live: () =>
      (send(get('/data/orders')).body as { data: LiveOrder[] }).data.map(({ side, originalSize, sizeMatched }) =>
        [side, originalSize, sizeMatched].join(' '),
      ),
    traded: () => (send(get('/builder/trades')).body as unknown[]).length,
  };
}

describe('order.selfTrade of the profile: an order that crosses one of the same wallet', () => {
  const larger: OrderFields = { side: 'SELL', size: 15 * MICRO };

  it('cancel-newest: is refused, the older one stays', () => {
    const { place, live } = venueWith('cancel-newest');
    place({ side: 'BUY' });
    expect(place(larger)).toEqual({
      status: 400,
      body: { error: 'the order would trade with another order of the same wallet' },
    });
    expect(live()).toEqual(['BUY 10 0']);
  });

  it('cancel-oldest: replaces the older one', () => {
    const { place, live } = venueWith('cancel-oldest');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live', makingAmount: '' } });
    expect(live()).toEqual(['SELL 15 0']);
  });

  it('cancel-oldest: a FAK that crossed only the older one is unmatched', () => {
    const { place, live } = venueWith('cancel-oldest');
    place({ side: 'BUY' });
    expect(place({ ...larger, orderType: 'FAK' })).toMatchObject({ status: 200, body: { status: 'unmatched' } });
    expect(live()).toEqual([]);
  });

  it('cancel-both: ends with the older one', () => {
    const { place, live } = venueWith('cancel-both');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'unmatched', makingAmount: '' } });
    expect(live()).toEqual([]);
    // The reply names no resting order.
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live' } });
  });

  it('decrement: reduces both orders, and the remainder shows as the original size', () => {
    const { place, live, traded } = venueWith('decrement');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live', makingAmount: '' } });
    expect(live()).toEqual(['SELL 5 0']);
    place({ side: 'BUY', size: 2 * MICRO });
    expect(live()).toEqual(['SELL 3 0']);
    expect(place({ side: 'BUY', size: 3 * MICRO })).toMatchObject({ status: 200, body: { status: 'unmatched' } });
    expect(live()).toEqual([]);
    expect(traded()).toBe(0);
  });

  it('is cancel-newest in the document profile', () => {
    expect(DOCUMENT.order.selfTrade).toBe('cancel-newest');
  });
});

describe('heartbeat.timeoutMs of the profile', () => {
  it('is the longest wait between heartbeats', () => {
    const simulator = createSimulator({ profile: { ...DOCUMENT, heartbeat: { timeoutMs: 3_000 } } });
    const [wallet] = simulator.credentials.wallets;
    invariant(wallet !== undefined, 'the world has credentials');
    simulator.handle(signed(wallet, bare('POST', '/heartbeats'), Math.floor(simulator.now() / 1_000)));
    const lost = (): boolean => simulator.log.some(({ kind }) => kind === 'heartbeat-lost');
    simulator.advance(2_999);
    expect(lost()).toBe(false);
    simulator.advance(1);
    expect(lost()).toBe(true);
  });
});
