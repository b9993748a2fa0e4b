/** sim/routes/holders tests: ranking, limits and groups of interface 4.10. */
import { describe, expect, it } from 'vitest';
import { MICRO } from '../../base/units.ts';
import { assertClaim } from '../../proof/venue/counterexamples/fixtures/claimed-runs.ts';
import { okBody } from '../../proof/venue/reads/calls.ts';
import { conditionId, tokenId } from '../../proof/venue/reads/plain-world.ts';
import type { HolderGroup } from '../../spec/resources/wallet-data.ts';
import { createTradingService, perform } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { holders } from './wallets.ts';

function groups(service: Service, query: Readonly<Record<string, string>>): readonly HolderGroup[] {
  return okBody('holders', holders, service, { query }) as HolderGroup[];
}

describe('4.10 holders', () => {
  it('are the largest balances of the venue', () => {
    expect(assertClaim('holdersRanked').get('rows')).toBeGreaterThan(3);
  });

  it('unknown markets have no groups, repeated ones are listed once', () => {
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
