/** backtest/injected/injected-venue tests: fills by hand when recorded history is background orders in the engine. */
import { describe, expect, it } from 'vitest';
import { at, runOver, START } from '../fixtures/recorded.ts';
import type { BacktestResult } from '../result.ts';
import type { Context } from '../strategy.ts';

const INJECTED = { fidelity: 'injected' } as const;
const BOOK = '0 snapshot yes buy 0.50 300 | sell 0.52 100 | sell 0.53 100';
const END = '9 level yes buy 0.40 1';

const fillsOf = ({ fills }: BacktestResult): readonly string[] =>
  fills.map(({ at: when, reason, side, size, price, isMaker }) => {
    const role = isMaker ? 'maker' : 'taker';
    return `${(when - START) / 1e6} ${reason} ${role} ${side} ${size / 1e6}@${price / 100}`;
  });
const cashOf = ({ equity }: BacktestResult): number => (equity.at(-1)?.cash ?? 0) / 1e6;

describe('a strategy among background orders', () => {
  it('takes what rests, and what it took is gone', async () => {
    const buy = (c: Context): void => void c.place({ token: 0, side: 'BUY', price: 0.52, size: 70, type: 'FAK' });
    const fee = { rate: 20_000, exponent: 1, takerOnly: true } as const;
    const result = await runOver({ rows: `${BOOK}\n${END}` }, at({ 1: buy, 2: buy, 3: buy }), { ...INJECTED, fee });
    expect(fillsOf(result)).toEqual(['1 matched taker BUY 70@52', '2 matched taker BUY 30@52']);
    expect(result.orders.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'filled matched',
      'killed killed',
      'rejected fak-no-match',
    ]);
    // 100 x 0.52, and fees of 100 x 0.02 x 0.52 x 0.48
    expect(cashOf(result)).toBeCloseTo(10_000 - 52 - 0.4992, 6);
  });

  it('waits in the queue of the engine', async () => {
    const again = BOOK.replace('0', '5');
    const rows = `${BOOK}\n2 trade yes sell 0.50 200\n3 trade yes sell 0.50 130\n${again}\n${END}`;
    const bid = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.5, size: 40 }) });
    const result = await runOver({ rows }, bid, INJECTED);
    expect(fillsOf(result)).toEqual(['3 matched maker BUY 30@50']);
    expect(result.orders.map(({ queueAhead, state }) => [queueAhead, state])).toEqual([[300e6, 'open']]);
    expect(result.fills.map(({ waited, queueAhead }) => [waited, queueAhead])).toEqual([[2e6, 300e6]]);
    // The snapshot says that 300 are at 50 cents again, of which the trades left none.
    expect(result.data.drift).toMatchObject({ snapshots: 1, differing: 1, levels: 1, size: 300e6, missedSize: 0 });
  });

  it.each([
    ['yes', 10_000 - 10 * 0.52 + 10],
    ['no', 10_000 - 10 * 0.52],
    ['both', 10_000 - 10 * 0.52 + 5],
  ] as const)('is paid when the market resolves to %s', async (winner, cash) => {
    const buy = at({ 1: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 10 }) });
    const result = await runOver({ rows: `${BOOK}\n${END}`, winner }, buy, INJECTED);
    expect(cashOf(result)).toBeCloseTo(cash, 6);
    expect(result.settlements).toMatchObject([{ held: [10e6, 0] }]);
  });

  it('cannot trade in a gap', async () => {
    const rows = `${BOOK}\n100 snapshot yes buy 0.50 80 | sell 0.52 70\n110 level yes buy 0.40 1`;
    const buy = at({ 80: (c) => c.place({ token: 0, side: 'BUY', price: 0.52, size: 10, type: 'FAK' }) });
    const result = await runOver({ rows, gapSeconds: 60 }, buy, INJECTED);
    expect(result.orders.map(({ reason }) => reason)).toEqual(['book-unknown']);
  });

  it('cancels, splits, and is refused what is too small or between two ticks', async () => {
    const strategy = at({
      1: (c) => c.cancel(c.place({ token: 0, side: 'BUY', price: 0.5, size: 10 })),
      2: (c) => c.split(0, 20),
      3: (c) => c.place({ token: 1, side: 'SELL', price: 0.47, size: 20 }),
      4: (c) => c.place({ token: 0, side: 'BUY', price: 0.5, size: 4 }),
      5: (c) => c.place({ token: 0, side: 'BUY', price: 0.501_23, size: 10 }),
    });
    const result = await runOver({ rows: `${BOOK}\n${END}` }, strategy, { ...INJECTED, minSize: 5e6 });
    expect(result.orders.map(({ state, reason }) => `${state} ${reason}`)).toEqual([
      'cancelled cancelled',
      'filled matched',
      'rejected size-too-small',
      'rejected price-off-tick',
    ]);
    // A sale of No at 47 cents crosses the ask of Yes at 52 as a bid for No at 48, which pays 48.
    expect(fillsOf(result)).toEqual(['3 matched taker SELL 20@48']);
    expect(cashOf(result)).toBeCloseTo(10_000 - 20 + 20 * 0.48, 6);
  });
});
