/** proof/venue/oracle/settlement.test: settlements that are retried or fail; all figures are worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { Command, MarketTerms } from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';
import { ONE, order, START, type Stage, stageOn, VENUES } from './stage.ts';

const retry = (trade: number): Command => ({ kind: 'disturb-settlement', trade, outcome: 'retry' });
const fail = (trade: number): Command => ({ kind: 'disturb-settlement', trade, outcome: 'fail' });

/** Statuses of trades with their moments in milliseconds after the beginning. */
function statuses(venue: Port): string {
  const changes = venue.log.flatMap((event) => (event.kind === 'trade-status' ? [event] : []));
  return changes.map(({ at, status }) => `${at - START} ${status}`).join(', ');
}

/** Cash, first and second outcome of market 0 of a wallet, whole dollars and shares, reserved or not. */
function wealth(venue: Port, wallet: number): number[] {
  return [venue.cash(wallet), venue.tokens(wallet, 0, 0), venue.tokens(wallet, 0, 1)].map(
    ({ free, reserved }) => (free + reserved) / ONE,
  );
}

describe.each(VENUES)('%s, a disturbed settlement', (_, create) => {
  const begin = (terms: Partial<MarketTerms> = {}): Stage<Port> => stageOn(create(DOCUMENT_RULES), terms);
  /** Wallet 0 sells 5 shares to wallet 1 at 50 cents. */
  const traded = (terms: Partial<MarketTerms> = {}): Stage<Port> => {
    const play = begin(terms);
    play.must(order(0, 'SELL', 0, 50, 5));
    play.must(order(1, 'BUY', 0, 50, 5));
    return play;
  };

  test('retried: mined and confirmed as long after the retry as usually after the match', () => {
    const { venue, must, wait } = traded();
    wait(1_500);
    must(retry(0));
    expect(venue.nextDue()).toBe(START + 3_500);
    wait(1_000);
    must(retry(0));
    wait(10_000);
    expect(statuses(venue)).toBe('1500 RETRYING, 2500 RETRYING, 4500 MINED, 9500 CONFIRMED');
  });

  test('retried when mined: mined a second time', () => {
    const { venue, must, wait } = traded();
    wait(6_999);
    must(retry(0));
    wait(7_000);
    expect(statuses(venue)).toBe('2000 MINED, 6999 RETRYING, 8999 MINED, 13999 CONFIRMED');
  });

  test('failed: reverses all amounts, fees included, and clears the timers', () => {
    const { venue, must, wait } = traded({ fee: { rate: 100_000, exponent: 1, takerOnly: true } });
    // The taker's fee: 5 x 0.1 x 0.25.
    expect(wealth(venue, 1)).toEqual([997.375, 105, 100]);
    expect(venue.treasury().fees).toBe(125_000);
    wait(2_500);
    const trade = venue.log.find((event) => event.kind === 'trade');
    expect(must(fail(0))).toEqual({ kind: 'done' });
    expect(venue.log.slice(-2)).toEqual([
      { ...trade, kind: 'trade-reversed', at: START + 2_500 },
      { kind: 'trade-status', at: START + 2_500, trade: 0, status: 'FAILED' },
    ]);
    expect([0, 1].map((wallet) => wealth(venue, wallet))).toEqual([
      [1000, 100, 100],
      [1000, 100, 100],
    ]);
    expect(venue.treasury()).toMatchObject({ fees: 0, residual: 0, collateral: 800 * ONE });
    expect(venue.nextDue()).toBeUndefined();
    // Filled sizes stay filled.
    expect(venue.order(0)).toMatchObject({ state: 'matched', matched: 5 * ONE });
  });

  test('failed: removes minted sets and restores merged ones', () => {
    const { venue, must } = begin();
    must(order(0, 'BUY', 1, 40, 5));
    must(order(1, 'BUY', 0, 60, 5));
    must(order(2, 'SELL', 1, 40, 3));
    must(order(3, 'SELL', 0, 60, 3));
    expect(venue.supply(0)).toMatchObject({ tokens: [402 * ONE, 402 * ONE], collateral: 402 * ONE });
    must(fail(0));
    expect(venue.supply(0)).toMatchObject({ tokens: [397 * ONE, 397 * ONE], collateral: 397 * ONE });
    must(fail(1));
    expect(venue.supply(0)).toMatchObject({ tokens: [400 * ONE, 400 * ONE], collateral: 400 * ONE });
    for (const wallet of [0, 1, 2, 3]) expect(wealth(venue, wallet)).toEqual([1000, 100, 100]);
  });

  test('failed: an open order keeps its fills and its reservation', () => {
    const { venue, must } = begin();
    must(order(0, 'BUY', 0, 50, 5));
    must(order(1, 'SELL', 0, 50, 2));
    must(fail(0));
    expect(venue.order(0)).toMatchObject({ state: 'live', matched: 2 * ONE });
    expect(venue.cash(0)).toEqual({ free: 1000 * ONE - 1_500_000, reserved: 1_500_000 });
    expect(venue.bids(0, 0)).toEqual([{ price: 5_000, size: 3 * ONE }]);
  });

  test('cannot fail if the buyer lacks free shares, or the seller free cash', () => {
    const { venue, must, refusal } = traded();
    must(order(1, 'SELL', 0, 90, 101));
    const { length } = venue.log;
    expect(refusal(fail(0))).toBe('cannot-reverse');
    expect(venue.log).toHaveLength(length);
    must({ kind: 'cancel', wallet: 1, order: 2 });
    must({ kind: 'split', wallet: 0, market: 1, size: 1_000_000_001 });
    expect(refusal(fail(0))).toBe('cannot-reverse');
    must({ kind: 'merge', wallet: 0, market: 1, size: 1 });
    expect(refusal(fail(0))).toBe('accepted');
    expect(venue.cash(0)).toEqual({ free: 0, reserved: 0 });
  });

  test('sums up what a wallet received and paid over all legs', () => {
    const play = (spent: number): string => {
      const { must, refusal } = begin();
      // Wallet 2 is filled twice: it sells 5 for 3.00, and buys 5 of the other token for 2.00.
      must(order(2, 'SELL', 0, 60, 5));
      must(order(2, 'BUY', 1, 40, 5));
      must(order(1, 'BUY', 0, 60, 10));
      must({ kind: 'split', wallet: 2, market: 1, size: spent });
      return refusal(fail(0));
    };
    // It has 1001 dollars and must return one.
    expect(play(1000 * ONE)).toBe('accepted');
    expect(play(1000 * ONE + 1)).toBe('cannot-reverse');
  });

  test('can be retried, but cannot fail, in a resolved market', () => {
    const { must, refusal } = traded();
    must({ kind: 'resolve-market', market: 0, payout: [ONE, 0] });
    expect(refusal(fail(0))).toBe('cannot-reverse');
    expect(refusal(retry(0))).toBe('accepted');
  });

  test('is impossible for confirmed, failed and unknown trades', () => {
    const { must, step, wait } = traded();
    must(order(0, 'SELL', 0, 50, 5));
    must(order(1, 'BUY', 0, 50, 5));
    must(fail(1));
    for (const again of [retry(1), fail(1)])
      expect(step(again)).toEqual({ ok: false, refusal: { kind: 'trade-settled', status: 'FAILED' } });
    wait(7_000);
    for (const late of [retry(0), fail(0)])
      expect(step(late)).toEqual({ ok: false, refusal: { kind: 'trade-settled', status: 'CONFIRMED' } });
    expect(step(retry(2))).toEqual({ ok: false, refusal: { kind: 'unknown-trade' } });
    expect(step(retry(-1))).toEqual({ ok: false, refusal: { kind: 'malformed', what: 'trade' } });
    expect(step({ ...retry(0), outcome: 'again' } as unknown as Command)).toEqual({
      ok: false,
      refusal: { kind: 'malformed', what: 'outcome' },
    });
  });

  test('reverses its part of the residual, even if a later trade has used it', () => {
    const { venue, must } = begin();
    const micro = (wallet: number, side: 'BUY' | 'SELL', cents: number, size: number): void => {
      must(order(wallet, side, 0, cents, 0, { size }));
    };
    // The buyer pays one micro dollar for half of one; the seller gets nothing.
    micro(0, 'BUY', 50, 2);
    micro(2, 'SELL', 50, 1);
    expect(venue.treasury().residual).toBe(1);
    // The buyer pays 3 for 2.25, the seller gets 2.
    micro(1, 'BUY', 75, 4);
    micro(2, 'SELL', 75, 3);
    expect(venue.treasury().residual).toBe(2);
    // Rounding credits both buyers, who pay nothing; the seller gets 1 for 0.75 + 0.5.
    micro(3, 'SELL', 50, 2);
    expect(venue.treasury().residual).toBe(1);
    must(fail(0));
    expect(venue.treasury().residual).toBe(0);
    must(fail(1));
    expect(venue.treasury().residual).toBe(-1);
    must(fail(2));
    expect(venue.treasury()).toMatchObject({ residual: 0, collateral: 800 * ONE, fees: 0 });
  });
});
