/** sim/routes/orders tests: `POST /order`, `DELETE /order`, and the two heartbeat routes (4.2 to 4.4). */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { okBody, responseOf } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import { type OrderFields, orderBody, withOrder } from '../fixtures/order-bodies.ts';
import { createTradingService, perform, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { cancelOrder, heartbeat, heartbeatV1, placeOrder } from './orders.ts';
import { liveOrders } from './own-lists.ts';

type Reply = { readonly orderID: string; readonly status: string };

function place(service: Service, draft: OrderFields = {}): Reply {
  const parts = { body: orderBody(draft), caller: draft.wallet ?? 0 };
  return okBody('place-order', placeOrder, service, parts) as Reply;
}

function refusal(service: Service, body: unknown): unknown {
  const response = responseOf('place-order', placeOrder, service, { body, caller: 0 });
  return response.kind === 'error' ? `${response.condition}: ${response.detail}` : response;
}

function cancel(service: Service, orderId: unknown, caller = 0): unknown {
  return okBody('cancel-order', cancelOrder, service, { body: { orderId }, caller });
}

const in90Seconds = String(START_MS / 1000 + 90);

describe('4.3 reply', () => {
  it('an order that rests is live and traded nothing', () => {
    const reply = place(createTradingService());
    expect(reply).toMatchObject({ success: true, errorMsg: '', status: 'live', takingAmount: '', makingAmount: '' });
    expect(reply.orderID).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('a BUY that crosses takes shares and makes dollars at the resting price, a SELL the reverse', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 1, market: 0, size: 100 * MICRO });
    place(service, { wallet: 1, side: 'SELL', price: 4_500 });
    expect(place(service, { price: 5_000 })).toMatchObject({
      status: 'matched',
      takingAmount: '10',
      makingAmount: '4.5',
    });
    place(service, { wallet: 1, side: 'BUY', price: 4_000 });
    expect(place(service, { side: 'SELL', price: 3_900 })).toMatchObject({ takingAmount: '4', makingAmount: '10' });
  });

  it('ids are those of the seed, not of the run', () => {
    expect(place(createTradingService()).orderID).toBe(place(createTradingService()).orderID);
  });
});

