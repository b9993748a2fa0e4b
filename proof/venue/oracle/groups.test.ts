/** proof/venue/oracle/groups.test: groups with one winner: conversions, the vault and its debt, resolutions. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../spec/venue/command.ts';
import { DOCUMENT_RULES } from '../../../spec/venue/rules.ts';
import type { Port } from './port.ts';
import { ONE, order, type Stage, stageOn, TERMS, VENUES } from './stage.ts';

const YES = [ONE, 0] as const;
const NO = [0, ONE] as const;

function convert(markets: readonly number[], shares: number, wallet = 0): Command {
  return { kind: 'convert', wallet, group: 0, markets, size: shares * ONE };
}

/** Tokens of a wallet in markets 2, 3, 4: first and second outcome of each, whole shares. */
function held(venue: Port, wallet: number): number[] {
  return [2, 3, 4].flatMap((market) =>
    ([0, 1] as const).map((outcome) => {
      const { free, reserved } = venue.tokens(wallet, market, outcome);
      return (free + reserved) / ONE;
    }),
  );
}

/** First and second outcome, collateral and vault of a market, whole shares and dollars. */
function supplyOf(venue: Port, market: number): number[] {
  const { tokens, collateral, vault } = venue.supply(market);
  return [...tokens, collateral, vault].map((micro) => micro / ONE);
}

/** All dollars: cash of the four wallets, collateral less debt, fees and residual. */
function allMoney(venue: Port): number {
  const { collateral, debt, fees, residual } = venue.treasury();
  const cash = [0, 1, 2, 3].map((wallet) => venue.cash(wallet).free + venue.cash(wallet).reserved);
  return cash.reduce((all, each) => all + each, collateral - debt + fees + residual) / ONE;
}

