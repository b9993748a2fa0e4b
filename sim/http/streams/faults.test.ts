/** sim/http/streams/faults.test: messages that fail by rules. */
import { describe, expect, it } from 'vitest';
import { type FaultRule, parseFaults } from '../../faults/rule.ts';
import { streamServices } from './fixtures/stream-services.ts';

const serve = streamServices();
const start = (...faults: FaultRule[]) => serve({ faults });

const PRICES = [0.1, 0.2, 0.3, 0.4];
/** The first price of each change, in order of arrival. */
const pricesIn = (texts: readonly string[]): number[] =>
  texts.flatMap((text) =>
    [JSON.parse(text).price_changes ?? []].flatMap(([change]) => (change ? [Number(change.price)] : [])),
  );

const CHANGES = { stream: 'market', event: 'price_change' } as const;

describe('kinds', () => {
  it.each<[FaultRule, number[]]>([
    [{ ...CHANGES, kind: 'drop', nth: 2 }, [0.1, 0.3, 0.4]],
    [{ ...CHANGES, kind: 'drop', every: 2 }, [0.1, 0.3]],
    [{ ...CHANGES, kind: 'drop', nth: 2, times: 2 }, [0.1, 0.4]],
    [{ ...CHANGES, kind: 'duplicate', nth: 2 }, [0.1, 0.2, 0.2, 0.3, 0.4]],
    [{ ...CHANGES, kind: 'reorder', nth: 2 }, [0.1, 0.3, 0.2, 0.4]],
    [{ ...CHANGES, kind: 'reorder', every: 1 }, [0.2, 0.1, 0.4, 0.3]],
    [{ stream: 'user', kind: 'drop', every: 1 }, PRICES],
  ])('%j: a client sees the changes %j', async (rule, expected) => {
    const { market, order } = await start(rule);
    const client = await market();
    for (const price of PRICES) order({ price });
    expect(pricesIn(await client.settled())).toEqual(expected);
  });

  it('delay holds a message and all behind it, in order', async () => {
    const { market, order } = await start({ ...CHANGES, kind: 'delay', ms: 400, nth: 2 });
    const client = await market();
    const begin = performance.now();
    for (const price of PRICES) order({ price });
    expect(pricesIn(await client.settled())).toEqual([0.1]);
    expect(pricesIn(await client.until(5))).toEqual(PRICES);
    expect(performance.now() - begin).toBeGreaterThan(395);
  });

  it('cut ends the connection without a close frame; the order is made, and other connections stay', async () => {
    const { user, market, order, simulator } = await start({ stream: 'user', event: 'order', kind: 'cut', nth: 2 });
    const [ada, watcher] = [await user('ada'), await market()];
    for (const price of PRICES.slice(0, 2)) order({ price });
    expect(await ada.closed).toEqual([1006, '']);
    expect(ada.texts).toHaveLength(1);
    expect(pricesIn(await watcher.settled())).toEqual([0.1, 0.2]);
    expect(simulator.faults()).toEqual([{ stream: 'user', event: 'order', kind: 'cut', nth: 2, seen: 2, fired: 1 }]);
  });
});

it('a rule for a wallet counts and spoils the messages about its orders alone', async () => {
  const rule = { stream: 'user', wallet: 'ada', event: 'order', kind: 'drop', every: 1 } as const;
  const { user, order, simulator } = await start(rule);
  const [ada, ben] = [await user('ada'), await user('ben')];
  order({ price: 0.2 });
  order({ wallet: 'ben', price: 0.3 });
  expect([await ada.settled(), (await ben.settled()).length]).toEqual([[], 1]);
  expect(simulator.faults()).toEqual([{ ...rule, seen: 1, fired: 1 }]);
  const { address = '' } = simulator.named.wallets['ben'] ?? {};
  simulator.faults([{ ...rule, wallet: address }]);
  order({ wallet: 'ben', price: 0.3 });
  expect((await ben.settled()).length).toBe(1);
});

it('chance follows from the seed, and rules of routes do not see messages', async () => {
  const run = async (): Promise<unknown> => {
    const { market, order, simulator } = await start(
      { route: 'POST /order', nth: 9, kind: 'error' },
      { ...CHANGES, kind: 'drop', chance: 0.5 },
    );
    const client = await market();
    for (const price of [...PRICES, 0.5, 0.6, 0.7, 0.8]) order({ price });
    return [await client.settled(), simulator.faults().map(({ seen, fired }) => [seen, fired])];
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(first).toMatchObject([
    expect.anything(),
    [
      [0, 0],
      [8, expect.any(Number)],
    ],
  ]);
});

it.each<[object, string]>([
  [{ kind: 'drop', nth: 1 }, ' takes either a route, such as "POST /order", or a stream, market or user'],
  [
    { route: 'POST /order', stream: 'user', kind: 'drop', nth: 1 },
    ' takes either a route, such as "POST /order", or a stream, market or user',
  ],
  [{ stream: 'prices', kind: 'drop', nth: 1 }, '.stream must be market or user'],
  [
    { stream: 'user', kind: 'error', nth: 1 },
    ': error is not for a stream, which takes drop, delay, duplicate, reorder, cut',
  ],
  [
    { route: 'POST /order', kind: 'drop', nth: 1 },
    ': drop is not for a route, which takes response-lost, request-lost, duplicate, throttled, error, ' +
      'latency, reset, truncated, stale, slow-settlement',
  ],
  [{ stream: 'user', event: 'book', kind: 'drop', nth: 1 }, ': the user stream has no book, only order, trade'],
  [{ route: 'POST /order', event: 'book', kind: 'error', nth: 1 }, ': event belongs to a stream, not to a route'],
  [{ stream: 'market', wallet: 'ada', kind: 'drop', nth: 1 }, ': wallet belongs to a route or to the user stream'],
  [{ stream: 'market', kind: 'delay', nth: 1 }, ': delay takes ms, the delay in milliseconds'],
  [{ stream: 'market', kind: 'drop' }, ' takes exactly one of nth, every and chance, not none'],
])('%j is refused', (rule, message) => {
  expect(() => parseFaults([rule])).toThrow(new Error(`faults[0]${message}`));
});