describe('4.3 body', () => {
  const fields = Object.keys(orderBody().order);

  it.each(fields)('order.%s is required and has a type', (name) => {
    const service = createTradingService();
    expect(refusal(service, withOrder({ [name]: undefined }))).toBe(`bad-request: order.${name} is required`);
    for (const value of [null, true, {}, [], 1.5]) {
      expect(refusal(service, withOrder({ [name]: value }))).toMatch(
        new RegExp(`^bad-request: order\\.${name} must be`),
      );
    }
  });

  it.each(['orderType', 'owner', 'order'])('%s is required and has a type', (name) => {
    const service = createTradingService();
    const body = { ...orderBody(), [name]: undefined };
    expect(refusal(service, body)).toBe(`bad-request: ${name} is required`);
    for (const value of [null, 7, [], true]) {
      expect(refusal(service, { ...orderBody(), [name]: value })).toMatch(new RegExp(`^bad-request: ${name} must be`));
    }
  });

  it.each([undefined, null, [], 'x', 3, true])('a body of %j is refused', (body) => {
    expect(refusal(createTradingService(), body)).toBe('bad-request: the body must be a JSON object');
  });

  it('unknown fields are ignored', () => {
    const body = { ...orderBody(), deferExec: true };
    const reply = okBody('place-order', placeOrder, createTradingService(), { body, caller: 0 });
    expect(reply).toMatchObject({ status: 'live' });
  });

  it.each([
    ['side', { side: 'buy' }],
    ['signatureType', { signatureType: 4 }],
    ['signatureType', { signatureType: -1 }],
    ['signature', { signature: '' }],
    ['signature', { signature: '0x' }],
    ['signature', { signature: '0xabc' }],
    ['signature', { signature: 'ab' }],
    ['signature', { signature: `0x${'ab'.repeat(4097)}` }],
    ['salt', { salt: '' }],
    ['salt', { salt: 'x'.repeat(129) }],
    ['salt', { salt: '🎲'.repeat(129) }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['timestamp', { timestamp: '' }],
    ['makerAmount', { makerAmount: '0' }],
    ['makerAmount', { makerAmount: '-5000000' }],
    ['makerAmount', { makerAmount: '5e6' }],
    ['makerAmount', { makerAmount: '05000000' }],
    ['takerAmount', { takerAmount: '10.0' }],
    ['takerAmount', { takerAmount: '99999999999999999999' }],
    ['takerAmount', { takerAmount: ' 10000000' }],
    ['maker', { maker: `0x${'1'.repeat(40)}` }],
    ['signer', { signer: '' }],
    ['tokenId', { tokenId: '1' }],
    ['tokenId', { tokenId: '__proto__' }],
    ['conditionId', { conditionId: conditionId(1) }],
    ['expiration', { expiration: 'soon' }],
    ['expiration', { expiration: -1 }],
    ['expiration must be Unix seconds up to 8640000000000', { expiration: 8_640_000_000_001 }],
    ['expiration', { expiration: in90Seconds }],
  ])('order.%s: %j is refused', (name, change) => {
    expect(refusal(createTradingService(), withOrder(change))).toMatch(new RegExp(`^bad-request: .*order\\.${name}`));
  });

  it.each([{ salt: '🎲'.repeat(128) }, { timestamp: '9'.repeat(30) }, { metadata: '', builder: '' }])(
    '%j is accepted',
    (change) => {
      const parts = { body: withOrder(change), caller: 0 };
      expect(okBody('place-order', placeOrder, createTradingService(), parts)).toMatchObject({ success: true });
    },
  );

  it.each([
    ['orderType', 'IOC'],
    ['orderType', 'gtc'],
    ['owner', '00000000-0000-4000-8000-000000000001'],
    ['postOnly', 'true'],
  ])('%s: %j is refused', (name, value) => {
    expect(refusal(createTradingService(), { ...orderBody(), [name]: value })).toMatch(`bad-request: ${name} must be`);
  });

  it('owner is compared without case, as the header is', () => {
    const { world, ...service } = createTradingService();
    const key = { apiKey: 'abcdef00-0000-4000-8000-00000000000A', passphrase: '', secret: '' };
    const venue = { ...service, world: { ...world, accounts: world.accounts.map((account) => ({ ...account, key })) } };
    for (const owner of [key.apiKey, key.apiKey.toLowerCase(), key.apiKey.toUpperCase()]) {
      const body = { ...orderBody(), owner };
      expect(okBody('place-order', placeOrder, venue, { body, caller: 0 })).toMatchObject({ success: true });
    }
  });

  it('maker and signer are compared without case; signatures of 1 to 4096 bytes pass', () => {
    const service = createTradingService();
    const maker = '0xabcdef0000000000000000000000000000000000';
    for (const signature of ['0xAb', `0x${'ab'.repeat(4096)}`]) {
      const body = withOrder({ maker, signer: maker, signature });
      expect(okBody('place-order', placeOrder, service, { body, caller: 0 })).toMatchObject({ success: true });
    }
  });
});

describe('4.3 amounts', () => {
  it.each([
    ['0.555 on the tick of 0.01', { price: 5_550, market: 0 }, /tick of 0\.01$/],
    ['a dollar a share', { price: 10_000 }, /below one dollar/],
    ['thousandths of a share', { size: 10_001_000 }, /takerAmount must be shares with at most 2 decimals/],
    ['less than the minimum', { size: 500_000 }, /minimum of 1 shares/],
  ])('%s is refused', (_, draft, sentence) => {
    expect(refusal(createTradingService(), orderBody(draft))).toMatch(sentence);
  });

  it('0.555 is a price if the tick is 0.001', () => {
    expect(place(createTradingService(), { price: 5_550, market: 2 })).toMatchObject({ status: 'live' });
  });

  it('a market order gives a worst price: rounded amounts match on the tick that is no worse for the signer', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 1, market: 0, size: 100 * MICRO });
    place(service, { wallet: 1, side: 'SELL', price: 5_300, size: 50 * MICRO });
    // Ten dollars at 0.53 are 18.8679 shares, rounded down.
    const body = withOrder({ makerAmount: '10000000', takerAmount: '18867900' }, { orderType: 'FOK' });
    expect(okBody('place-order', placeOrder, service, { body, caller: 0 })).toMatchObject({
      status: 'matched',
      takingAmount: '18.8679',
      makingAmount: '9.999987',
    });
  });

  it('a market order is refused if its amounts are too exact', () => {
    const body = withOrder({ makerAmount: '10000001' }, { orderType: 'FAK' });
    expect(refusal(createTradingService(), body)).toMatch('makerAmount must be dollars with at most 4 decimals');
  });
});

