/** What a market says of changes of its book, on drawn runs: equal versions mean an equal book and an equal last price. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { GENES, rulesFrom } from './commands.ts';
import { isSame } from './differential.ts';
import { runOn } from './runs.ts';

type Seen = { readonly version: number; readonly changedAt: number; readonly book: unknown };

function lookAt(exchange: Exchange, market: number): Seen | undefined {
  const view = exchange.market(market);
  if (view === undefined) return undefined;
  const book = [exchange.bids(market, 0), exchange.asks(market, 0), view.lastPrice];
  return { version: view.bookVersion, changedAt: view.bookChangedAt, book };
}

describe('the version of a book', () => {
  test('grows with every change of the book, and its moment is that of the change', () => {
    const genes = fc.array(fc.nat(), { minLength: GENES, maxLength: GENES });
    let changes = 0;
    const property = fc.property(genes, fc.array(genes, { maxLength: 120, size: 'max' }), (mode, steps) => {
      const flat = steps.flat();
      let next = 0;
      let before: (Seen | undefined)[] = [];
      let last = 0;
      runOn(
        createExchange(rulesFrom(mode)),
        steps.length,
        () => flat[next++] ?? 0,
        (exchange) => {
          const after: Seen[] = [];
          for (let seen = lookAt(exchange, 0); seen !== undefined; seen = lookAt(exchange, after.length))
            after.push(seen);
          after.forEach(({ version, changedAt, book }, market) => {
            const old = before[market];
            if (old === undefined) return;
            expect(version).toBeGreaterThanOrEqual(old.version);
            if (version === old.version) expect([book, changedAt]).toEqual([old.book, old.changedAt]);
            else expect(changedAt >= Math.max(last, old.changedAt) && changedAt <= exchange.now).toBe(true);
            if (!isSame(book, old.book)) changes += 1;
          });
          before = after;
          last = exchange.now;
        },
      );
    });
    fc.assert(property, { numRuns: 25, seed: 17 });
    expect(changes).toBeGreaterThan(200);
  });
});
