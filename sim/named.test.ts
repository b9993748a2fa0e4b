/** sim/named.test: the names of wallets and markets in scenarios. */
import { describe, expect, it } from 'vitest';
import { REGATTA } from './fixtures/written-world.ts';
import { createSimulator } from './simulator.ts';

describe('the names of a world', () => {
  it('are alice, bob, ... and market, other, ... in order of the credentials', () => {
    const { named, credentials } = createSimulator();
    expect(Object.keys(named.wallets)).toEqual(['alice', 'bob', 'carol', 'dave']);
    expect(Object.values(named.wallets)).toEqual(credentials.wallets);
    expect(Object.keys(named.markets).slice(0, 4)).toEqual(['market', 'other', 'third', 'fourth']);
    expect(Object.values(named.markets).map(({ conditionId }) => conditionId)).toEqual(credentials.markets);
  });

  it('are those of the description, for ended markets as well', () => {
    const { named, credentials } = createSimulator({ world: REGATTA });
    expect(Object.keys(named.wallets)).toEqual(Object.keys(REGATTA.wallets ?? {}));
    expect(Object.values(named.wallets)).toEqual(credentials.wallets);
    expect(Object.keys(named.markets)).toEqual(Object.keys(REGATTA.markets));
    expect(named.markets['rain']).toMatchObject({ tick: 0.001, minSize: 5, eventId: '991' });
    expect(named.markets['north']?.eventSlug).toBe(named.markets['west']?.eventSlug);
  });
});