describe('4.3 refusals', () => {
  it('FOK that cannot be filled, FAK without a match', () => {
    const service = createTradingService();
    expect(refusal(service, orderBody({ orderType: 'FOK' }))).toMatch(/^bad-request: orderType FOK/);
    expect(refusal(service, orderBody({ orderType: 'FAK' }))).toMatch(/^bad-request: orderType FAK/);
  });

  it('the same maker and salt again is a duplicate', () => {
    const service = createTradingService();
    const body = orderBody();
    okBody('place-order', placeOrder, service, { body, caller: 0 });
    expect(refusal(service, body)).toMatch(/^bad-request: duplicate/);
  });

  it('GTD needs an expiration of more than a minute ahead, other types must not have one; 0 means none', () => {
    const service = createTradingService();
    expect(refusal(service, orderBody({ orderType: 'GTD' }))).toMatch(/order\.expiration is required/);
    const in60 = { expiration: String(START_MS / 1000 + 60) };
    expect(refusal(service, withOrder(in60, { orderType: 'GTD' }))).toMatch(/order\.expiration is too near/);
    for (const [expiration, orderType] of [
      [in90Seconds, 'GTD'],
      [Number(in90Seconds), 'GTD'],
      ['0', 'GTC'],
      [0, 'GTC'],
    ] as const) {
      const body = withOrder({ expiration }, { orderType });
      expect(okBody('place-order', placeOrder, service, { body, caller: 0 })).toMatchObject({ status: 'live' });
    }
  });

  it('postOnly rests or is refused', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 1, market: 0, size: 100 * MICRO });
    place(service, { wallet: 1, side: 'SELL', price: 5_000 });
    expect(refusal(service, { ...orderBody(), postOnly: true })).toMatch(/^bad-request: postOnly/);
    expect(refusal(service, { ...orderBody({ orderType: 'FOK' }), postOnly: true })).toMatch(/^bad-request: postOnly/);
    const body = { ...orderBody({ price: 4_900 }), postOnly: true };
    expect(okBody('place-order', placeOrder, service, { body, caller: 0 })).toMatchObject({ status: 'live' });
  });

  it('neither dollars nor tokens can be spent twice', () => {
    const service = createTradingService();
    expect(refusal(service, orderBody({ size: 30_000 * MICRO }))).toMatch('needs 15000 dollars, 10000 are free');
    expect(refusal(service, orderBody({ side: 'SELL' }))).toMatch('needs 10 shares, 0 are free');
  });

  it('a market that is paused, closed or has no book takes none', () => {
    const service = createTradingService();
    perform(service, { kind: 'pause-market', market: 0 });
    expect(refusal(service, orderBody())).toMatch(/^not-accepting: /);
    perform(service, { kind: 'resume-market', market: 0 });
    expect(place(service)).toMatchObject({ status: 'live' });
    perform(service, { kind: 'close-market', market: 0 });
    expect(refusal(service, orderBody())).toMatch(/^not-accepting: /);
  });

  it('a refused order changes nothing', () => {
    const service = createTradingService();
    const before = service.world.venue.hash();
    refusal(service, orderBody({ orderType: 'FOK' }));
    refusal(service, withOrder({ tokenId: tokenId(1, 0) }));
    expect(service.world.venue.hash()).toBe(before);
  });
});

