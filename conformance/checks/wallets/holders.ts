/** conformance/checks/wallets/holders: top holders per market: groups, ranking, limits, balances (interface 2.4, 4.10). */

import { type JsonObject, numberAt, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isAtLeast, withoutNoise } from '../../../wire/pattern/closeness.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { check } from '../definition.ts';
import { countLimited, sendPath } from '../requests.ts';
import { tokenIdsOf } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { unreadable } from '../sources.ts';
import { justAbove } from './filters.ts';
import { amountsOf, askHolders, EVERYBODY, type Group, type Holders } from './holder-groups.ts';

const groupsCheck = check('holders', 'groups', {
  title: 'each token of the market has one ranked group, with each wallet once',
  clauses: ['4.10/ranked', '2.4/token.unique', '2.4/token.of-market', '2.4/holders.one-outcome', '2.4/holders.unique'],
  kind: 'ordering',
  cost: { holders: 1, 'trading-market': 1 },
  run: async (context) => {
    const market = context.bindings.heldMarkets[0] ?? '';
    const { response, groups } = await askHolders(context, [market], EVERYBODY);
    for (const group of groups) {
      const isAlone = groups.filter(({ token }) => token === group.token).length === 1;
      context.expect('2.4/token.unique', isAlone, response, {
        pointer: `/${group.at}/token`,
        expected: 'one group for each token',
        expectation: { body: { $unique: '/token' } },
        actual: group.token,
      });
      if (group.holders.length > 1) judgeHolders(context, response, group);
    }
    const tokens = tokenIdsOf((await sendPath(context, 'trading-market', market)).json);
    if (tokens.includes('')) unreadable(context, 'trading-market', 'token_id');
    for (const group of groups) {
      context.expect('2.4/token.of-market', tokens.includes(group.token), response, {
        pointer: `/${group.at}/token`,
        expected: `one of ${tokens.join(', ')}`,
        expectation: { at: { [`/${group.at}/token`]: { $in: tokens } } },
        actual: group.token,
      });
    }
  },
});

/** Judges the rows of one group together. */
function judgeHolders(context: CheckContext, response: Exchange, group: Group): void {
  const { holders } = group;
  const pointer = `/${group.at}/holders`;
  const amounts = amountsOf(group);
  const odd = firstOutOfOrder(amounts, 'descending');
  context.expect('4.10/ranked', odd < 0, response, {
    pointer: `${pointer}/${odd}/amount`,
    expected: 'largest balance first',
    expectation: { at: { [pointer]: { $sorted: { by: '/amount', order: 'desc' } } } },
    actual: amounts.slice(0, 8),
  });
  const outcomes = new Set(holders.map((row) => `${textAt(row, 'asset')} ${numberAt(row, 'outcomeIndex')}`));
  context.expect('2.4/holders.one-outcome', outcomes.size === 1, response, {
    pointer,
    expected: 'one asset and outcomeIndex',
    expectation: { at: { [pointer]: { $each: { outcomeIndex: numberAt(holders[0], 'outcomeIndex') } } } },
    actual: [...outcomes],
  });
  const wallets = new Set(holders.map((row) => textAt(row, 'proxyWallet')?.toLowerCase()));
  context.expect('2.4/holders.unique', wallets.size === holders.length, response, {
    pointer,
    expected: 'each wallet once',
    expectation: { at: { [pointer]: { $unique: '/proxyWallet' } } },
    actual: `${wallets.size} wallets in ${holders.length} rows`,
  });
}

/** Tokens of the groups that have holders, sorted. */
function heldTokens(groups: readonly Group[]): readonly string[] {
  return groups
    .filter(({ holders }) => holders.length > 0)
    .map(({ token }) => token)
    .toSorted();
}

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
  run: async (context: CheckContext) => {
    const [first, second] = context.bindings.heldMarkets;
    if (first === undefined || second === undefined)
      context.notTestable('fewer than two markets with holders are known', 'name two in the target file');
    const alone = [await askHolders(context, [first]), await askHolders(context, [second])];
    const both = await askHolders(context, [first, second]);
    const expected = heldTokens(alone.flatMap(({ groups }) => groups));
    context.verified('4.10/market.accepted');
    context.expect('4.10/market.groups', sameValue(heldTokens(both.groups), expected), both.response, {
      expected: `groups of ${expected.length} tokens`,
      actual: `${heldTokens(both.groups).length} groups`,
    });
    await judgeLimit(context, [first, second], alone.map(someHolder));
  },
});

/** The pattern of a group with a holder of one of the tokens of a response. */
function someHolder({ response, groups }: Holders): JsonObject {
  const tokens = groups
    .filter(({ holders }) => holders.length > 0)
    .map(({ at }) => new SameAs(response, `/${at}/token`));
  return { token: { $in: tokens }, holders: { $length: { $gte: 1 } } };
}

/** Judges `limit=1` on one market and on two; `held` has the pattern of a group for each of them. */
async function judgeLimit(
  context: CheckContext,
  markets: readonly string[],
  held: readonly JsonObject[],
): Promise<void> {
  const route = routeById('holders');
  const one = await askHolders(context, markets.slice(0, 1), { limit: '1' });
  const pair = await askHolders(context, markets, { limit: '1' });
  context.verified('4.10/limit.accepted');
  const most = Math.max(1, ...one.groups.map(({ holders }) => holders.length));
  context.expect('4.10/limit.cut', most === 1, one.response, {
    expected: 'one holder',
    expectation: { body: { $each: { holders: { $length: { $lte: 1 } } } } },
    actual: `${most} in one group`,
  });
  const count = countLimited(route, pair.response);
  context.expect('4.10/limit.per-market', count > 1, pair.response, {
    expected: 'a holder of each market',
    expectation: { body: { $contains: held } },
    actual: `${count} holders`,
  });
  context.fact('holders.limit', countLimited(route, one.response) === 1 ? 'per market' : 'per token');
}

/** The pattern of the group of a token without the balances below a bound; none if that leaves no holder. */
function keptOf(whole: Exchange, group: Group, least: number): readonly JsonObject[] {
  const count = amountsOf(group).filter((amount) => isAtLeast(amount, least)).length;
  return count === 0 ? [] : [{ token: new SameAs(whole, `/${group.at}/token`), holders: { $length: count } }];
}

const balanceCheck = check('holders', 'minBalance.filter', {
  title: 'minBalance keeps wallets with at least that balance',
  clauses: ['4.10/minBalance.filter', '4.10/minBalance.accepted'],
  kind: 'filter',
  cost: { holders: 3 },
  run: async (context) => {
    const market = context.bindings.heldMarkets.slice(0, 1);
    const whole = await askHolders(context, market, EVERYBODY);
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
      const { response, groups } = await askHolders(context, market, { ...EVERYBODY, minBalance: String(least) });
      const kept = groups.flatMap(amountsOf).length;
      const expected = all.filter((amount) => isAtLeast(amount, least)).length;
      // A balance with noise is below the bound for a service that keeps the noise.
      const fewest = all.filter((amount) => amount >= least).length;
      context.expect('4.10/minBalance.filter', kept === expected || kept === fewest, response, {
        expected: `${expected} of ${all.length} wallets hold ${least} or more`,
        expectation: { body: { $contains: whole.groups.flatMap((group) => keptOf(whole.response, group, least)) } },
        actual: kept,
      });
    }
  },
});

export const holderChecks: readonly Check[] = [groupsCheck, marketsCheck, balanceCheck];
