/** backtest/examples tests: each example trades on a generated recording, keeps its limits, and repeats. */
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleList } from '../../cli/backtest/examples.ts';
import { captureFolder } from '../data/fixtures/captures.ts';
import { openRecording } from '../data/open-recording.ts';
import { DEFAULT_ASSUMPTIONS } from '../options.ts';
import type { BacktestResult, FillRecord } from '../result.ts';
import { backtest } from '../run/backtest.ts';
import type { Params, StrategyFactory } from '../strategy.ts';
import { checkStrategy } from '../strategy-file.ts';
import makeBettor from './calibration-bettor.ts';
import makeArbitrage from './complement-arbitrage.ts';
import makeMarketMaker from './market-maker.ts';
import makeMeanReversion from './mean-reversion.ts';
import makeMomentum from './momentum.ts';
import makeRebalancer from './rebalancer.ts';

const captures = captureFolder();
const MARKETS = 3;
let recording = '';

/** A generated recording whose first two markets resolve: one to its first outcome, one to its second. */
beforeAll(async () => {
  const capture = await captures.generate('capture.csv', {
    seed: 5,
    events: 40_000,
    markets: MARKETS,
    defects: ['gap'],
  });
  const { file } = await captures.convert('plain.arrow', { files: [capture] });
  const plain = await openRecording(file);
  const rows = [0, 1].map((index) => ({
    slug: plain.markets[index],
    question: 'Will it?',
    category: 'weather',
    closed: true,
    endDate: '2026-01-05T00:00:00Z',
    umaResolutionStatus: 'resolved',
    outcomes: ['Yes', 'No'],
    clobTokenIds: plain.tokens.filter(({ market }) => market === index).map(({ token }) => token),
    outcomePrices: index === 0 ? ['1', '0'] : ['0', '1'],
  }));
  plain.close();
  const catalog = captures.write('catalog.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  recording = (await captures.convert('resolved.arrow', { files: [capture, catalog] })).file;
});

async function run(
  name: string,
  factory: StrategyFactory,
  params: Params = {},
  deposit = DEFAULT_ASSUMPTIONS.deposit,
): Promise<BacktestResult> {
  const opened = await openRecording(recording);
  const strategy = checkStrategy(factory(params));
  const assumptions = { ...DEFAULT_ASSUMPTIONS, deposit };
  const running = backtest({ recording: opened, strategy, name, params, seed: '1', assumptions });
  let step = running.next();
  while (step.done !== true) step = running.next();
  opened.close();
  return step.value;
}

const EXAMPLES: Readonly<Record<string, { readonly factory: StrategyFactory; readonly params: Params }>> = {
  'market-maker': { factory: makeMarketMaker, params: { limit: 30 } },
  momentum: { factory: makeMomentum, params: {} },
  'complement-arbitrage': { factory: makeArbitrage, params: { patience: 20, edge: 0.02 } },
  'mean-reversion': { factory: makeMeanReversion, params: { band: 0.01, samples: 50 } },
  'calibration-bettor': { factory: makeBettor, params: { every: 20, tilt: 0.5, edge: 0.01 } },
  rebalancer: { factory: makeRebalancer, params: { every: 10 } },
};

const results = new Map<string, BacktestResult>();
const resultOf = async (name: keyof typeof EXAMPLES): Promise<BacktestResult> => {
  const { factory, params } = EXAMPLES[name] as (typeof EXAMPLES)[string];
  const known = results.get(name) ?? (await run(name, factory, params));
  results.set(name, known);
  return known;
};

it('are the strategies of the folder, and those that --example lists', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const names = files.map((name) => name.replace('.ts', '')).toSorted();
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(names);
  expect(Array.from(exampleList().matchAll(/^\S+/gm), String).toSorted()).toEqual(names);
});

describe.each(Object.keys(EXAMPLES))('%s', (name) => {
  it('trades, and nothing that it sends is refused for what it is', async () => {
    const { end, fills, orders } = await resultOf(name);
    expect(end).toEqual({ kind: 'complete' });
    expect(fills.length).toBeGreaterThan(0);
    const reasons = orders.filter(({ state }) => state === 'rejected').map(({ reason }) => reason);
    expect(reasons.filter((reason) => !ALLOWED.includes(reason))).toEqual([]);
  });

  it('never spends more than it has', async () => {
    const { equity } = await resultOf(name);
    expect(Math.min(...equity.map(({ cash }) => cash))).toBeGreaterThanOrEqual(0);
  });

  it('does the same twice', async () => {
    const { factory, params } = EXAMPLES[name] as (typeof EXAMPLES)[string];
    expect(JSON.stringify(await run(name, factory, params))).toBe(JSON.stringify(await resultOf(name)));
  });

  it('says which parameter is wrong', () => {
    const { factory } = EXAMPLES[name] as (typeof EXAMPLES)[string];
    const parameter = name === 'rebalancer' ? 'weight' : name === 'calibration-bettor' ? 'kelly' : 'size';
    const wrong = name === 'mean-reversion' || name === 'rebalancer' ? 0 : -1;
    expect(() => factory({ [parameter]: wrong === 0 ? 'much' : wrong })).toThrow(
      `the parameter ${parameter} has to be a`,
    );
  });
});

/** The book has moved while the order was on its way. */
const ALLOWED = ['post-only-crosses', 'fok-not-filled', 'fak-no-match'];

/** Shares of each token after each fill, from the fills, splits, merges and payouts alone. */
function* positions(
  result: BacktestResult,
): Generator<{ readonly fill: FillRecord; readonly held: ReadonlyMap<number, number> }> {
  const held = new Map<number, number>();
  for (const fill of result.fills) {
    held.set(fill.token, (held.get(fill.token) ?? 0) + (fill.side === 'BUY' ? fill.size : -fill.size));
    yield { fill, held };
  }
}

