/** sim/world/generated/plan.test: the promises of the plans; a larger world has every feature of a smaller one. */
import { describe, expect, it } from 'vitest';
import { planOf, WORLD_SIZES, type WorldSize } from './plan.ts';
import type { MarketPlan } from './plan-parts.ts';

const marketsOf = (world: WorldSize): readonly MarketPlan[] => planOf(world).flatMap((event) => event.markets);
const kindsOf = (world: WorldSize): ReadonlySet<string> =>
  new Set([
    ...planOf(world).map(({ kind }) => `kind ${kind}`),
    ...marketsOf(world).flatMap((market) => [
      `fate ${market.fate}`,
      `book ${market.book}`,
      `tick ${market.tick}`,
      `fee ${market.feeRate > 0} ${market.feeExponent} ${market.feeTakerOnly}`,
      `delay ${market.secondsDelay > 0} ${market.takerDelayMs > 0}`,
      `rewards ${market.paysRewards}`,
    ]),
  ]);

describe('the plan of the large world', () => {
  it('has at least 2,000 events with 10,000 markets', () => {
    expect(planOf('large').length).toBeGreaterThanOrEqual(2_000);
    expect(marketsOf('large').length).toBeGreaterThanOrEqual(10_000);
  });

  it('has crowded and quiet markets, and no kind of event that is always large or always small', () => {
    expect(new Set(marketsOf('large').map(({ interest }) => interest)).size).toBeGreaterThan(1);
    for (const kind of ['race', 'ladder'] as const) {
      const sizes = planOf('large').flatMap((event) => (event.kind === kind ? [event.markets.length] : []));
      expect(new Set(sizes).size, kind).toBeGreaterThan(4);
    }
  });

  it('ends with an open race, because lists begin there', () => {
    const last = planOf('large').at(-1);
    expect(last?.kind).toBe('race');
    expect(last?.markets.every(({ fate }) => fate === 'open')).toBe(true);
    expect(last?.markets.at(-1)?.book).toBe('deep');
  });
});

describe('every plan', () => {
  it.each([
    ['medium', 'small'],
    ['large', 'medium'],
  ] as const)('for the %s world has every feature of the %s one', (larger, smaller) => {
    const kinds = kindsOf(larger);
    expect([...kindsOf(smaller)].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it.each(WORLD_SIZES)('for the %s world lets one market win each race that is over', (world) => {
    const races = planOf(world).filter(({ kind }) => kind === 'race');
    const over = races.filter(({ markets }) => markets.every(({ fate }) => fate.endsWith('-wins')));
    expect(over.length).toBeGreaterThan(0);
    for (const { markets } of over) expect(markets.filter(({ fate }) => fate === 'first-wins')).toHaveLength(1);
    for (const race of races) {
      if (over.includes(race)) continue;
      expect(race.markets.filter(({ fate }) => fate.endsWith('-wins') || fate === 'half-each')).toEqual([]);
    }
  });

  it.each(WORLD_SIZES)('for the %s world sets eight markets aside for writes', (world) => {
    expect(marketsOf(world).filter(({ fate }) => fate === 'write')).toHaveLength(8);
  });
});
