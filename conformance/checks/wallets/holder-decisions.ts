import { bodyLike, judgeRows } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { tokenIdsOf } from '../rows.ts';
import { askHolders } from './holder-groups.ts';

const assetCheck = check('holders', 'asset', {
  title: 'token is a token id of the market, asset the condition id with the outcome index',
  clauses: ['D/holder-asset.token', 'D/holder-asset.asset'],
  cost: { holders: 1, 'trading-market': 1 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market]);
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    if (groups.length === 0) return;
    const asset = { $joined: { at: '/asset', of: [`${market}:`, '/outcomeIndex'] } };
    judgeRows(context, response, {
      'D/holder-asset.token': { token: { $in: tokens } },
      'D/holder-asset.asset': { holders: { $every: asset } },
    });
  },
});

const TOO_MANY = '1000000000000';

const groupsCheck = check('holders', 'empty-groups', {
  title: 'both tokens of a market have a group, even if no holder is large enough',
  clauses: ['D/holders-groups'],
  cost: { holders: 1, 'trading-market': 1 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response } = await askHolders(context, [market], { minBalance: TOO_MANY });
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    const empty = tokens.map((token) => ({ token, holders: [] }));
    context.judge(bodyLike('D/holders-groups', response, { $unordered: empty }));
  },
});

export const holderDecisionChecks = [assetCheck, groupsCheck];
