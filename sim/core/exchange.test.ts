/** What the exchange shows is no way into it: whoever writes to it changes his own copy, or nothing. */
import { describe, expect, test } from 'vitest';
import { ONE, order, type Stage, stage, TERMS } from '../../proof/oracle/stage.ts';
import { createExchange, type Exchange, restoreExchange } from './exchange.ts';

/** A venue in which everything there is to show is there: a group, an order that waits, an end, another price step. */
function full(): Stage {
  const play = stage({ delayMs: 1_000 });
  const { must } = play;
  for (let market = 2; market < 5; market += 1) must({ kind: 'list-market', terms: TERMS });
  must({ kind: 'group-markets', markets: [2, 3] });
  must({ kind: 'resolve-market', market: 4, payout: [ONE / 2, ONE / 2] });
  must({ kind: 'change-tick', market: 1, tick: 10 });
  must(order(0, 'SELL', 0, 50, 5));
  must(order(1, 'BUY', 0, 50, 5));
  return play;
}

function restored({ exchange }: Stage): Exchange {
  const again = restoreExchange(exchange.snapshot());
  if (!again.ok) throw new Error(JSON.stringify(again.refusal));
  return again.value;
}

/** All that there is to ask for, by name. */
const VIEWS: Readonly<Record<string, (exchange: Exchange) => unknown>> = {
  market: (exchange) => [0, 1, 2, 3, 4].map((market) => exchange.market(market)),
  group: (exchange) => exchange.group(0),
  order: (exchange) => [exchange.order(0), exchange.order(1)],
  supply: (exchange) => exchange.supply(0),
  treasury: (exchange) => exchange.treasury(),
  cash: (exchange) => exchange.cash(0),
  tokens: (exchange) => exchange.tokens(0, 0, 0),
  levels: (exchange) => [exchange.bids(0, 0), exchange.asks(0, 0)],
  event: (exchange) => Array.from({ length: exchange.eventCount }, (_, index) => exchange.eventAt(index)),
};

/** Writes to everything that can be written, however deep. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    scribble(part);
    Reflect.set(value, key, typeof part === 'number' ? part + 1 : undefined);
  }
}

describe.each([
  ['as it grew', ({ exchange }: Stage) => exchange],
  ['as it was restored', restored],
] as const)('an exchange %s', (_, of) => {
  test.each(Object.keys(VIEWS))('is no other after somebody has written to its %s', (name) => {
    const exchange = of(full());
    const before = exchange.snapshot();
    const shown = structuredClone(VIEWS[name]?.(exchange));
    scribble(VIEWS[name]?.(exchange));
    expect(exchange.snapshot()).toEqual(before);
    expect(VIEWS[name]?.(exchange)).toEqual(shown);
  });

  test('says of its levels that they cannot be taken away', () => {
    const levels = of(full()).asks(0, 0) as unknown[];
    expect(() => levels.pop()).toThrow(TypeError);
  });

  test('says of its terms, payouts and groups that they cannot be written', () => {
    const exchange = of(full());
    const [first, , , , last] = [0, 1, 2, 3, 4].map((market) => exchange.market(market));
    const kept = [first?.terms, first?.terms.fee, exchange.market(1)?.terms, last?.payout, exchange.group(0)?.markets];
    expect(kept.map((part) => Object.isFrozen(part) && part !== undefined)).toEqual(kept.map(() => true));
  });
});

test('an exchange has its rules for itself', () => {
  const rules = { selfTrade: 'cancel-newest', heartbeatMs: 10, minimumLifeMs: 1, minedAfterMs: 1, confirmedAfterMs: 1 };
  const exchange = createExchange(rules as Parameters<typeof createExchange>[0]);
  rules.heartbeatMs = 1;
  exchange.step({ kind: 'heartbeat', key: 0 }, 0);
  expect(exchange.nextDue()).toBe(10);
});

describe.each([
  ['as it grew', ({ exchange }: Stage) => exchange],
  ['as it was restored', restored],
] as const)('an exchange %s', (_, of) => {
  test.each([0.5, -1, 1e9, Number.NaN, Number.POSITIVE_INFINITY, null, '0', undefined])(
    'has nothing at place %j, where there is none',
    (place) => {
      const [exchange, nowhere] = [of(full()), place as number];
      const nothing = { free: 0, reserved: 0 };
      expect([exchange.cash(nowhere), exchange.tokens(nowhere, 0, 0), exchange.tokens(0, nowhere, 0)]).toEqual([
        nothing,
        nothing,
        nothing,
      ]);
      expect([exchange.order(nowhere), exchange.eventAt(nowhere)]).toEqual([undefined, undefined]);
    },
  );

  test.each([2, 7, -1, 0.5, '1', undefined])('knows no outcome %j', (outcome) => {
    const [exchange, none] = [of(full()), outcome as 0];
    expect([exchange.bids(0, none), exchange.asks(0, none)]).toEqual([[], []]);
    expect(exchange.tokens(0, 0, none)).toEqual({ free: 0, reserved: 0 });
  });
});

test.each([null, undefined, 5, {}, 'bytes', new ArrayBuffer(64), new DataView(new ArrayBuffer(64))])(
  'nothing is restored from %j',
  (given) => {
    expect(restoreExchange(given as Uint8Array)).toEqual({
      ok: false,
      refusal: { position: 0, reason: 'a snapshot is a Uint8Array' },
    });
  },
);

test('rules that are none are told of', () => {
  expect(() => createExchange(null as never)).toThrow(new RangeError('rules are an object of five, got null'));
});
