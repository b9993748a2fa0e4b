/** sim/routes/heartbeats tests: the chain of session ids, and the effect of a missed heartbeat (4.2). */
import { describe, expect, it } from 'vitest';
import { okBody, responseOf } from '../../proof/venue/reads/calls.ts';
import { orderBody } from '../fixtures/order-bodies.ts';
import { createTradingService, START_MS } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { heartbeat, heartbeatV1, placeOrder } from './orders.ts';
import { liveOrders } from './own-lists.ts';

function beat(service: Service, body: unknown, caller = 0): string {
  return (okBody('heartbeat-v1', heartbeatV1, service, { body, caller }) as { heartbeat_id: string }).heartbeat_id;
}

function place(service: Service, caller = 0): void {
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
    place(service, 0);
    place(service, 1);
    beat(service, {});
    service.world.venue.advanceTo(START_MS + 9_999);
    expect(liveCount(service)).toBe(1);
    service.world.venue.advanceTo(START_MS + 10_000);
    expect([liveCount(service), liveCount(service, 1)]).toEqual([0, 1]);
  });

  it('either route restarts the timer, and POST /heartbeats leaves the chain of ids alone', () => {
    const service = createTradingService();
    place(service);
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
