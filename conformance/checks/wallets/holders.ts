/** conformance/checks/wallets/holders: top holders by market: groups, ranks, limits, balances (interface 2.4, 4.10). */
import type { JsonObject } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { routeById } from '../../../spec/routes.ts';
import { isAtLeast, withoutNoise } from '../../../wire/pattern/closeness.ts';
import { type CheckContext, SameAs } from '../../check.ts';
import { bodyLike, everyRow, judgeRows, unreadable } from '../assertions.ts';
import { check, countLimited, sendPath } from '../definition.ts';
import { tokenIdsOf } from '../rows.ts';
import { justAbove } from './filters.ts';
import { amountsOf, containsEach, EVERYBODY, HELD, type Holders, heldGroups, readHolders } from './page.ts';

const assetCheck = check('holders', 'asset', {
  title: 'token is a token id of the market, asset the condition id with the outcome index',
  clauses: ['D/holder-asset.token', 'D/holder-asset.asset'],
  cost: { holders: 1, 'trading-market': 1 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await readHolders(context, [market]);
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

const emptyGroupsCheck = check('holders', 'empty-groups', {
  title: 'both tokens of a market have a group, even if no holder is large enough',
  clauses: ['D/holders-groups'],
  cost: { holders: 1, 'trading-market': 1 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response } = await readHolders(context, [market], { minBalance: TOO_MANY });
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    const empty = tokens.map((token) => ({ token, holders: [] }));
    context.judge(bodyLike('D/holders-groups', response, { $unordered: empty }));
  },
});

export const holderDecisionChecks = [assetCheck, emptyGroupsCheck];

/** The rows of each group together. */
const GROUP = {
  '4.10/ranked': { holders: { $sorted: { by: '/amount', order: 'desc' } } },
  '2.4/holders.one-outcome': { holders: { $all: [{ $alike: '/asset' }, { $alike: '/outcomeIndex' }] } },
  '2.4/holders.unique': { holders: { $unique: { by: '/proxyWallet', fold: 'address' } } },
};

const groupsCheck = check('holders', 'groups', {
  title: 'each token of the market has one ranked group, with each wallet once',
  clauses: [...keysOf(GROUP), '2.4/token.unique', '2.4/token.of-market'],
  kind: 'ordering',
  cost: { holders: 1, 'trading-market': 1 },
  async run(context) {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await readHolders(context, [market], EVERYBODY);
    if (groups.length > 0) context.judge(bodyLike('2.4/token.unique', response, { $unique: '/token' }));
    if (groups.some(({ holders }) => holders.length > 1)) judgeRows(context, response, GROUP);
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    if (tokens.includes('')) unreadable(context, 'trading-market', 'token_id');
    if (groups.length > 0) context.judge(everyRow('2.4/token.of-market', response, { token: { $in: tokens } }));
  },
});

const marketsCheck = check('holders', 'markets', {
  title: 'a comma-separated list of markets returns the groups of each, and limit counts per market',
  clauses: [
    '4.10/market.groups',
    '4.10/market.accepted',
    '4.10/limit.per-market',
    '4.10/limit.accepted',
    '4.10/limit.cut',
  ],
  kind: 'filter',
  cost: { holders: 5 },
  async run(context: CheckContext) {
    const [first, second] = context.bindings.heldMarkets;
    if (first === undefined || second === undefined)
      context.notTestable('fewer than two markets with holders are known', 'name two in the target file');
    const alone = [await readHolders(context, [first]), await readHolders(context, [second])];
    const both = await readHolders(context, [first, second]);
    const expected = alone.flatMap(heldGroups);
    context.verified('4.10/market.accepted');
    const each = { $all: [{ $count: { of: HELD, is: expected.length } }, containsEach(expected)] };
    context.judge(bodyLike('4.10/market.groups', both.response, each));
    await judgeLimit(context, [first, second], alone.map(heldGroups));
  },
});

/** Judges `limit=1` on one market and on two; `held` has the patterns of the groups of each of them. */
async function judgeLimit(context: CheckContext, markets: readonly string[], held: readonly (readonly JsonObject[])[]) {
  const { response: one } = await readHolders(context, markets.slice(0, 1), { limit: '1' });
  const { response: pair } = await readHolders(context, markets, { limit: '1' });
  context.verified('4.10/limit.accepted');
  context.judge(everyRow('4.10/limit.cut', one, { holders: { $length: { $lte: 1 } } }));
  const each = containsEach(held.flatMap((groups) => (groups.length === 0 ? [] : [{ $any: groups }])));
  context.judge(bodyLike('4.10/limit.per-market', pair, each, 'each market has holders'));
  context.fact('holders.limit', countLimited(routeById('holders'), one) === 1 ? 'per market' : 'per token');
}

/** The pattern of a body with the holders of each group that have at least this balance. */
function keeps({ response, groups }: Holders, least: number): JsonObject {
  const kept = groups.map((group) => {
    const amounts = amountsOf(group);
    // A balance with noise is below the bound for a service that keeps the noise.
    const fewest = amounts.filter((amount) => amount >= least).length;
    const count = amounts.filter((amount) => isAtLeast(amount, least)).length;
    const holders = { $length: { $in: [count, fewest] } };
    return { pattern: { token: new SameAs(response, `/${group.at}/token`), holders }, fewest };
  });
  const present = kept.filter(({ fewest }) => fewest > 0).map(({ pattern }) => pattern);
  return { $all: [{ $every: { $any: kept.map(({ pattern }) => pattern) } }, containsEach(present)] };
}

const balanceCheck = check('holders', 'minBalance.filter', {
  title: 'minBalance keeps wallets with at least that balance',
  clauses: ['4.10/minBalance.filter', '4.10/minBalance.accepted'],
  kind: 'filter',
  cost: { holders: 3 },
  async run(context) {
    const market = context.bindings.heldMarkets.slice(0, 1);
    const whole = await readHolders(context, market, EVERYBODY);
    const all = whole.groups.flatMap(amountsOf).toSorted((a, b) => a - b);
    const different = [...new Set(all.map(withoutNoise))];
    const bound = different[Math.floor(different.length / 2)] ?? 0;
    if (!Number.isFinite(bound) || all.every((amount) => isAtLeast(amount, bound)) || all.length >= 500) {
      context.notTestable(
        'the holders of the market cannot verify a bound',
        'name a market with several different balances in the target file',
      );
    }
    context.verified('4.10/minBalance.accepted');
    for (const least of [bound, justAbove(bound)]) {
      const { response } = await readHolders(context, market, { ...EVERYBODY, minBalance: String(least) });
      const body = keeps(whole, least);
      context.judge(bodyLike('4.10/minBalance.filter', response, body, `minBalance is ${least}`));
    }
  },
});

export const holderChecks = [groupsCheck, marketsCheck, balanceCheck];