describe.each(VENUES)('%s, a group of three', (_, create) => {
  /** Markets 2 to 4 are a group; wallet 0 has ten sets of 2 and of 3 and 980 dollars. */
  const begin = (): Stage<Port> => {
    const play = stageOn(create(DOCUMENT_RULES));
    for (let market = 2; market < 5; market += 1) play.must({ kind: 'list-market', terms: TERMS });
    expect(play.must({ kind: 'group-markets', markets: [2, 3, 4] })).toEqual({ kind: 'created', index: 0 });
    for (const market of [2, 3]) play.must({ kind: 'split', wallet: 0, market, size: 10 * ONE });
    return play;
  };

  test('converts two second outcomes into the third first outcome and a dollar a share', () => {
    const { venue, must } = begin();
    expect(must(convert([2, 3], 4))).toEqual({ kind: 'done' });
    const event = { ...convert([2, 3], 4), kind: 'converted', at: venue.now, others: [4], paid: 4 * ONE };
    expect(venue.log.at(-1)).toEqual(event);
    expect(venue.cash(0)).toEqual({ free: 984 * ONE, reserved: 0 });
    expect(held(venue, 0)).toEqual([10, 6, 10, 6, 4, 0]);
    expect([2, 3, 4].flatMap((market) => supplyOf(venue, market))).toEqual([10, 10, 10, 4, 10, 10, 10, 4, 4, 4, 4, 4]);
    expect(venue.group(0)).toEqual({ markets: [2, 3, 4], debt: 8 * ONE });
    // 800 behind the sets of the stage, 24 behind the group's.
    expect(venue.treasury()).toEqual({
      deposits: 4_800 * ONE,
      collateral: 824 * ONE,
      debt: 8 * ONE,
      fees: 0,
      residual: 0,
    });
    expect(allMoney(venue)).toBe(4_800);
  });

  test('converts one second outcome into the first outcomes of all others, without cash', () => {
    const { venue, must } = begin();
    must(convert([3], 3));
    expect(venue.cash(0).free).toBe(980 * ONE);
    expect(held(venue, 0)).toEqual([13, 10, 10, 7, 3, 0]);
    expect(venue.group(0)?.debt).toBe(6 * ONE);
    expect(allMoney(venue)).toBe(4_800);
  });

  test('converts the second outcomes of all members into cash', () => {
    const { venue, must } = begin();
    must({ kind: 'split', wallet: 0, market: 4, size: 2 * ONE });
    must(convert([2, 3, 4], 2));
    expect(venue.cash(0).free).toBe((978 + 4) * ONE);
    expect(venue.log.at(-1)).toMatchObject({ others: [], paid: 4 * ONE });
    expect(held(venue, 0)).toEqual([10, 8, 10, 8, 2, 0]);
    expect(allMoney(venue)).toBe(4_800);
  });

  test.each([2, 3, 4])('keeps its worth after a conversion if market %i wins', (winner) => {
    const { venue, must } = begin();
    must(convert([2, 3], 4));
    const collateral = [2, 3, 4].reduce((all, market) => all + venue.supply(market).collateral, 0);
    const tokens = held(venue, 0);
    const owed = [2, 3, 4].reduce((all, market, at) => all + (tokens[2 * at + (market === winner ? 0 : 1)] ?? 0), 0);
    expect(collateral - (venue.group(0)?.debt ?? 0)).toBe(owed * ONE);
    for (const market of [2, 3, 4]) must({ kind: 'resolve-market', market, payout: market === winner ? YES : NO });
    expect(venue.group(0)?.debt).toBe(0);
    for (const market of [2, 3, 4]) must({ kind: 'redeem', wallet: 0, market });
    // Ten sets of each of two markets cost 20 dollars, and at most one of the two wins.
    expect(venue.cash(0).free).toBe(1_000 * ONE);
    expect(venue.treasury()).toMatchObject({ collateral: 800 * ONE, debt: 0, residual: 0 });
  });

  test('redeems the tokens in its vault as soon as their market resolves', () => {
    const { venue, must } = begin();
    must(convert([2, 3], 4));
    must({ kind: 'resolve-market', market: 3, payout: NO });
    expect(venue.log.at(-1)).toMatchObject({ kind: 'market-resolved', market: 3 });
    expect(supplyOf(venue, 3)).toEqual([10, 6, 6, 0]);
    expect(venue.group(0)?.debt).toBe(4 * ONE);
    must({ kind: 'resolve-market', market: 2, payout: YES });
    expect(supplyOf(venue, 2)).toEqual([10, 6, 10, 0]);
    expect(venue.group(0)?.debt).toBe(4 * ONE);
    must({ kind: 'resolve-market', market: 4, payout: NO });
    expect(supplyOf(venue, 4)).toEqual([4, 0, 0, 0]);
    expect(venue.group(0)?.debt).toBe(0);
    expect(allMoney(venue)).toBe(4_800);
  });

  test('has exactly one winner', () => {
    const { venue, must, refusal } = begin();
    const resolve = (market: number, payout: readonly [number, number]): Command => ({
      kind: 'resolve-market',
      market,
      payout,
    });
    const { length } = venue.log;
    expect(refusal(resolve(2, [500_000, 500_000]))).toBe('group-payout');
    expect(venue.log).toHaveLength(length);
    must(resolve(2, NO));
    must(resolve(4, NO));
    expect(refusal(resolve(3, NO))).toBe('group-payout');
    expect(venue.market(3)?.state).toBe('open');
    must(resolve(3, YES));
    expect(refusal(resolve(3, YES))).toBe('market-not-accepting');

    const other = begin();
    other.must(resolve(3, YES));
    expect(other.refusal(resolve(2, YES))).toBe('group-payout');
    other.must(resolve(2, NO));
    other.must(resolve(4, NO));
  });

  test('validates conversions in a fixed order', () => {
    const { must, step, refusal } = begin();
    expect(refusal({ ...convert([9], 0, 9), group: 9 } as Command)).toBe('unknown-wallet');
    expect(refusal({ ...convert([9], 0), group: 9 } as Command)).toBe('unknown-group');
    expect(step(convert([0, 2, 9], 0))).toEqual({ ok: false, refusal: { kind: 'not-in-group', market: 0 } });
    expect(refusal(convert([2], 0))).toBe('size-invalid');
    expect(refusal(convert([2], -1))).toBe('size-invalid');
    expect(refusal(convert([2], 1_000_000_001))).toBe('size-invalid');
    const lacking = (needed: number, free: number): unknown => ({
      ok: false,
      refusal: { kind: 'insufficient-tokens', needed: needed * ONE, free: free * ONE },
    });
    expect(step(convert([2, 3, 4], 11))).toEqual(lacking(11, 10));
    expect(step(convert([3, 4], 2))).toEqual(lacking(2, 0));
    must(order(0, 'SELL', 1, 50, 7, { market: 2 }));
    expect(step(convert([2, 3], 4))).toEqual(lacking(4, 3));
    must(convert([2, 3], 3));
    for (const markets of [[], [3, 2], [2, 2], [2.5], [-1]])
      expect(step(convert(markets, 1))).toEqual({ ok: false, refusal: { kind: 'malformed', what: 'markets' } });
    expect(step({ ...convert([2], 1), size: 0.5 } as Command)).toMatchObject({ refusal: { what: 'size' } });
  });

  test('converts while members are paused or closed, but not after a resolution', () => {
    const { must, step } = begin();
    must({ kind: 'pause-market', market: 2 });
    must({ kind: 'close-market', market: 4 });
    must(convert([2, 3], 1));
    must({ kind: 'resolve-market', market: 4, payout: NO });
    expect(step(convert([2, 3], 0))).toEqual({
      ok: false,
      refusal: { kind: 'market-not-accepting', state: 'resolved' },
    });
  });

  test('consists of existing, trading, ungrouped markets without tokens', () => {
    const { must, step } = begin();
    const group = (...markets: number[]): unknown => {
      const reply = step({ kind: 'group-markets', markets });
      return reply.ok ? reply.value : reply.refusal;
    };
    for (let market = 5; market < 8; market += 1) must({ kind: 'list-market', terms: TERMS });
    must({ kind: 'close-market', market: 5 });
    must({ kind: 'pause-market', market: 6 });
    for (const bad of [[], [2], [3, 2], [2, 2], [2, 2.5]])
      expect(group(...bad)).toEqual({ kind: 'malformed', what: 'markets' });
    expect(group(5, 9)).toEqual({ kind: 'market-not-accepting', state: 'closed' });
    expect(group(6, 9)).toEqual({ kind: 'unknown-market' });
    expect(group(2, 5)).toEqual({ kind: 'market-grouped', market: 2 });
    expect(group(1, 2)).toEqual({ kind: 'market-in-use', market: 1 });
    must(order(0, 'BUY', 0, 50, 1, { market: 7 }));
    expect(group(6, 7)).toEqual({ kind: 'created', index: 1 });
    expect(group(6, 7)).toEqual({ kind: 'market-grouped', market: 6 });
  });

  test('accepts a market whose tokens were all merged', () => {
    const { must, refusal } = begin();
    for (let market = 5; market < 7; market += 1) must({ kind: 'list-market', terms: TERMS });
    must({ kind: 'split', wallet: 1, market: 5, size: ONE });
    expect(refusal({ kind: 'group-markets', markets: [5, 6] })).toBe('market-in-use');
    must({ kind: 'merge', wallet: 1, market: 5, size: ONE });
    expect(refusal({ kind: 'group-markets', markets: [5, 6] })).toBe('accepted');
  });
});

