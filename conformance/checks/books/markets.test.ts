/** conformance/checks/books tests: two long books that almost mirror each other. */
import { expect, it } from 'vitest';
import type { CheckContext, Fault } from '../../check.ts';
import { bookMarketChecks } from './markets.ts';

const LEVELS = 9_900;
const side = (priceOf: (index: number) => number) =>
  Array.from({ length: LEVELS }, (_, index) => ({ price: priceOf(index).toFixed(5), size: '10' }));

const first = { asset_id: '1', bids: side((index) => index / 100_000), asks: side((index) => 1 - index / 100_000) };
const second = { asset_id: '2', bids: first.bids, asks: first.asks.with(-1, { price: '0.5', size: '10' }) };

it('the levels of long books are compared once', async () => {
  const found: Fault[] = [];
  const response = {
    request: { method: 'POST', path: '/books', query: '', headers: {} },
    status: 200,
    json: [first, second],
  };
  const tokens = [{ token_id: '1' }, { token_id: '2' }];
  const context = {
    bindings: { conditions: [{ tokens }], writeMarkets: [] },
    send: async () => response,
    judgeBy: (_: string, __: unknown, fault: Fault | undefined) => void (fault && found.push(fault)),
  };
  const start = performance.now();
  await bookMarketChecks.find(({ id }) => id === 'books.mirror')?.run(context as unknown as CheckContext);
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(found).toMatchObject([{ pointer: '/1', expected: 'the mirror of the book of 1' }]);
});
