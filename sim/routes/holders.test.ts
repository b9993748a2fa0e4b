/** sim/routes/holders tests: ranking, limits and groups of interface 4.10. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { HolderGroup } from '../../spec/resources/holder.ts';
import { MICRO } from '../../spec/units.ts';
import { createTradingService, perform } from '../fixtures/trading-world.ts';
import { endow, run, traffic } from '../fixtures/traffic.ts';
import { okBody } from '../oracle/calls.ts';
import { conditionId, tokenId } from '../oracle/plain-world.ts';
import type { Service } from '../service.ts';
import { holders } from './holders.ts';

function groups(service: Service, query: Readonly<Record<string, string>>): readonly HolderGroup[] {
  return okBody('holders', holders, service, { query }) as HolderGroup[];
}

/** The groups of one market from the balances of the exchange. */
function select(service: Service, market: number, limit: number, minBalance: number): unknown {
  const rows = service.world.accounts.flatMap(({ index, address }) =>
    ([0, 1] as const).map((outcome) => {
      const { free, reserved } = service.world.exchange.tokens(index, market, outcome);
      return { address, outcome, amount: (free + reserved) / MICRO };
    }),
  );
  const top = rows
    .filter((row) => row.amount > 0 && row.amount >= minBalance)
    .sort((a, b) => b.amount - a.amount || (a.address < b.address ? -1 : 1))
    .slice(0, limit);
  return [0, 1].map((outcome) => ({
    token: tokenId(market, outcome),
    holders: top.filter((row) => row.outcome === outcome).map((row) => [row.address, row.amount]),
  }));
}

describe('4.10 holders', () => {
  test.prop(
    [
      traffic,
      fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1 }),
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom(0, 1, 60, 61),
    ],
    { numRuns: 30 },
  )('are the largest balances of the exchange', (steps, markets, limit, minBalance) => {
    const service = createTradingService();
    endow(service);
    for (const step of steps) run(service, step);
    const query = { market: markets.map(conditionId).join(','), limit: String(limit), minBalance: String(minBalance) };
    const actual = groups(service, query).map(({ token, holders: list }) => ({
      token,
      holders: list.map((holder) => [holder.proxyWallet, holder.amount]),
    }));
    expect(actual).toEqual(markets.flatMap((market) => select(service, market, limit, minBalance)));
  });

  it('unknown markets have no groups, repeated ones are answered once', () => {
    const service = createTradingService();
    const market = [conditionId(2), `0x${'f'.repeat(64)}`, conditionId(0), conditionId(2)].join(',');
    const tokens = groups(service, { market }).map((group) => group.token);
    expect(tokens).toEqual([tokenId(2, 0), tokenId(2, 1), tokenId(0, 0), tokenId(0, 1)]);
  });

  it('a holder carries its profile, and empty names without one', () => {
    const service = createTradingService();
    perform(service, { kind: 'split', wallet: 0, market: 0, size: 2 * MICRO });
    perform(service, { kind: 'split', wallet: 4, market: 0, size: MICRO });
    expect(groups(service, { market: conditionId(0) })[1]?.holders).toMatchObject([
      { name: 'person 0', bio: 'a "quoted" bio', displayUsernamePublic: true, asset: `${conditionId(0)}:1`, amount: 2 },
      { name: '', pseudonym: '', displayUsernamePublic: false, outcomeIndex: 1, amount: 1 },
    ]);
  });
});
