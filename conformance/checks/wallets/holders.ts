/** conformance/checks/wallets/holders: top holders per market: groups, ranking, limits, balances (interface 2.4, 4.10). */

import type { JsonObject } from '../../../spec/json.ts';
import { flagAt, listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Query } from '../../../wire/message.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { countLimited, itemsOf, sendGet, sendPath } from '../requests.ts';
import { firstOutOfOrder } from '../sorted.ts';

const route = routeById('holders');

function holderCheck(
  what: string,
  draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'run'>,
  cost: Check['cost'],
): Check {
  return {
    id: `holders.${what}`,
    route: 'holders',
    capability: 'wallet',
    safety: 'read',
    needs: ['held-market'],
    cost,
    ...draft,
  };
}

type Group = { readonly token: string; readonly holders: readonly JsonObject[]; readonly at: number };

function groupsOf(answer: Exchange): readonly Group[] {
  return itemsOf(route, answer).map((group, at) => ({
    token: textAt(group, 'token') ?? '',
    holders: objectsIn(listAt(group, 'holders')),
    at,
  }));
}

async function ask(
  context: CheckContext,
  markets: readonly string[],
  query: Query = {},
): Promise<{ readonly answer: Exchange; readonly groups: readonly Group[] }> {
  const answer = await sendGet(context, 'holders', { market: markets.join(','), ...query });
  return { answer, groups: groupsOf(answer) };
}

const amounts = (group: Group): readonly number[] =>
  group.holders.map((holder) => numberAt(holder, 'amount') ?? Number.NaN);

const groupsCheck = holderCheck(
  'groups',
  {
    title: 'one ranked group for a token of the market, each wallet once in it',
    clauses: [
      '4.10/ranked',
      '2.4/token.unique',
      '2.4/token.of-market',
      '2.4/holders.one-outcome',
      '2.4/holders.unique',
    ],
    kind: 'ordering',
    run: async (context: CheckContext) => {
      const market = context.bindings.heldMarkets[0] ?? '';
      const { answer, groups } = await ask(context, [market], { minBalance: '0', limit: '500' });
      const trading = await sendPath(context, 'trading-market', market);
      const tokens = objectsIn(listAt(trading.json, 'tokens')).map((token) => textAt(token, 'token_id'));
      for (const group of groups) {
        const pointer = `/${group.at}`;
        context.expect('2.4/token.of-market', tokens.includes(group.token), answer, {
          pointer: `${pointer}/token`,
          expected: `one of ${tokens.join(', ')}`,
          actual: group.token,
        });
        context.expect('2.4/token.unique', groups.filter((other) => other.token === group.token).length === 1, answer, {
          pointer,
          expected: 'one group for a token',
          actual: group.token,
        });
        if (group.holders.length < 2) continue;
        const at = firstOutOfOrder(amounts(group), 'descending');
        context.expect('4.10/ranked', at === undefined, answer, {
          pointer: `${pointer}/holders/${at}/amount`,
          expected: 'largest balance first',
          actual: amounts(group).slice(0, 8),
        });
        const outcomes = new Set(
          group.holders.map((holder) => `${textAt(holder, 'asset')} ${numberAt(holder, 'outcomeIndex')}`),
        );
        context.expect('2.4/holders.one-outcome', outcomes.size === 1, answer, {
          pointer: `${pointer}/holders`,
          expected: 'one asset and outcomeIndex',
          actual: [...outcomes],
        });
        const wallets = new Set(group.holders.map((holder) => textAt(holder, 'proxyWallet')?.toLowerCase()));
        context.expect('2.4/holders.unique', wallets.size === group.holders.length, answer, {
          pointer: `${pointer}/holders`,
          expected: 'each wallet once',
          actual: `${wallets.size} wallets in ${group.holders.length} rows`,
        });
      }
    },
  },
  { holders: 1, 'trading-market': 1 },
);