describe('4.4 cancel', () => {
  it('cancels the remainder of an open order, once', () => {
    const service = createTradingService();
    const { orderID } = place(service);
    expect(cancel(service, orderID)).toEqual({ canceled: [orderID], not_canceled: {} });
    expect(okBody('live-orders', liveOrders, service, { caller: 0 })).toMatchObject({ count: 0 });
    expect(cancel(service, orderID)).toEqual({
      canceled: [],
      not_canceled: { [orderID]: 'the order is already cancelled' },
    });
  });

  it.each(['', null, 5, undefined, ['x']])('orderId %j is refused', (orderId) => {
    const response = responseOf('cancel-order', cancelOrder, createTradingService(), { body: { orderId }, caller: 0 });
    expect(response).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });

  it('an unknown order and that of another wallet have the same response', () => {
    const service = createTradingService();
    const { orderID } = place(service);
    const reasonOf = (response: unknown) => Object.values((response as { not_canceled: object }).not_canceled);
    expect(reasonOf(cancel(service, orderID, 1))).toEqual(['the order was not found']);
    expect(reasonOf(cancel(service, `0x${'0'.repeat(64)}`))).toEqual(['the order was not found']);
    const body = { orderId: '__proto__' };
    const response = responseOf('cancel-order', cancelOrder, service, { body, caller: 0 });
    expect(response).toMatchObject({
      json: '{"canceled":[],"not_canceled":{"__proto__":"the order was not found"}}',
    });
    expect(okBody('live-orders', liveOrders, service, { caller: 0 })).toMatchObject({ count: 1 });
  });
});

function beat(service: Service, body: unknown, caller = 0): string {
  return (okBody('heartbeat-v1', heartbeatV1, service, { body, caller }) as { heartbeat_id: string }).heartbeat_id;
}

function rest(service: Service, caller = 0): void {
  okBody('place-order', placeOrder, service, { body: orderBody({ wallet: caller }), caller });
}

function liveCount(service: Service, caller = 0): number {
  return (okBody('live-orders', liveOrders, service, { caller }) as { count: number }).count;
}

describe('4.2 POST /v1/heartbeats', () => {
  it.each([{}, { heartbeat_id: null }, { heartbeat_id: '' }])('%j starts a session', (body) => {
    expect(beat(createTradingService(), body)).not.toBe('');
  });

  it('the id of the latest response continues the session and changes each time', () => {
    const service = createTradingService();
    const ids = [beat(service, {})];
    for (let count = 0; count < 5; count += 1) ids.push(beat(service, { heartbeat_id: ids.at(-1) }));
    expect(new Set(ids).size).toBe(6);
  });

  it('ids repeat with the seed and differ between keys', () => {
    expect(beat(createTradingService(), {})).toBe(beat(createTradingService(), {}));
    const service = createTradingService();
    expect(beat(service, {}, 0)).not.toBe(beat(service, {}, 1));
  });

  it('another id is refused with the expected one, which then works; a refused one is no heartbeat', () => {
    const service = createTradingService();
    const first = beat(service, {});
    const latest = beat(service, { heartbeat_id: first });
    const before = service.world.venue.hash();
    for (const id of [first, 'x', beat(createTradingService(), {}, 1)]) {
      const response = responseOf('heartbeat-v1', heartbeatV1, service, { body: { heartbeat_id: id }, caller: 0 });
      expect(response).toMatchObject({ condition: 'bad-request', extra: { heartbeat_id: latest } });
    }
    expect(service.world.venue.hash()).toBe(before);
    expect(beat(service, { heartbeat_id: latest })).not.toBe('');
  });

  it.each([undefined, null, [], 'x', { heartbeat_id: 5 }, { heartbeat_id: {} }])('a body of %j is refused', (body) => {
    const response = responseOf('heartbeat-v1', heartbeatV1, createTradingService(), { body, caller: 0 });
    expect(response).toMatchObject({ kind: 'error', condition: 'bad-request' });
  });
});

describe('4.2 missing heartbeats', () => {
  it('cancels the open orders of the key exactly ten seconds after the last one', () => {
    const service = createTradingService();
    rest(service, 0);
    rest(service, 1);
    beat(service, {});
    service.world.venue.advanceTo(START_MS + 9_999);
    expect(liveCount(service)).toBe(1);
    service.world.venue.advanceTo(START_MS + 10_000);
    expect([liveCount(service), liveCount(service, 1)]).toEqual([0, 1]);
  });

  it('either route restarts the timer, and POST /heartbeats leaves the chain of ids alone', () => {
    const service = createTradingService();
    rest(service);
    const id = beat(service, {});
    for (const second of [8, 16, 24]) {
      service.world.venue.advanceTo(START_MS + second * 1_000);
      expect(okBody('heartbeat', heartbeat, service, { caller: 0 })).toEqual({ status: 'ok' });
    }
    expect(liveCount(service)).toBe(1);
    expect(beat(service, { heartbeat_id: id })).not.toBe(id);
    service.world.venue.advanceTo(START_MS + 34_000);
    expect(liveCount(service)).toBe(0);
  });
});