const SHARE = 1_000_000;

describe('the market maker', () => {
  it('keeps the shares of one outcome net of the other within its limit, and has one order a side', async () => {
    const result = await resultOf('market-maker');
    let furthest = 0;
    for (const { held } of positions(result)) {
      for (let index = 0; index < MARKETS; index += 1) {
        const net = (held.get(2 * index) ?? 0) - (held.get(2 * index + 1) ?? 0);
        furthest = Math.max(furthest, Math.abs(net));
      }
    }
    expect(furthest).toBeLessThanOrEqual(30 * SHARE);
    expect(furthest).toBeGreaterThan(20 * SHARE);
    expect(mostAtOnce(result, (token) => token)).toBe(1);
  });

  it('only makes', async () => {
    const { fills, orders } = await resultOf('market-maker');
    expect(orders.every(({ postOnly, side }) => postOnly && side === 'BUY')).toBe(true);
    expect(fills.every(({ isMaker }) => isMaker)).toBe(true);
  });

  it('does not repeat orders that it cannot pay for', async () => {
    const { orders } = await run('market-maker', makeMarketMaker, {}, 15_000_000);
    const unpaid = orders.filter(({ reason }) => reason === 'insufficient-cash');
    expect(orders.length).toBeGreaterThan(0);
    expect(unpaid.length).toBeLessThan(10);
  });

  it('merges what it holds of both outcomes', async () => {
    const { holdings, sets } = await resultOf('market-maker');
    expect(sets.some(({ kind }) => kind === 'merge')).toBe(true);
    const kept = new Map(holdings.map(({ token, size }) => [token, size]));
    for (let index = 0; index < MARKETS; index += 1) {
      expect(Math.min(kept.get(2 * index) ?? 0, kept.get(2 * index + 1) ?? 0)).toBe(0);
    }
  });
});

describe('momentum', () => {
  it('holds no more than one order of one token a market, and only takes', async () => {
    const result = await resultOf('momentum');
    for (const { held } of positions(result)) {
      for (const size of held.values()) expect(size).toBeLessThanOrEqual(20 * SHARE);
    }
    expect(result.fills.every(({ isMaker }) => !isMaker)).toBe(true);
    expect(mostAtOnce(result, (token) => token - (token % 2))).toBe(1);
  });
});

describe('the complement arbitrage', () => {
  it('pays less than a dollar for both, and merges what it got', async () => {
    const { orders, sets } = await resultOf('complement-arbitrage');
    const pairs = orders.filter(({ side }) => side === 'BUY');
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      expect((pairs[at]?.price ?? 0) + (pairs[at + 1]?.price ?? 0)).toBeLessThanOrEqual(9_800);
    }
    expect(sets.some(({ kind }) => kind === 'merge')).toBe(true);
  });

  it('finds nothing to take on mirrored books', async () => {
    const { orders } = await resultOf('complement-arbitrage');
    expect(orders.some(({ type, side }) => type === 'FOK' && side === 'BUY')).toBe(false);
  });
});

describe('mean reversion', () => {
  it('holds one position of its size a market, one order at a time', async () => {
    const result = await resultOf('mean-reversion');
    for (const { held } of positions(result)) {
      for (const size of held.values()) expect(size).toBeLessThanOrEqual(20 * SHARE);
    }
    expect(mostAtOnce(result, (token) => token - (token % 2))).toBe(1);
  });
});

describe('the calibration bettor', () => {
  it('bets once a market, within its most, and states forecasts between 0 and 1', async () => {
    const { orders, forecasts } = await resultOf('calibration-bettor');
    expect(new Set(orders.map(({ token }) => token >> 1)).size).toBe(orders.length);
    for (const { price, size } of orders) expect((price * size) / 10_000).toBeLessThanOrEqual(200 * SHARE);
    expect(forecasts.length).toBeGreaterThan(MARKETS);
    expect(forecasts.every(({ probability }) => probability > 0 && probability < 1)).toBe(true);
  });

  it('learns from markets that have resolved', async () => {
    const { log, markets } = await resultOf('calibration-bettor');
    const paid = [`${markets[0]?.name} paid 1`, `${markets[1]?.name} paid 0`];
    expect(log.map(({ text }) => text.split(',')[0]).sort()).toEqual(paid.sort());
  });
});

describe('the rebalancer', () => {
  it('keeps each market near its part, in the first outcome alone', async () => {
    const result = await resultOf('rebalancer');
    const { orders, holdings } = result;
    expect(mostAtOnce(result, (token) => token)).toBe(1);
    expect(orders.every(({ token }) => token % 2 === 0)).toBe(true);
    for (const { size, mid } of holdings) {
      if (size > 0 && mid > 0) expect((size / SHARE) * (mid / 10_000)).toBeLessThan(0.04 * 10_000);
    }
  });
});

/** The most orders of one group that were on their way or open at one moment. */
function mostAtOnce({ orders }: BacktestResult, groupOf: (token: number) => number): number {
  const moments = orders.flatMap(({ token, sentAt, endedAt }) => [
    { group: groupOf(token), at: sentAt, change: 1 },
    { group: groupOf(token), at: endedAt < 0 ? Number.POSITIVE_INFINITY : endedAt, change: -1 },
  ]);
  moments.sort((one, other) => one.at - other.at || one.change - other.change);
  const open = new Map<number, number>();
  let most = 0;
  for (const { group, change } of moments) {
    open.set(group, (open.get(group) ?? 0) + change);
    most = Math.max(most, open.get(group) ?? 0);
  }
  return most;
}
