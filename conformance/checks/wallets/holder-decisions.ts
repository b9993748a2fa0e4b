/**
 * conformance/checks/wallets/holder-decisions: the assets of groups of holders, and the presence of both groups
 * (`D/holder-asset`, `D/holders-groups`).
 */
import { numberAt, textAt } from '../../../spec/json.ts';
import type { Check } from '../../check.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { tokenIdsOf } from '../rows.ts';
import { askHolders } from './holder-groups.ts';

const assetCheck = check('holders', 'asset', {
  title: 'token is a token id of the market, asset the condition id with the outcome index',
  clauses: ['D/holder-asset.token', 'D/holder-asset.asset'],
  cost: { holders: 1, 'trading-market': 1 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market]);
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    for (const { token, holders } of groups) {
      context.expect('D/holder-asset.token', tokens.includes(token), response, {
        expected: `one of ${tokens.join(', ')}`,
        expectation: { body: { $each: { token: { $in: tokens } } } },
        actual: token,
      });
      const odd = holders.find((row) => textAt(row, 'asset') !== `${market}:${numberAt(row, 'outcomeIndex')}`);
      context.expect('D/holder-asset.asset', odd === undefined, response, {
        expected: `${market}:<outcomeIndex>`,
        expectation: {
          body: { $each: { holders: { $each: { asset: { $in: tokens.map((_, index) => `${market}:${index}`) } } } } },
        },
        actual: textAt(odd, 'asset'),
      });
    }
  },
});

/** More shares than any wallet has. */
const TOO_MANY = '1000000000000';

const groupsCheck = check('holders', 'empty-groups', {
  title: 'both tokens of a market have a group, even if no holder is large enough',
  clauses: ['D/holders-groups'],
  cost: { holders: 1, 'trading-market': 1 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market], { minBalance: TOO_MANY });
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    const named = groups.map(({ token }) => token);
    const isEmpty = groups.every(({ holders }) => holders.length === 0);
    const isWhole = groups.length === tokens.length && tokens.every((token) => named.includes(token));
    context.expect('D/holders-groups', isEmpty && isWhole, response, {
      expected: `an empty group for each of ${tokens.join(', ')}`,
      expectation: { body: { $unordered: tokens.map((token) => ({ token, holders: [] })) } },
      actual: named,
    });
  },
});

export const holderDecisionChecks: readonly Check[] = [assetCheck, groupsCheck];