const marketsCheck = holderCheck(
  'markets',
  {
    title: 'a comma-separated list of markets gets the groups of each, and limit counts per market',
    clauses: [
      '4.10/market.groups',
      '4.10/market.accepted',
      '4.10/limit.per-market',
      '4.10/limit.accepted',
      '4.10/limit.cut',
    ],
    kind: 'filter',
    run: async (context: CheckContext) => {
      const markets = context.bindings.heldMarkets.slice(0, 2);
      if (markets.length < 2)
        context.notTestable('fewer than two markets with holders are known', 'name two in the target file');
      const alone = [await ask(context, markets.slice(0, 1)), await ask(context, markets.slice(1))];
      const both = await ask(context, markets);
      const tokens = (groups: readonly Group[]) =>
        groups
          .filter((group) => group.holders.length > 0)
          .map((group) => group.token)
          .sort();
      const expected = [...tokens(alone[0]?.groups ?? []), ...tokens(alone[1]?.groups ?? [])].sort();
      context.verified('4.10/market.accepted');
      context.expect(
        '4.10/market.groups',
        JSON.stringify(tokens(both.groups)) === JSON.stringify(expected),
        both.answer,
        { expected: `groups of ${expected.length} tokens`, actual: `${tokens(both.groups).length} groups` },
      );
      const one = await ask(context, markets.slice(0, 1), { limit: '1' });
      const pair = await ask(context, markets, { limit: '1' });
      context.verified('4.10/limit.accepted');
      const most = Math.max(1, ...one.groups.map((group) => group.holders.length));
      context.expect('4.10/limit.cut', most === 1, one.answer, {
        expected: 'one holder',
        actual: `${most} in one group`,
      });
      context.expect('4.10/limit.per-market', countLimited(route, pair.answer) > 1, pair.answer, {
        expected: 'a holder of each market',
        actual: `${countLimited(route, pair.answer)} holders`,
      });
      context.fact('holders.limit', countLimited(route, one.answer) === 1 ? 'per market' : 'per token');
    },
  },
  { holders: 5 },
);

const balanceCheck = holderCheck(
  'minBalance.filter',
  {
    title: 'minBalance keeps the wallets at it and drops those below',
    clauses: ['4.10/minBalance.filter', '4.10/minBalance.accepted'],
    kind: 'filter',
    run: async (context: CheckContext) => {
      const market = context.bindings.heldMarkets.slice(0, 1);
      const whole = await ask(context, market, { minBalance: '0', limit: '500' });
      const all = whole.groups.flatMap(amounts).sort((a, b) => a - b);
      const bound = [...new Set(all)][Math.floor(new Set(all).size / 2)] ?? 0;
      if (all.filter((amount) => amount < bound).length === 0 || all.length >= 500) {
        context.notTestable(
          'the holders of the market cannot tell a bound',
          'name a market with several different balances in the target file',
        );
      }
      const { answer, groups } = await ask(context, market, { minBalance: String(bound), limit: '500' });
      const kept = groups.flatMap(amounts).length;
      const expected = all.filter((amount) => amount >= bound).length;
      context.verified('4.10/minBalance.accepted');
      context.expect('4.10/minBalance.filter', kept === expected, answer, {
        expected: `${expected} of ${all.length} wallets hold ${bound} or more`,
        actual: kept,
      });
    },
  },
  { holders: 2 },
);

const positionCheck = holderCheck(
  'position',
  {
    title: "a holder's amount is the size of that wallet's position, and its profile is the public one",
    clauses: ['4.10/amount.position', '2.4/holders.profile'],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const market = context.bindings.heldMarkets[0] ?? '';
      const { answer, groups } = await ask(context, [market]);
      for (const holder of groups.flatMap((group) => group.holders.slice(0, 1)))
        await judgeHolder(context, answer, market, holder);
    },
  },
  { holders: 1, positions: 2, profile: 2 },
);

async function judgeHolder(context: CheckContext, answer: Exchange, market: string, holder: JsonObject): Promise<void> {
  const wallet = textAt(holder, 'proxyWallet') ?? '';
  const held = await context.send(get('/positions', { user: wallet, market, sizeThreshold: '0' }));
  const index = numberAt(holder, 'outcomeIndex');
  const sizes = objectsIn(held.json)
    .filter((row) => numberAt(row, 'outcomeIndex') === index)
    .map((row) => numberAt(row, 'size') ?? 0);
  const amount = numberAt(holder, 'amount') ?? -1;
  context.expect(
    '4.10/amount.position',
    sizes.some((size) => Math.abs(size - amount) < 0.011),
    answer,
    { expected: `the size of the position of ${wallet}, ${sizes.join(', ')}`, actual: amount },
  );
  const profile = await sendPath(context, 'profile', wallet);
  if (!isSuccess(profile)) return;
  const texts = ['name', 'pseudonym', 'bio', 'profileImage'].find(
    (field) => textAt(holder, field) !== textAt(profile.json, field),
  );
  const flag = flagAt(holder, 'displayUsernamePublic') === flagAt(profile.json, 'displayUsernamePublic');
  context.expect('2.4/holders.profile', texts === undefined && flag, answer, {
    expected: `the public profile of ${wallet}`,
    actual: texts ?? 'displayUsernamePublic',
  });
}

/** Statements about top holders. */
export const holderChecks: readonly Check[] = [groupsCheck, marketsCheck, balanceCheck, positionCheck];