describe.each(VENUES)('%s, conversions beyond exact numbers', (_, create) => {
  /** Twelve markets in a group; wallet 0 has sets of the first of them. */
  const begin = (size: number): Stage<Port> => {
    const play = stageOn(create(DOCUMENT_RULES));
    const members = Array.from({ length: 12 }, (_, index) => index + 2);
    for (const _market of members) play.must({ kind: 'list-market', terms: TERMS });
    play.must({ kind: 'group-markets', markets: members });
    play.must({ kind: 'deposit', wallet: 0, amount: size });
    play.must({ kind: 'split', wallet: 0, market: 2, size });
    return play;
  };
  // Each conversion of this size owes eleven times as much.
  const SIZE = 400_000_000_000_000;

  test('are refused if deposits and debts together exceed them', () => {
    const { refusal } = begin(2 * SIZE);
    // 0.8e15 deposited, 4.4e15 owed, and 4.4e15 more is beyond 9.007e15.
    const convert = { kind: 'convert', wallet: 0, group: 0, markets: [2], size: SIZE } as const;
    expect(refusal(convert)).toBe('accepted');
    expect(refusal(convert)).toBe('size-invalid');
    expect(refusal({ ...convert, size: SIZE / 2 })).toBe('accepted');
  });

  test('reduce the largest deposit', () => {
    const { venue, must, step } = begin(SIZE);
    must({ kind: 'convert', wallet: 0, group: 0, markets: [2], size: SIZE });
    const rest = Number.MAX_SAFE_INTEGER - 4_800 * ONE - 12 * SIZE;
    expect(step({ kind: 'deposit', wallet: 1, amount: rest + 1 })).toMatchObject({ refusal: { what: 'amount' } });
    must({ kind: 'deposit', wallet: 1, amount: rest });
    const { deposits, debt } = venue.treasury();
    expect(deposits + debt).toBe(Number.MAX_SAFE_INTEGER);
  });
});
