/** Markets from listing to redemption, and complete sets. */
import { describe, expect, test } from 'vitest';
import { ONE, order, stage, TERMS } from '../../proof/venue/oracle/stage.ts';

test('a new price step changes the book, even if every order stays', () => {
  const { venue, must } = stage();
  must(order(0, 'BUY', 0, 50, 5));
  const before = venue.market(0);
  venue.step({ kind: 'change-tick', market: 0, tick: 10 }, venue.now + 5);
  expect(venue.bids(0, 0)).toHaveLength(1);
  expect(venue.market(0)?.bookVersion).toBeGreaterThan(before?.bookVersion ?? 0);
  expect(venue.market(0)?.bookChangedAt).toBe((before?.bookChangedAt ?? 0) + 5);
});

describe('market states', () => {
  test('pausing keeps the book, resuming opens it again; a repeated command changes nothing', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    must({ kind: 'pause-market', market: 0 });
    const paused = venue.hash();
    must({ kind: 'pause-market', market: 0 });
    expect(venue.hash()).toBe(paused);
    expect(venue.bids(0, 0)).toHaveLength(1);
    must({ kind: 'resume-market', market: 0 });
    expect(must(order(1, 'SELL', 0, 50, 5))).toMatchObject({ status: 'matched' });
  });

  test('closing cancels the open orders of the market, delayed ones too, in order of acceptance', () => {
    const { venue, must } = stage({ delayMs: 1_000 });
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    must(order(2, 'BUY', 0, 30, 5));
    must(order(2, 'BUY', 0, 30, 5, { market: 1 }));
    must({ kind: 'close-market', market: 0 });
    expect(venue.log.slice(-4)).toMatchObject([
      { kind: 'market-state', state: 'closed' },
      { kind: 'order-closed', order: 0, reason: 'market-closed' },
      { kind: 'order-closed', order: 1, reason: 'market-closed' },
      { kind: 'order-closed', order: 2, reason: 'market-closed' },
    ]);
    expect([venue.bids(0, 0), venue.asks(0, 0)]).toEqual([[], []]);
    expect(venue.cash(2).reserved).toBe(1.5 * ONE);
  });

  test('closed and resolved markets never reopen', () => {
    const { must, refusal } = stage();
    must({ kind: 'close-market', market: 0 });
    expect(refusal({ kind: 'resume-market', market: 0 })).toBe('market-not-accepting');
    expect(refusal({ kind: 'pause-market', market: 0 })).toBe('market-not-accepting');
    must({ kind: 'resolve-market', market: 0, payout: [ONE, 0] });
    expect(refusal({ kind: 'close-market', market: 0 })).toBe('market-not-accepting');
    expect(refusal({ kind: 'resolve-market', market: 0, payout: [0, ONE] })).toBe('market-not-accepting');
  });

  test('resolving an open market closes it first', () => {
    const { venue, must } = stage();
    must(order(0, 'BUY', 0, 50, 5));
    must({ kind: 'resolve-market', market: 0, payout: [ONE, 0] });
    expect(venue.log.slice(-3).map((event) => event.kind)).toEqual(['market-state', 'order-closed', 'market-resolved']);
    expect(venue.market(0)).toMatchObject({ state: 'resolved', payout: [ONE, 0] });
  });

  test('the terms of a listed market cannot be changed from outside', () => {
    const { venue, must } = stage();
    const terms = { ...TERMS, fee: { ...TERMS.fee } };
    must({ kind: 'list-market', terms });
    Object.assign(terms, { tick: 1 });
    Object.assign(terms.fee, { rate: 1 });
    expect(venue.market(2)?.terms).toEqual(TERMS);
  });
});

describe('complete sets', () => {
  test('split and merge cancel each other out', () => {
    const { venue, must } = stage();
    const before = [venue.cash(0), venue.tokens(0, 0, 0), venue.tokens(0, 0, 1), venue.supply(0)];
    must({ kind: 'split', wallet: 0, market: 0, size: 7 });
    must({ kind: 'merge', wallet: 0, market: 0, size: 7 });
    expect([venue.cash(0), venue.tokens(0, 0, 0), venue.tokens(0, 0, 1), venue.supply(0)]).toEqual(before);
  });

  test('are refused without funds, without size, and in a market that has ended', () => {
    const { must, refusal } = stage();
    expect(refusal({ kind: 'split', wallet: 0, market: 0, size: 1_001 * ONE })).toBe('insufficient-cash');
    expect(refusal({ kind: 'merge', wallet: 0, market: 0, size: 101 * ONE })).toBe('insufficient-tokens');
    expect(refusal({ kind: 'split', wallet: 0, market: 0, size: 0 })).toBe('size-invalid');
    expect(refusal({ kind: 'merge', wallet: 0, market: 0, size: -1 })).toBe('size-invalid');
    must({ kind: 'close-market', market: 0 });
    expect(refusal({ kind: 'split', wallet: 0, market: 0, size: ONE })).toBe('market-not-accepting');
    expect(refusal({ kind: 'merge', wallet: 0, market: 0, size: ONE })).toBe('accepted');
    must({ kind: 'resolve-market', market: 0, payout: [ONE, 0] });
    expect(refusal({ kind: 'merge', wallet: 0, market: 0, size: ONE })).toBe('market-not-accepting');
  });
});

describe('redemption', () => {
  test('pays the winner and takes the losing tokens for nothing', () => {
    const { venue, must, refusal } = stage();
    expect(refusal({ kind: 'redeem', wallet: 0, market: 0 })).toBe('not-resolved');
    must(order(0, 'SELL', 1, 50, 100));
    must(order(1, 'BUY', 1, 50, 100));
    must({ kind: 'resolve-market', market: 0, payout: [0, ONE] });
    must({ kind: 'redeem', wallet: 0, market: 0 });
    expect(venue.log.at(-1)).toMatchObject({ kind: 'redeemed', sizes: [100 * ONE, 0], paid: [0, 0] });
    must({ kind: 'redeem', wallet: 1, market: 0 });
    expect(venue.cash(1).free).toBe(1_150 * ONE);
    expect(refusal({ kind: 'redeem', wallet: 1, market: 0 })).toBe('nothing-to-redeem');
    expect(venue.supply(0)).toEqual({ tokens: [200 * ONE, 200 * ONE], collateral: 200 * ONE, vault: 0 });
  });

  test('fifty-fifty with uneven sizes rounds each payout down and books the rest when the last token is gone', () => {
    const { venue, must } = stage();
    must(order(0, 'SELL', 0, 50, 1, { size: 1 }));
    must(order(1, 'BUY', 0, 50, 1, { size: 1 }));
    const residual = venue.treasury().residual;
    must({ kind: 'resolve-market', market: 0, payout: [ONE / 2, ONE / 2] });
    for (let wallet = 0; wallet < 4; wallet += 1) must({ kind: 'redeem', wallet, market: 0 });
    expect(venue.supply(0)).toEqual({ tokens: [0, 0], collateral: 0, vault: 0 });
    expect(venue.treasury()).toMatchObject({ residual: residual + 1, collateral: 400 * ONE });
  });
});
